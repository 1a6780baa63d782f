internal import Synchronization
internal import WirelineCore
internal import WirelineRequests

/// Receives an image: validates it as it arrives, hashes it, and buffers it in memory if it is
/// small, otherwise in a temporary file.
final class ImageSink: ResponseSink {
  struct State: Sendable {
    let store: ImageStore
    let request: ImageRequest
    let limit: Int?
    let rules: ImageRules
    var rejection: ImageFailure?
    /// The bytes that are not in the file; all of them until there is a file.
    var pending: [UInt8] = []
    var file: ImageFile?
    var digest = SHA256()
    /// Only if the request expects one.
    var md5: MD5?
    /// The number of bytes received.
    var bytes = 0
    /// The structural validation, if enabled and once the format is known.
    var structure: ImageStructure?
    var parsedBytes = 0
    var header: ImageHeader?

    var isInMemory: Bool { file == nil }
  }

  let status: Int
  private let buffers: BufferPool
  private let state: Mutex<State>

  /// - Parameters:
  ///   - expected: the announced length.
  ///   - robots: the directive that forbids the image.
  init(
    status: Int, store: ImageStore, buffers: BufferPool, request: ImageRequest, expected: Int?,
    limit: Int?, rules: ImageRules = ImageRules(), robots: String? = nil
  ) {
    self.status = status
    self.buffers = buffers
    var state = State(
      store: store, request: request, limit: limit, rules: rules,
      rejection: robots.map { .robots($0) })
    if request.expected?.md5 != nil { state.md5 = MD5() }
    if let expected, expected > 0 {
      // A wrong length must not cost memory.
      state.pending = buffers.take(capacity: min(expected, state.bufferBytes))
    }
    self.state = Mutex(state)
  }

  deinit {
    // Moved out, so that the pool gets the only reference.
    let buffer = state.withLock { state in
      var buffer: [UInt8] = []
      swap(&state.pending, &buffer)
      return buffer
    }
    buffers.give(buffer)
  }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
    try state.withLock { state throws(RequestError) in try state.append(bytes) }
  }

  var rejection: ImageFailure? { state.withLock { $0.rejection } }

  var pendingBytes: Int { state.withLock { $0.pending.count } }

  func abandon() { state.withLock { $0.file?.file.discard() } }

  /// Writes the bytes in memory to the file, so that the image can wait without memory.
  func writePending() { state.withLock { $0.writePending() } }

  /// Completes the image, whose response has ended, and moves it to the store. Blocks until it is
  /// written.
  func finish(_ response: Response) throws(ImageFailure) -> StoredImage {
    try state.withLock { state throws(ImageFailure) in try state.finish(response) }
  }

  /// Completes an image that will be processed, and passes on its content.
  func takeOriginal(_ response: Response) throws(ImageFailure) -> UnprocessedImage {
    try state.withLock { state throws(ImageFailure) in try state.takeOriginal(response) }
  }

  /// The memory for an image being received.
  ///
  /// - Parameter isProcessed: whether it will be processed, for which a file would be read again.
  static func memoryBytes(isProcessed: Bool) -> Int {
    isProcessed ? 2 << 20 : ImageHeader.maximumBytes
  }
}

/// A complete image to process.
struct UnprocessedImage: Sendable {
  let image: IndexedImage
  let content: PixelSource
  /// The file to remove at the end. The stored original, which `--max-store` may remove, is another
  /// one.
  let temporary: ImageFile?

  var temporaryBytes: Int { temporary == nil ? 0 : image.bytes }

  func discard() { temporary?.file.discard() }
}
