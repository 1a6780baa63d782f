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

  /// - Parameters:
  ///   - makeDecoder: creates a decoder of compressed files; nil imports files unchanged.
  ///   - places: large places, to rank cities by.
  init(
    path: String, limit: Int?, makeDecoder: CompressedInput.MakeDecoder? = nil,
    places: PlaceTable? = nil,
    onBytes: @escaping @Sendable (Int) -> Void = { _ in }
  ) {
    self.limit = limit
    self.onBytes = onBytes
    state = Mutex(
      State(
        content: Content(
          builder: CityStoreBuilder(path: path), unpacker: makeDecoder.map(CompressedInput.init)),
        places: places))
  }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
    onBytes(bytes.count)
    let (isBroken, total) = state.withLock { state in
      state.receive(bytes)
      return (state.content.failure != nil, state.bytes)
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
      let (tally, builder) = (state.content.file.tally, state.content.builder)
      let samples = (tally.samples + builder.badRowSamples)
        .sorted { $0.index < $1.index }.prefix(CityFileTally.sampleLimit)
      return Finished(
        builder: builder, sha256: Hexadecimal.encode(state.digest.finalize()),
        bytes: state.bytes, badRows: tally.badRows + builder.badRows,
        badRowSamples: Array(samples), stages: state.stages)
    }
  }
}

/// The state of an import.
///
/// Parts that are modified at the same time, such as `file` and `builder`, are passed to static
/// functions as separate `inout` arguments: a closure may not modify `self` during such a call.
private struct State: Sendable {
  private(set) var content: Content
  private(set) var digest = SHA256()
  /// The number of bytes received.
  private(set) var bytes = 0
  private(set) var stages = SyncStages()
  private let places: PlaceTable?
  private var archive = ZipArchive()
  /// The time spent on chunks, as opposed to waiting for them.
  private var parsing = Duration.zero
  private let started = ContinuousClock.now

  init(content: Content, places: PlaceTable?) {
    self.content = content
    self.places = places
  }

  mutating func receive(_ bytes: UnsafeRawBufferPointer) {
    let start = ContinuousClock.now
    defer { parsing += start.duration(to: .now) }
    self.bytes += bytes.count
    digest.update(bufferPointer: bytes)
    guard content.failure == nil else { return }
    guard content.unpacker != nil else { return content.parse(bytes) }
    Self.unpack(bytes, &archive, &content)
    // The message of a zip archive should not mention gzip.
    if content.isDamaged, archive.isZip { content.failure = CityFileError("damaged zip archive") }
  }

  private static func unpack(
    _ bytes: UnsafeRawBufferPointer, _ archive: inout ZipArchive, _ content: inout Content
  ) {
    do throws(CityFileError) {
      try archive.unpack(bytes) { piece throws(CityFileError) in try content.unpack(piece) }
    } catch {
      content.fail(error)
    }
  }

  mutating func finish() throws(CityFileError) {
    var start = ContinuousClock.now
    stages.add(.reading, started.duration(to: start) - parsing)
    if content.failure == nil, content.unpacker != nil {
      Self.finishUnpacking(archive, &content)
    }
    content.finishParsing()
    if let failure = content.failure { throw failure }
    stages.add(.parsing, parsing + start.duration(to: .now))
    start = .now
    content.builder.complete(places)
    stages.end(.sorting, since: &start)
  }

  private static func finishUnpacking(_ archive: ZipArchive, _ content: inout Content) {
    do throws(CityFileError) {
      try archive.finish { rest throws(CityFileError) in try content.unpack(rest) }
      try content.finishUnpacking()
    } catch {
      content.fail(error)
    }
  }
}

/// The unpacked content of a city file.
private struct Content: Sendable {
  private(set) var file = CityFile()
  var builder: CityStoreBuilder
  var failure: CityFileError?
  /// Whether the decoder failed.
  private(set) var isDamaged = false
  /// Nil to import files unchanged.
  let unpacker: CompressedInput?

  init(builder: CityStoreBuilder, unpacker: CompressedInput?) {
    self.builder = builder
    self.unpacker = unpacker
  }

  mutating func unpack(_ bytes: UnsafeRawBufferPointer) throws(CityFileError) {
    do throws(ReadError) {
      try unpacker?.unpack(bytes) { parse($0) }
    } catch {
      throw damage(error)
    }
  }

  mutating func finishUnpacking() throws(CityFileError) {
    do throws(ReadError) {
      try unpacker?.finish { parse($0) }
    } catch {
      throw damage(error)
    }
  }

  private mutating func damage(_ error: ReadError) -> CityFileError {
    isDamaged = failure == nil
    return CityFileError(error.detail ?? error.description)
  }

  mutating func parse(_ bytes: UnsafeRawBufferPointer) {
    guard failure == nil else { return }
    do throws(CityFileError) {
      try Self.append(bytes, &file, &builder)
    } catch {
      failure = error
    }
  }

  private static func append(
    _ bytes: UnsafeRawBufferPointer, _ file: inout CityFile, _ builder: inout CityStoreBuilder
  ) throws(CityFileError) {
    try file.append(bytes) { builder.insert($0) }
  }

  mutating func finishParsing() {
    guard failure == nil else { return }
    do throws(CityFileError) {
      try Self.finish(&file, &builder)
    } catch {
      failure = error
    }
  }

  private static func finish(
    _ file: inout CityFile, _ builder: inout CityStoreBuilder
  ) throws(CityFileError) {
    try file.finish { builder.insert($0) }
  }

  /// The first error counts: a parse error precedes a later one of the decoder.
  mutating func fail(_ error: CityFileError) {
    if failure == nil { failure = error }
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
