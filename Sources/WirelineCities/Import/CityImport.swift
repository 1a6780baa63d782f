internal import Synchronization
internal import WirelineCore
internal import WirelineRequests

/// A city file on its way into a new database: parsed, hashed and kept, piece
/// by piece. Takes an answer's body as a sink, or a file's chunks.
final class CityImport: ResponseSink {
  fileprivate struct State: Sendable {
    var file = CityFile()
    var digest = SHA256()
    var bytes = 0
    var failure: CityFileError?
    var builder: CityStoreBuilder
    var coding = Coding.unknown
    /// The first byte, while it is the only one.
    var first: [UInt8] = []
    /// Between the bytes, and with them.
    var parsing = Duration.zero
    var started = ContinuousClock.now
    var stages = SyncStages()
  }

  /// How the bytes are coded: told by the first two.
  fileprivate enum Coding: Sendable {
    case unknown
    case none
    case gzip(any ContentDecoder)
  }

  /// What a whole file amounts to.
  struct Finished: Sendable {
    var builder: CityStoreBuilder
    let sha256: String
    let bytes: Int
    let badRows: Int
    let badRowSamples: [BadCityRow]
    var stages: SyncStages
  }

  private let limit: Int?
  private let makeDecoder: (@Sendable () -> any ContentDecoder)?
  private let onBytes: @Sendable (Int) -> Void
  private let state: Mutex<State>

  /// - Parameters:
  ///   - path: of the database to be.
  ///   - limit: the largest file in bytes; nil is no limit.
  ///   - makeDecoder: what undoes gzip; nil takes files as they are.
  ///   - onBytes: told how many bytes have come.
  init(
    path: String, limit: Int?, makeDecoder: (@Sendable () -> any ContentDecoder)? = nil,
    onBytes: @escaping @Sendable (Int) -> Void = { _ in }
  ) {
    self.limit = limit
    self.makeDecoder = makeDecoder
    self.onBytes = onBytes
    state = Mutex(State(builder: CityStoreBuilder(path: path)))
  }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
    onBytes(bytes.count)
    let (isBroken, total) = state.withLock { state in
      state.take(bytes, makeDecoder)
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
      let samples = (state.file.badRowSamples + state.builder.badRowSamples)
        .sorted { $0.index < $1.index }.prefix(CityFileTally.sampleLimit)
      return Finished(
        builder: state.builder, sha256: Hexadecimal.encode(state.digest.finalize()),
        bytes: state.bytes, badRows: state.file.badRows + state.builder.badRows,
        badRowSamples: Array(samples), stages: state.stages)
    }
  }
}

extension CityImport.State {
  fileprivate mutating func take(
    _ bytes: UnsafeRawBufferPointer, _ makeDecoder: (() -> any ContentDecoder)?
  ) {
    let start = ContinuousClock.now
    defer { parsing += start.duration(to: .now) }
    self.bytes += bytes.count
    digest.update(bufferPointer: bytes)
    guard failure == nil else { return }
    do throws(CityFileError) {
      if case .unknown = coding {
        try begin(bytes, makeDecoder)
      } else {
        try pass(bytes)
      }
    } catch {
      failure = error
    }
  }

  /// Waits for two bytes, which tell gzip from text (RFC 1952 §2.3.1).
  private mutating func begin(
    _ bytes: UnsafeRawBufferPointer, _ makeDecoder: (() -> any ContentDecoder)?
  ) throws(CityFileError) {
    first.append(contentsOf: bytes)
    guard first.count >= 2 else { return }
    let isGzip = first[0] == 0x1F && first[1] == 0x8B
    coding = isGzip ? makeDecoder.map { .gzip($0()) } ?? .none : .none
    try passFirst()
  }

  private mutating func passFirst() throws(CityFileError) {
    let held = first
    first = []
    let outcome: Result<Void, CityFileError> = held.withUnsafeBytes { bytes in
      do throws(CityFileError) {
        return .success(try pass(bytes))
      } catch {
        return .failure(error)
      }
    }
    try outcome.get()
  }

  private mutating func pass(_ bytes: UnsafeRawBufferPointer) throws(CityFileError) {
    guard case .gzip(let decoder) = coding else { return try read(bytes) }
    var fault: CityFileError?
    do throws(RequestError.Reason) {
      try decoder.decode(bytes) { piece throws(RequestError.Reason) in
        do throws(CityFileError) {
          try read(piece)
        } catch {
          fault = error
          throw .cancelled
        }
      }
    } catch {
      throw fault ?? CityFileError("the file is gzip, but damaged: \(error)")
    }
  }

  private mutating func read(_ bytes: UnsafeRawBufferPointer) throws(CityFileError) {
    try withBuilder { file, builder throws(CityFileError) in
      try file.append(bytes) { builder.insert($0) }
    }
  }

  fileprivate mutating func finish() throws(CityFileError) {
    if let failure { throw failure }
    var start = ContinuousClock.now
    stages.add(.reading, started.duration(to: start) - parsing)
    if !first.isEmpty { try passFirst() }
    if case .gzip(let decoder) = coding {
      do throws(RequestError.Reason) {
        try decoder.finish()
      } catch {
        throw CityFileError("the file is gzip, but cut short")
      }
    }
    try withBuilder { file, builder throws(CityFileError) in
      try file.finish { builder.insert($0) }
    }
    stages.add(.parsing, parsing + start.duration(to: .now))
    start = .now
    builder.complete()
    stages.end(.sorting, since: &start)
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

/// The file of the last attempt, whose content counts.
final class LastImport: Sendable {
  private let file = Mutex<CityImport?>(nil)

  var last: CityImport? { file.withLock { $0 } }

  func keep(_ new: CityImport) -> CityImport {
    file.withLock { $0 = new }
    return new
  }
}
