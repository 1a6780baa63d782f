internal import Crypto
internal import Synchronization

/// A city file on its way into a new database: parsed, hashed and kept, piece
/// by piece. Takes an answer's body as a sink, or a file's chunks.
final class CityImport: ResponseSink {
  fileprivate struct State: Sendable {
    var file = CityFile()
    var digest = SHA256()
    var bytes = 0
    var failure: CityFileError?
    var builder: CityStoreBuilder
  }

  /// What a whole file amounts to.
  struct Finished: Sendable {
    var builder: CityStoreBuilder
    let sha256: String
    let bytes: Int
    let badRows: Int
    let firstBadRow: BadCityRow?
  }

  private let limit: Int?
  private let state: Mutex<State>

  /// - Parameters:
  ///   - path: of the database to be.
  ///   - limit: the largest file in bytes; nil is no limit.
  init(path: String, limit: Int?) {
    self.limit = limit
    state = Mutex(State(builder: CityStoreBuilder(path: path)))
  }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
    let (isBroken, total) = state.withLock { state in
      state.take(bytes)
      return (state.failure != nil, state.bytes)
    }
    if let limit, total > limit {
      throw RequestError(.bodyTooLarge(limit: limit), isRequestSent: true)
    }
    // It can become no city file any more.
    if isBroken { throw RequestError(.cancelled) }
  }

  /// The file is whole.
  func finish() throws(CityFileError) -> Finished {
    let outcome: Result<Void, CityFileError> = state.withLock { state in
      do throws(CityFileError) {
        return .success(try state.finish())
      } catch {
        return .failure(error)
      }
    }
    try outcome.get()
    return state.withLock { state in
      Finished(
        builder: state.builder, sha256: Hexadecimal.encode(state.digest.finalize()),
        bytes: state.bytes, badRows: state.file.badRows + state.builder.badRows,
        firstBadRow: state.file.firstBadRow)
    }
  }
}

extension CityImport.State {
  fileprivate mutating func take(_ bytes: UnsafeRawBufferPointer) {
    self.bytes += bytes.count
    digest.update(bufferPointer: bytes)
    guard failure == nil else { return }
    do throws(CityFileError) {
      try withBuilder { file, builder throws(CityFileError) in
        try file.append(bytes) { builder.insert($0) }
      }
    } catch {
      failure = error
    }
  }

  fileprivate mutating func finish() throws(CityFileError) {
    if let failure { throw failure }
    try withBuilder { file, builder throws(CityFileError) in
      try file.finish { builder.insert($0) }
      builder.complete()
    }
  }

  /// Both at once: taken out of here meanwhile, so that neither is copied.
  private mutating func withBuilder(
    _ body: (inout CityFile, inout CityStoreBuilder) throws(CityFileError) -> Void
  ) throws(CityFileError) {
    var builder = CityStoreBuilder(path: "")
    swap(&builder, &self.builder)
    defer { swap(&builder, &self.builder) }
    try body(&file, &builder)
  }
}
