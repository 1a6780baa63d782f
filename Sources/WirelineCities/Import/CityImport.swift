internal import Synchronization
internal import WirelineCore
internal import WirelineRequests

/// Imports a city file into a new database: hashes, unpacks and parses the chunks of a response
/// body or a local file.
final class CityImport: ResponseSink {
  struct Finished: Sendable {
    var builder: CityStoreBuilder
    let sha256: String
    let bytes: Int
    let badRows: Int
    let badRowSamples: [BadCityRow]
    var stages: SyncStages
  }

  private let limit: Int?
  private let onBytes: @Sendable (Int) -> Void
  private let state: Mutex<State>

  /// - Parameter makeDecoder: creates a gzip decoder; nil imports files unchanged.
  init(
    path: String, limit: Int?, makeDecoder: (@Sendable () -> any ContentDecoder)? = nil,
    onBytes: @escaping @Sendable (Int) -> Void = { _ in }
  ) {
    self.limit = limit
    self.onBytes = onBytes
    state = Mutex(
      State(builder: CityStoreBuilder(path: path), unpacker: makeDecoder.map(GzipInput.init)))
  }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
    onBytes(bytes.count)
    let (isBroken, total) = state.withLock { state in
      state.receive(bytes)
      return (state.failure != nil, state.bytes)
    }
    if let limit, total > limit {
      throw RequestError(.bodyTooLarge(limit: limit), isRequestSent: true)
    }
    // The rest of an invalid file is not needed.
    if isBroken { throw RequestError(.cancelled) }
  }

  func finish() throws(CityFileError) -> Finished {
    try state.withLock { state throws(CityFileError) in
      try state.finish()
      let samples = (state.file.tally.samples + state.builder.badRowSamples)
        .sorted { $0.index < $1.index }.prefix(CityFileTally.sampleLimit)
      return Finished(
        builder: state.builder, sha256: Hexadecimal.encode(state.digest.finalize()),
        bytes: state.bytes, badRows: state.file.tally.badRows + state.builder.badRows,
        badRowSamples: Array(samples), stages: state.stages)
    }
  }
}

/// The state of an import. `file` and `builder` are modified at the same time, so static functions
/// take them as separate `inout` arguments.
private struct State: Sendable {
  var file = CityFile()
  var digest = SHA256()
  var bytes = 0
  var failure: CityFileError?
  var builder: CityStoreBuilder
  var stages = SyncStages()
  private let unpacker: GzipInput?
  /// The time spent on chunks, as opposed to waiting for them.
  private var parsing = Duration.zero
  private let started = ContinuousClock.now

  init(builder: CityStoreBuilder, unpacker: GzipInput?) {
    self.builder = builder
    self.unpacker = unpacker
  }

  mutating func receive(_ bytes: UnsafeRawBufferPointer) {
    let start = ContinuousClock.now
    defer { parsing += start.duration(to: .now) }
    self.bytes += bytes.count
    digest.update(bufferPointer: bytes)
    guard failure == nil else { return }
    guard let unpacker else { return parse(bytes) }
    do throws(ReadError) {
      try unpacker.unpack(bytes) { parse($0) }
    } catch {
      fail(error)
    }
  }

  /// A parse error takes precedence over a later error of the decoder.
  private mutating func fail(_ error: ReadError) {
    if failure == nil { failure = CityFileError(error.detail ?? error.description) }
  }

  private mutating func parse(_ bytes: UnsafeRawBufferPointer) {
    guard failure == nil else { return }
    do throws(CityFileError) {
      try Self.append(bytes, &file, &builder)
    } catch {
      failure = error
    }
  }

  mutating func finish() throws(CityFileError) {
    var start = ContinuousClock.now
    stages.add(.reading, started.duration(to: start) - parsing)
    if failure == nil, let unpacker {
      do throws(ReadError) {
        try unpacker.finish { parse($0) }
      } catch {
        fail(error)
      }
    }
    if let failure { throw failure }
    try Self.finish(&file, &builder)
    stages.add(.parsing, parsing + start.duration(to: .now))
    start = .now
    builder.complete()
    stages.end(.sorting, since: &start)
  }

  private static func append(
    _ bytes: UnsafeRawBufferPointer, _ file: inout CityFile, _ builder: inout CityStoreBuilder
  ) throws(CityFileError) {
    try file.append(bytes) { builder.insert($0) }
  }

  private static func finish(
    _ file: inout CityFile, _ builder: inout CityStoreBuilder
  ) throws(CityFileError) {
    try file.finish { builder.insert($0) }
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
