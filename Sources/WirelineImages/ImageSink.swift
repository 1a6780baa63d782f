internal import Synchronization
internal import WirelineCore
internal import WirelineRequests

/// Takes an image as it comes: looks at its beginning, keeps it in memory while
/// it is small and in a temporary file when it is not, and hashes it.
final class ImageSink: ResponseSink {
  /// Which image it is. An object, because it goes through many hands.
  final class Asked: Sendable {
    let address: ImageAddress
    /// What is stored of it already.
    let known: StoredImage?
    /// How long the run is to remember it.
    let latency: ImageLatency?

    init(_ address: ImageAddress, known: StoredImage? = nil, latency: ImageLatency? = nil) {
      self.address = address
      self.known = known
      self.latency = latency
    }
  }

  fileprivate struct State: Sendable {
    /// What is not in the file yet; all of it until there is a file.
    var pending: [UInt8] = []
    var file: ImageFile?
    var digest = SHA256()
    var bytes = 0
    /// Why the rest of it is not worth having.
    var rejection: ImageFailure?
    /// What walks through it, where that was asked for and the format is known.
    var structure: ImageStructure?
    /// How much of the beginning has been looked at.
    var judgedBytes = 0
    /// What that said.
    var header: ImageHeader?

    /// Until there is a file, what has come is all at hand.
    var isWhollyAtHand: Bool { file == nil }
  }

  /// Of the answer.
  let status: Int
  private let store: ImageStore
  private let buffers: BufferPool
  private let asked: Asked
  private let limit: Int?
  private let rules: ImageRules
  private let state = Mutex(State())

  /// - Parameters:
  ///   - status: of the answer.
  ///   - buffers: lends the memory that images wait in.
  ///   - expected: the announced length; nil where there is none.
  ///   - limit: the largest image in bytes; nil is no limit.
  ///   - robots: the directive that forbids it; nil for none.
  init(
    status: Int, store: ImageStore, buffers: BufferPool, asked: Asked, expected: Int?,
    limit: Int?, rules: ImageRules = ImageRules(), robots: String? = nil
  ) {
    self.status = status
    self.store = store
    self.buffers = buffers
    self.rules = rules
    self.asked = asked
    self.limit = limit
    if let robots { state.withLock { $0.rejection = .robots(robots) } }
    guard let expected, expected > 0 else { return }
    // A lie about the length must not cost memory.
    let buffer = buffers.take(capacity: min(expected, State.memoryBytes))
    state.withLock { $0.pending = buffer }
  }

