internal import Synchronization
internal import WirelineCore
internal import WirelineRequests

/// Receives an image: examines it as it arrives, and buffers it in memory if it is small, otherwise
/// in a temporary file.
final class ImageSink: ResponseSink {
  /// The settings and resources that the sinks of a run share.
  struct Settings: Sendable {
    let store: ImageStore
    let buffers: BufferPool
    var rules = ImageRules()
    /// The largest image; nil for no limit.
    var maximumBytes: Int?
  }

  struct State: Sendable {
    let settings: Settings
    let request: ImageRequest
    var inspection: ImageInspection
    /// The bytes that are not in the file; all of them until there is a file.
    var pending: [UInt8] = []
    var file: ImageFile?
    /// The number of bytes received.
    var bytes = 0

    var isInMemory: Bool { file == nil }
  }

  let status: Int
  private let buffers: BufferPool
  private let state: Mutex<State>

  /// - Parameter expected: the announced length.
  init(_ settings: Settings, _ request: ImageRequest, head: ResponseHead, expected: Int?) {
    status = head.status
    buffers = settings.buffers
    let inspection = ImageInspection(
      settings.rules, expected: request.options.expected,
      robots: settings.rules.robotsDirective(in: head.headers))
    var state = State(settings: settings, request: request, inspection: inspection)
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

  var rejection: ImageFailure? { state.withLock { $0.inspection.rejection } }

  var pendingBytes: Int { state.withLock { $0.pending.count } }

  func abandon() { state.withLock { $0.file?.file.discard() } }

  /// Writes the bytes in memory to the file, so that the image can wait without memory.
  func writePending() { state.withLock { $0.writePending() } }

  /// Completes the image, whose response has ended, and passes on its whole file.
  func takeFile(_ response: Response) throws(ImageFailure) -> (ImageFile, IndexedImage) {
    try state.withLock { state throws(ImageFailure) in
      let image = try state.complete(response)
      return (try state.completeFile(), image)
    }
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

extension UnprocessedImage {
  /// Creates the image to process from a stored original; its result is stored at the address.
  init(_ original: StoredImage, for address: ImageAddress) {
    var image = original.entry
    image.key = address.key
    image.flags.removeAll { $0 == StoredImage.unprocessedFlag }
    self.init(image: image, content: .file(path: original.path), temporary: nil)
  }
}
