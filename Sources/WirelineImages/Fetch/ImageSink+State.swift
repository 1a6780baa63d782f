internal import WirelineCore
internal import WirelineRequests

extension ImageSink.State {
  /// Images up to this size, which are most, are buffered in memory. The header is within it.
  private var memoryBytes: Int {
    ImageSink.memoryBytes(isProcessed: store.options.recipe != nil)
  }

  /// The capacity of a buffer: with room for the last bytes, so that it is not doubled for them.
  var bufferBytes: Int {
    memoryBytes > Self.pieceBytes ? memoryBytes + Self.pieceBytes : memoryBytes
  }

  /// How much of an image whose beginning is in a file is written at once.
  private static var pieceBytes: Int { ImageHeader.maximumBytes }

  /// How much of an image is parsed if its beginning does not specify its size.
  private static var lateBytes: Int { 32 << 20 }

  mutating func append(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
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
    } else if let header {
      beginValidation(header.format)
    }
    if let issue = structure?.issue { rejection = .broken(issue) }
  }

  private mutating func beginValidation(_ format: ImageFormat) {
    structure = ImageStructure(format, rules.validation)
    pending.withUnsafeBytes { structure?.append($0) }
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

  mutating func finish(_ response: Response) throws(ImageFailure) -> StoredImage {
    var image = try complete(response)
    var file = try completeFile()
    guard store.applyFilter(to: &file, &image, request, rules) else {
      throw .request(RequestError(.cancelled))
    }
    return try converting(ImageFailure.write) { () throws(FileError) in
      try store.commit(file, request, image)
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
  private mutating func complete(_ response: Response) throws(ImageFailure) -> IndexedImage {
    if let rejection { throw rejection }
    if bytes == 0 { throw .emptyBody }
    var header = try completeHeader()
    if rules.validation != .none, header.isTruncated { throw .damaged(header.format) }
    if let reason = rules.rejection(of: header, isComplete: true) { throw .rejected(reason) }
    if structure == nil { beginValidation(header.format) }
    if let issue = structure?.finish() { throw .broken(issue) }
    if header.frames == nil, let frames = structure?.frames { header.setFrames(frames) }
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
    try converting(ImageFailure.write) { () throws(FileError) in
      let file = try openedFile()
      try file.file.write(pending)
      return file
    }
  }

  /// The header of the complete image. Some formats have it at their end.
  private mutating func completeHeader() throws(ImageFailure) -> ImageHeader {
    let known = isInMemory && parsedBytes < pending.count ? nil : self.header
    guard let header = known ?? ImageHeader(pending[...]) else {
      throw .notAnImage(pending)
    }
    guard header.width == nil, !isInMemory, let file else { return header }
    try converting(ImageFailure.request) { () throws(RequestError) in
      try spill()
    }
    let bytes = try? FileBytes.head(file.file.temporaryPath, count: Self.lateBytes)
    return bytes.flatMap { ImageHeader($0[...]) } ?? header
  }

  mutating func writePending() {
    guard rejection == nil, !pending.isEmpty else { return }
    if isInMemory {
      guard let header = ImageHeader(pending[...]) else { return }
      self.header = header
      parsedBytes = pending.count
      if structure == nil { beginValidation(header.format) }
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