  deinit { buffers.give(state.withLock { exchange(&$0.pending) }) }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
    let outcome: Result<Void, RequestError> = state.withLock { state in
      do throws(RequestError) {
        return .success(try state.take(bytes, store, asked, limit, rules))
      } catch {
        return .failure(error)
      }
    }
    try outcome.get()
  }

  /// Why it broke the answer off; nil if it did not.
  var rejection: ImageFailure? { state.withLock { $0.rejection } }

  /// What waits in memory for `finish`.
  var pendingBytes: Int { state.withLock { $0.pending.count } }

  /// Takes what was written away: the image is not wanted, or not to be had.
  func abandon() { state.withLock { $0.file?.file.discard() } }

  /// Writes what waits, so that the image can wait without memory.
  func settle() { state.withLock { $0.settle(store, asked, rules) } }

  /// The answer is whole: hashes what is left, and makes the image appear in
  /// the store. Takes as long as the disk does.
  ///
  /// - Parameter response: of which it is the content.
  func finish(_ response: Response) throws(ImageFailure) -> StoredImage {
    let outcome: Result<StoredImage, ImageFailure> = state.withLock { state in
      do throws(ImageFailure) {
        return .success(try state.finish(store, asked, rules, response))
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }
}

/// Takes a value away, so that nobody else holds it.
private func exchange(_ bytes: inout [UInt8]) -> [UInt8] {
  var other: [UInt8] = []
  swap(&bytes, &other)
  return other
}

extension ImageSink.State {
  /// Up to here an image waits in memory: most are below. What decides about an
  /// image lies within.
  fileprivate static var memoryBytes: Int { ImageHeader.maximumBytes }

  /// So much is looked at of an image whose beginning does not say its size.
  private static var lateBytes: Int { 32 << 20 }

  fileprivate mutating func take(
    _ bytes: UnsafeRawBufferPointer, _ store: ImageStore, _ asked: ImageSink.Asked, _ limit: Int?,
    _ rules: ImageRules
  ) throws(RequestError) {
    if rejection != nil { throw RequestError(.cancelled) }
    self.bytes += bytes.count
    if let limit, self.bytes > limit {
      throw RequestError(.bodyTooLarge(limit: limit), isRequestSent: true)
    }
    pending.append(contentsOf: bytes)
    if isWhollyAtHand { judge(rules) }
    if rejection == nil { walk(bytes, rules) }
    if rejection != nil { throw RequestError(.cancelled) }
    if pending.count >= Self.memoryBytes { try spill(store, asked) }
  }

  /// Looks at the beginning, again whenever there is twice as much of it.
  private mutating func judge(_ rules: ImageRules) {
    let isEnough = pending.count >= Self.memoryBytes
    guard isEnough || pending.count >= max(ImageFormat.sniffBytes, 2 * judgedBytes) else { return }
    judgedBytes = pending.count
    guard let header = ImageHeader(pending[...]) else {
      rejection = .notAnImage(ImageFailure.excerpt(pending))
      return
    }
    self.header = header
    if let reason = rules.refusal(of: header, isWhole: false) { rejection = .rejected(reason) }
  }

  /// Looks at the structure of what has come; the first time at all of it.
  private mutating func walk(_ bytes: UnsafeRawBufferPointer, _ rules: ImageRules) {
    guard rules.validation == .structure else { return }
    if structure != nil {
      structure?.append(bytes)
    } else {
      guard let format = header?.format else { return }
      begin(format)
    }
    if let fault = structure?.fault { rejection = broken(fault) }
  }

  private mutating func begin(_ format: ImageFormat) {
    var structure = ImageStructure(format: format)
    pending.withUnsafeBytes { structure.append($0) }
    self.structure = structure
  }

  private func broken(_ fault: ImageStructure.Fault) -> ImageFailure {
    .broken("\(fault.reason), at byte \(fault.offset)")
  }

  private mutating func spill(_ store: ImageStore, _ asked: ImageSink.Asked) throws(RequestError) {
    do throws(FileError) {
      let file = try begun(store, asked)
      digest.update(data: pending)
      try file.file.write(pending)
      pending.removeAll(keepingCapacity: true)
    } catch {
      throw RequestError(.writeFailed(path: error.path, detail: error.reason), isRequestSent: true)
    }
  }

  fileprivate mutating func finish(
    _ store: ImageStore, _ asked: ImageSink.Asked, _ rules: ImageRules, _ response: Response
  ) throws(ImageFailure) -> StoredImage {
    if let rejection { throw rejection }
    if bytes == 0 { throw .emptyBody }
    var header = try wholeHeader(store, asked)
    if rules.validation != .none, header.isCutShort { throw .damaged(header.format) }
    if let reason = rules.refusal(of: header, isWhole: true) { throw .rejected(reason) }
    if rules.validation == .structure {
      if structure == nil { begin(header.format) }
      if let fault = structure?.finish() { throw broken(fault) }
      if header.frames == nil, let frames = structure?.frames { header.setFrames(frames) }
    }
    var (file, digest): (ImageFile, String)
    do throws(FileError) {
      (file, digest) = try written(store, asked)
    } catch {
      throw .write(error)
    }
    var facts = ImageFacts(
      header: header, bytes: bytes, sha256: digest, response: response, asked: asked.address.url)
    if structure?.hasTrailingData == true { facts.flags.append("trailing_data") }
    if let filter = store.options.filter,
      !Self.apply(filter, to: &file, &facts, store, asked, rules)
    {
      throw .request(RequestError(.cancelled))
    }
    do throws(FileError) {
      return try store.commit(
        file, asked.address, facts, known: asked.known, latency: asked.latency)
    } catch {
      throw .write(error)
    }
  }

  /// What the whole says of itself: some formats say it at their end.
  private mutating func wholeHeader(
    _ store: ImageStore, _ asked: ImageSink.Asked
  ) throws(ImageFailure) -> ImageHeader {
    let known = isWhollyAtHand && judgedBytes < pending.count ? nil : self.header
    guard let header = known ?? ImageHeader(pending[...]) else {
      throw .notAnImage(ImageFailure.excerpt(pending))
    }
    guard header.width == nil, !isWhollyAtHand, let file else { return header }
    do throws(RequestError) {
      try spill(store, asked)
    } catch {
      throw .request(error)
    }
    let whole = try? FileBytes.head(file.file.temporaryPath, count: Self.lateBytes)
    return whole.flatMap { ImageHeader($0[...]) } ?? header
  }

  /// Writes what is left.
  ///
  /// - Returns: the file, and the SHA-256 of what is in it.
  private mutating func written(
    _ store: ImageStore, _ asked: ImageSink.Asked
  ) throws(FileError) -> (ImageFile, String) {
    let file = try begun(store, asked)
    digest.update(data: pending)
    try file.file.write(pending)
    return (file, digest.finalize().withUnsafeBytes { Hexadecimal.encode($0) })
  }

  /// The same, before the end is known to be good.
  fileprivate mutating func settle(
    _ store: ImageStore, _ asked: ImageSink.Asked, _ rules: ImageRules
  ) {
    guard rejection == nil, !pending.isEmpty else { return }
    if isWhollyAtHand {
      guard let header = ImageHeader(pending[...]) else { return }
      self.header = header
      judgedBytes = pending.count
      if rules.validation == .structure, structure == nil { begin(header.format) }
    }
    do throws(RequestError) {
      try spill(store, asked)
    } catch {
      rejection = .request(error)
    }
  }

  /// The image's file, begun if it is not.
  private mutating func begun(
    _ store: ImageStore, _ asked: ImageSink.Asked
  ) throws(FileError) -> ImageFile {
    if let file { return file }
    let new = try store.create(asked.address, known: asked.known)
    file = new
    return new
  }

  /// Passes the image through the user's program; where that fails the image
  /// stays as it came.
  ///
  /// - Returns: false when the run is to end.
  private static func apply(
    _ filter: FileFilter, to file: inout ImageFile, _ facts: inout ImageFacts,
    _ store: ImageStore, _ asked: ImageSink.Asked, _ rules: ImageRules
  ) -> Bool {
    do throws(ImageStore.FilterFault) {
      let filtered = try store.filter(file, with: filter, for: asked, rules)
      file.file.discard()
      file = filtered.file
      facts.header = filtered.header
      facts.bytes = filtered.bytes
      facts.sha256 = filtered.sha256
    } catch {
      if error.isStop { return false }
      facts.flags.append(StoredImage.filterFlag)
      store.faults.tell("--filter failed, and the image is kept as it came: \(error.description)")
    }
    return true
  }
}
