internal import Crypto
internal import Synchronization

/// Takes an image as it comes: looks at its beginning, hashes it, keeps it in
/// memory while it is small and in a temporary file when it is not.
final class ImageSink: ResponseSink {
  fileprivate struct State: Sendable {
    var head: [UInt8] = []
    var pending: [UInt8] = []
    var file: AtomicFile?
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
  }

  private let store: ImageStore
  private let place: StoragePath
  private let limit: Int?
  private let rules: ImageRules
  private let state = Mutex(State())

  /// - Parameters:
  ///   - expected: the announced length; nil where there is none.
  ///   - limit: the largest image in bytes; nil is no limit.
  ///   - robots: the directive that forbids it; nil for none.
  init(
    store: ImageStore, place: StoragePath, expected: Int?, limit: Int?,
    rules: ImageRules = ImageRules(), robots: String? = nil
  ) {
    self.store = store
    self.rules = rules
    self.place = place
    self.limit = limit
    if let robots { state.withLock { $0.rejection = .robots(robots) } }
    guard let expected, expected > 0 else { return }
    // A lie about the length must not cost memory.
    state.withLock { $0.pending.reserveCapacity(min(expected, 256 * 1024)) }
  }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
    let outcome: Result<Void, RequestError> = state.withLock { state in
      do throws(RequestError) {
        return .success(try state.take(bytes, store, place, limit, rules))
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

  /// The answer is whole: hashes what is left, and makes the image appear in
  /// the store. Takes as long as the disk does.
  func finish() throws(ImageFailure) -> StoredImage {
    let outcome: Result<StoredImage, ImageFailure> = state.withLock { state in
      do throws(ImageFailure) {
        return .success(try state.finish(store, place, rules))
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }
}

extension ImageSink.State {
  /// Up to here an image waits in memory: most are below.
  private static var memoryBytes: Int { 256 * 1024 }

  fileprivate mutating func take(
    _ bytes: UnsafeRawBufferPointer, _ store: ImageStore, _ place: StoragePath, _ limit: Int?,
    _ rules: ImageRules
  ) throws(RequestError) {
    if rejection != nil { throw RequestError(.cancelled) }
    self.bytes += bytes.count
    if let limit, self.bytes > limit {
      throw RequestError(.bodyTooLarge(limit: limit), isRequestSent: true)
    }
    if head.count < ImageHeader.maximumBytes {
      head.append(contentsOf: bytes.prefix(ImageHeader.maximumBytes - head.count))
      judge(rules)
    }
    if rejection == nil { walk(bytes, rules) }
    if rejection != nil { throw RequestError(.cancelled) }
    pending.append(contentsOf: bytes)
    if pending.count >= Self.memoryBytes { try spill(store, place) }
  }

  /// Looks at the beginning, again whenever there is twice as much of it.
  private mutating func judge(_ rules: ImageRules) {
    guard head.count >= max(ImageFormat.sniffBytes, 2 * judgedBytes) else { return }
    judgedBytes = head.count
    guard let header = ImageHeader(head[...]) else {
      rejection = .notAnImage(ImageFailure.excerpt(head))
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
      guard head.count >= ImageFormat.sniffBytes, let format = ImageFormat(head[...]) else {
        return
      }
      begin(format)
      // The beginning may hold less than all of a very large piece.
      let rest = bytes.suffix(self.bytes - head.count)
      structure?.append(UnsafeRawBufferPointer(rebasing: rest))
    }
    if let fault = structure?.fault { rejection = broken(fault) }
  }

  private mutating func begin(_ format: ImageFormat) {
    var structure = ImageStructure(format: format)
    head.withUnsafeBytes { structure.append($0) }
    self.structure = structure
  }

  private func broken(_ fault: ImageStructure.Fault) -> ImageFailure {
    .broken("\(fault.reason), at byte \(fault.offset)")
  }

  private mutating func spill(_ store: ImageStore, _ place: StoragePath) throws(RequestError) {
    do throws(FileError) {
      if file == nil { file = try store.create(place) }
      digest.update(data: pending)
      try file?.write(pending)
      pending.removeAll(keepingCapacity: true)
    } catch {
      throw RequestError(.writeFailed(path: error.path, detail: error.reason), isRequestSent: true)
    }
  }

  fileprivate mutating func finish(
    _ store: ImageStore, _ place: StoragePath, _ rules: ImageRules
  ) throws(ImageFailure) -> StoredImage {
    if let rejection { throw rejection }
    if bytes == 0 { throw .emptyBody }
    let known = judgedBytes == head.count ? self.header : nil
    guard let header = known ?? ImageHeader(head[...]) else {
      throw .notAnImage(ImageFailure.excerpt(head))
    }
    if rules.validation != .none, header.isCutShort { throw .damaged(header.format) }
    if let reason = rules.refusal(of: header, isWhole: true) { throw .rejected(reason) }
    if rules.validation == .structure {
      if structure == nil { begin(header.format) }
      if let fault = structure?.finish() { throw broken(fault) }
    }
    let path = "\(store.directory)/\(place.name(for: header.format))"
    do throws(FileError) {
      if file == nil { file = try store.create(place) }
      digest.update(data: pending)
      try file?.write(pending)
      try file?.commit(as: path)
      store.add(place)
    } catch {
      throw .write(error)
    }
    return StoredImage(
      path: path, header: header, bytes: bytes,
      sha256: Hexadecimal.encode(digest.finalize()))
  }
}
