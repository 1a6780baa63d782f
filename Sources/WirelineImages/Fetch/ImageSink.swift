internal import Synchronization
internal import WirelineCore
internal import WirelineRequests

/// Receives an image: validates it as it arrives, hashes it, and buffers it in memory if it is
/// small, otherwise in a temporary file.
final class ImageSink: ResponseSink {
  fileprivate struct State: Sendable {
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
    /// The bytes of all unwritten results.
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

  var receivedBytes: Int { state.withLock { $0.bytes } }

  func abandon() { state.withLock { $0.file?.file.discard() } }

  /// Writes the bytes in memory to the file, so that the image can wait without memory.
  func writePending() { state.withLock { $0.writePending() } }

  /// Completes the image, whose response has ended, and moves it to the store. Blocks until it is
  /// written.
  func finish(_ response: Response) throws(ImageFailure) -> StoredImage {
    try state.withLock { state throws(ImageFailure) in try state.finish(response) }
  }

  /// Completes an image that will be processed, and passes on its content.
  func takeOriginal(_ response: Response) throws(ImageFailure) -> ReceivedImage {
    try state.withLock { state throws(ImageFailure) in try state.takeOriginal(response) }
  }

  /// The memory for an image being received.
  ///
  /// - Parameter isProcessed: whether it will be processed, for which a file would be read again.
  static func memoryBytes(isProcessed: Bool) -> Int {
    isProcessed ? 2 << 20 : ImageHeader.maximumBytes
  }
}

/// A complete image that is not stored yet.
struct ReceivedImage: Sendable {
  enum Content: Sendable {
    case bytes([UInt8])
    case file(ImageFile)
  }

  let image: IndexedImage
  let content: Content
}

extension ImageSink.State {
  /// Images up to this size, which are most, are buffered in memory. The header is within it.
  fileprivate var memoryBytes: Int {
    ImageSink.memoryBytes(isProcessed: store.options.recipe != nil)
  }

  /// The capacity of a buffer: with room for the last bytes, so that it is not doubled for them.
  fileprivate var bufferBytes: Int {
    memoryBytes > Self.pieceBytes ? memoryBytes + Self.pieceBytes : memoryBytes
  }

  /// How much of an image whose beginning is in a file is written at once.
  private static var pieceBytes: Int { ImageHeader.maximumBytes }

  /// How much of an image is parsed if its beginning does not specify its size.
  private static var lateBytes: Int { 32 << 20 }

  fileprivate mutating func append(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
    if rejection != nil { throw RequestError(.cancelled) }
    self.bytes += bytes.count
    if let limit, self.bytes > limit {
      throw RequestError(.bodyTooLarge(limit: limit), isRequestSent: true)
    }
    pending.append(contentsOf: bytes)
    if isInMemory { parseHeader() }
    if rejection == nil { validate(bytes) }
    if rejection != nil { throw RequestError(.cancelled) }
    if pending.count >= (isInMemory ? memoryBytes : Self.pieceBytes) { try spill() }
  }

  /// Parses the beginning, again whenever it has doubled.
  private mutating func parseHeader() {
    let enough = ImageHeader.maximumBytes
    guard parsedBytes < enough,
      pending.count >= min(enough, max(ImageFormat.sniffBytes, 2 * parsedBytes))
    else { return }
    parsedBytes = pending.count
    guard let header = ImageHeader(pending[...]) else {
      rejection = .notAnImage(pending)
      return
    }
    self.header = header
    if let reason = rules.rejection(of: header, isComplete: false) { rejection = .rejected(reason) }
  }

  private mutating func validate(_ bytes: UnsafeRawBufferPointer) {
    if structure != nil {
      structure?.append(bytes)
    } else {
      guard let format = header?.format, rules.validatesStructure(of: format) else { return }
      beginValidation(format)
    }
    if let issue = structure?.issue { rejection = .broken(issue) }
  }

  private mutating func beginValidation(_ format: ImageFormat) {
    var structure = ImageStructure(format: format, isStrict: rules.validation == .structure)
    pending.withUnsafeBytes { structure.append($0) }
    self.structure = structure
  }

