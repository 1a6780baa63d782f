internal import WirelineCore
internal import WirelineRequests

extension ImageSink.State {
  /// Images up to this size, which are most, are buffered in memory. The header is within it.
  private var memoryBytes: Int {
    ImageSink.memoryBytes(isProcessed: settings.store.options.recipe != nil)
  }

  /// The capacity of a buffer: with room for the last bytes, so that it is not doubled for them.
  var bufferBytes: Int {
    memoryBytes > Self.pieceBytes ? memoryBytes + Self.pieceBytes : memoryBytes
  }

  /// The number of bytes in each write of an image whose beginning is in a file.
  private static var pieceBytes: Int { ImageHeader.maximumBytes }

  /// The number of bytes of an image that are parsed if its beginning does not specify its size.
  private static var lateBytes: Int { 32 << 20 }

  mutating func append(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
    if inspection.rejection != nil { throw RequestError(.cancelled) }
    self.bytes += bytes.count
    if let limit = settings.maximumBytes, self.bytes > limit {
      throw RequestError(.bodyTooLarge(limit: limit), isRequestSent: true)
    }
    pending.append(contentsOf: bytes)
    inspection.append(bytes, pending, isWhole: isInMemory)
    if inspection.rejection != nil { throw RequestError(.cancelled) }
    if pending.count >= (isInMemory ? memoryBytes : Self.pieceBytes) { try spill() }
  }

  private mutating func spill() throws(RequestError) {
    do throws(FileError) {
      let file = try openedFile()
      inspection.hash(pending)
      try file.file.write(pending)
      // Many large images may be in progress.
      pending.removeAll(keepingCapacity: pending.capacity <= 2 * Self.pieceBytes)
    } catch {
      throw RequestError(.writeFailed(path: error.path, detail: error.reason), isRequestSent: true)
    }
  }

  mutating func takeOriginal(
    _ response: Response
  ) throws(ImageFailure) -> UnprocessedImage {
    let image = try complete(response)
    guard isInMemory else {
      let file = try completeFile()
      return UnprocessedImage(
        image: image, content: .file(path: file.file.temporaryPath), temporary: file)
    }
    var bytes: [UInt8] = []
    swap(&bytes, &pending)
    return UnprocessedImage(image: image, content: .bytes(bytes), temporary: nil)
  }

  /// Checks the image and returns its properties.
  mutating func complete(_ response: Response) throws(ImageFailure) -> IndexedImage {
    if let rejection = inspection.rejection { throw rejection }
    if bytes == 0 { throw .emptyBody }
    let found = try inspection.finish(try completeHeader(), pending)
    var image = IndexedImage(
      request.address, header: found.header, bytes: bytes, sha256: found.sha256,
      response: response)
    if inspection.hasTrailingData { image.flags.append("trailing_data") }
    return image
  }

  /// Writes the rest of the image, which has been hashed, to its file.
  mutating func completeFile() throws(ImageFailure) -> ImageFile {
    try converting(ImageFailure.write) { () throws(FileError) in
      let file = try openedFile()
      try file.file.write(pending)
      return file
    }
  }

  /// The header of the complete image. Some formats have it at their end.
  private mutating func completeHeader() throws(ImageFailure) -> ImageHeader {
    let header = try inspection.completeHeader(pending, isWhole: isInMemory)
    guard header.width == nil, let file else { return header }
    try converting(ImageFailure.request) { () throws(RequestError) in
      try spill()
    }
    let bytes = try? FileBytes.head(file.file.temporaryPath, count: Self.lateBytes)
    return bytes.flatMap { ImageHeader($0[...]) } ?? header
  }

  mutating func writePending() {
    guard inspection.rejection == nil, !pending.isEmpty else { return }
    if isInMemory, !inspection.begin(pending) { return }
    do throws(RequestError) {
      try spill()
    } catch {
      inspection.rejection = .request(error)
    }
  }

  private mutating func openedFile() throws(FileError) -> ImageFile {
    if let file { return file }
    let new = try settings.store.create(request)
    file = new
    return new
  }
}
