internal import Synchronization
internal import WirelineCore
internal import WirelineRequests

/// Imports a city file into a new database: hashes, unpacks, parses and collects it in chunks.
///
/// It is the sink of a response body, and accepts the chunks of a local file.
final class CityImport: ResponseSink {
  /// The result of a whole file.
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
  ///   - path: the path of the database.
  ///   - limit: the maximum size of the file in bytes.
  ///   - makeDecoder: creates a gzip decoder; nil imports files unchanged.
  ///   - onBytes: receives the size of each chunk.
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
      state.receive(bytes, makeDecoder)
      return (state.failure != nil, state.bytes)
    }
    if let limit, total > limit {
      throw RequestError(.bodyTooLarge(limit: limit), isRequestSent: true)
    }
    // The rest of an invalid file is not needed.
    if isBroken { throw RequestError(.cancelled) }
  }

  /// Ends the file.
  func finish() throws(CityFileError) -> Finished {
    try state.withLock { state throws(CityFileError) in
      try state.finish()
      let samples = (state.file.badRowSamples + state.builder.badRowSamples)
        .sorted { $0.index < $1.index }.prefix(CityFileTally.sampleLimit)
      return Finished(
        builder: state.builder, sha256: Hexadecimal.encode(state.digest.finalize()),
        bytes: state.bytes, badRows: state.file.badRows + state.builder.badRows,
        badRowSamples: Array(samples), stages: state.stages)
    }
  }
}

/// The encoding of the file, determined by its first two bytes.
private enum Encoding: Sendable {
  case unknown
  case none
  case gzip(any ContentDecoder)
}

private struct State: Sendable {
  var file = CityFile()
  var digest = SHA256()
  var bytes = 0
  var failure: CityFileError?
  var builder: CityStoreBuilder
  var stages = SyncStages()
  private var encoding = Encoding.unknown
  /// The first byte, until the second arrives.
  private var first: [UInt8] = []
  /// The time spent on chunks, as opposed to waiting for them.
  private var parsing = Duration.zero
  private let started = ContinuousClock.now

  init(builder: CityStoreBuilder) { self.builder = builder }

  mutating func receive(
    _ bytes: UnsafeRawBufferPointer, _ makeDecoder: (() -> any ContentDecoder)?
  ) {
    let start = ContinuousClock.now
    defer { parsing += start.duration(to: .now) }
    self.bytes += bytes.count
    digest.update(bufferPointer: bytes)
    guard failure == nil else { return }
    do throws(CityFileError) {
      if case .unknown = encoding {
        try begin(bytes, makeDecoder)
      } else {
        try decode(bytes)
      }
    } catch {
      failure = error
    }
  }

  /// Waits for two bytes, which distinguish gzip from text (RFC 1952 §2.3.1).
  private mutating func begin(
    _ bytes: UnsafeRawBufferPointer, _ makeDecoder: (() -> any ContentDecoder)?
  ) throws(CityFileError) {
    first.append(contentsOf: bytes)
    guard first.count >= 2 else { return }
    let isGzip = first[0] == 0x1F && first[1] == 0x8B
    encoding = isGzip ? makeDecoder.map { .gzip($0()) } ?? .none : .none
    try decodeFirst()
  }

  private mutating func decodeFirst() throws(CityFileError) {
    let held = first
    first = []
    try held.withUnsafeBufferPointer { bytes throws(CityFileError) in
      try decode(UnsafeRawBufferPointer(bytes))
    }
  }

  private mutating func decode(_ bytes: UnsafeRawBufferPointer) throws(CityFileError) {
    guard case .gzip(let decoder) = encoding else { return try parse(bytes) }
    var fault: CityFileError?
    do throws(RequestError.Reason) {
      try decoder.decode(bytes) { piece throws(RequestError.Reason) in
        do throws(CityFileError) {
          try parse(piece)
        } catch {
          fault = error
          throw .cancelled
        }
      }
    } catch {
      throw fault ?? CityFileError("the file is gzip, but damaged: \(error)")
    }
  }

  private mutating func parse(_ bytes: UnsafeRawBufferPointer) throws(CityFileError) {
    try withBuilder { file, builder throws(CityFileError) in
      try file.append(bytes) { builder.insert($0) }
    }
  }

  mutating func finish() throws(CityFileError) {
    if let failure { throw failure }
    var start = ContinuousClock.now
    stages.add(.reading, started.duration(to: start) - parsing)
    if !first.isEmpty { try decodeFirst() }
    if case .gzip(let decoder) = encoding {
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

  /// Calls `body` with the file and the builder. The builder is moved out of `self` meanwhile,
  /// which avoids both a copy and overlapping access.
  private mutating func withBuilder(
    _ body: (inout CityFile, inout CityStoreBuilder) throws(CityFileError) -> Void
  ) throws(CityFileError) {
    var builder = CityStoreBuilder(path: "")
    swap(&builder, &self.builder)
    defer { swap(&builder, &self.builder) }
    try body(&file, &builder)
  }
}

/// The import of the last attempt, whose content counts.
final class LastImport: Sendable {
  private let file = Mutex<CityImport?>(nil)

  var last: CityImport? { file.withLock { $0 } }

  func store(_ new: CityImport) -> CityImport {
    file.withLock { $0 = new }
    return new
  }
}