  private mutating func hashPending() {
    digest.update(data: pending)
    pending.withUnsafeBytes { md5?.update($0) }
  }

  private mutating func spill() throws(RequestError) {
    do throws(FileError) {
      let file = try openedFile()
      hashPending()
      try file.file.write(pending)
      // Many large images may be in progress.
      pending.removeAll(keepingCapacity: pending.capacity <= 2 * Self.pieceBytes)
    } catch {
      throw RequestError(.writeFailed(path: error.path, detail: error.reason), isRequestSent: true)
    }
  }

  fileprivate mutating func finish(_ response: Response) throws(ImageFailure) -> StoredImage {
    var image = try complete(response)
    var file = try completeFile()
    guard store.applyFilter(to: &file, &image, request, rules) else {
      throw .request(RequestError(.cancelled))
    }
    do throws(FileError) {
      return try store.commit(file, request, image)
    } catch {
      throw .write(error)
    }
  }

  fileprivate mutating func takeOriginal(
    _ response: Response
  ) throws(ImageFailure) -> ReceivedImage {
    let image = try complete(response)
    guard isInMemory else { return ReceivedImage(image: image, content: .file(try completeFile())) }
    var bytes: [UInt8] = []
    swap(&bytes, &pending)
    return ReceivedImage(image: image, content: .bytes(bytes))
  }

  /// Checks the image and returns its properties.
  private mutating func complete(_ response: Response) throws(ImageFailure) -> IndexedImage {
    if let rejection { throw rejection }
    if bytes == 0 { throw .emptyBody }
    var header = try completeHeader()
    if rules.validation != .none, header.isTruncated { throw .damaged(header.format) }
    if let reason = rules.rejection(of: header, isComplete: true) { throw .rejected(reason) }
    if rules.validatesStructure(of: header.format) {
      if structure == nil { beginValidation(header.format) }
      if let issue = structure?.finish() { throw .broken(issue) }
      if header.frames == nil, let frames = structure?.frames { header.setFrames(frames) }
    }
    hashPending()
    let sha256 = ImageKey(digest.finalize())
    if let reason = request.expected?.mismatch(sha256: sha256, md5: { md5?.hexadecimal() }) {
      throw .hashMismatch(reason)
    }
    var image = IndexedImage(request.address, header, bytes: bytes, sha256: sha256, response)
    if structure?.hasTrailingData == true { image.flags.append("trailing_data") }
    return image
  }

  /// Writes the rest of the image, which has been hashed, to its file.
  private mutating func completeFile() throws(ImageFailure) -> ImageFile {
    do throws(FileError) {
      let file = try openedFile()
      try file.file.write(pending)
      return file
    } catch {
      throw .write(error)
    }
  }

  /// The header of the complete image. Some formats have it at their end.
  private mutating func completeHeader() throws(ImageFailure) -> ImageHeader {
    let known = isInMemory && parsedBytes < pending.count ? nil : self.header
    guard let header = known ?? ImageHeader(pending[...]) else {
      throw .notAnImage(pending)
    }
    guard header.width == nil, !isInMemory, let file else { return header }
    do throws(RequestError) {
      try spill()
    } catch {
      throw .request(error)
    }
    let bytes = try? FileBytes.head(file.file.temporaryPath, count: Self.lateBytes)
    return bytes.flatMap { ImageHeader($0[...]) } ?? header
  }

  fileprivate mutating func writePending() {
    guard rejection == nil, !pending.isEmpty else { return }
    if isInMemory {
      guard let header = ImageHeader(pending[...]) else { return }
      self.header = header
      parsedBytes = pending.count
      if rules.validatesStructure(of: header.format), structure == nil {
        beginValidation(header.format)
      }
    }
    do throws(RequestError) {
      try spill()
    } catch {
      rejection = .request(error)
    }
  }

  private mutating func openedFile() throws(FileError) -> ImageFile {
    if let file { return file }
    let new = try store.create(request)
    file = new
    return new
  }
}
