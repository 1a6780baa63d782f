internal import WirelineCore
internal import WirelineRequests

/// Imports a city file into a new database: hashes, unpacks and parses the chunks of a response
/// body or a local file.
///
/// `@unchecked`, because no two calls overlap: a source passes on one chunk after the other, and
/// `finish` is called after the source has published its result, which follows the last chunk.
final class CityImport: ResponseSink, @unchecked Sendable {
  struct Finished: Sendable {
    var builder: CityStoreBuilder
    let sha256: String
    let bytes: Int
    let badRows: Int
    let badRowSamples: [BadCityRow]
  }

  private let path: String
  private let limit: Int?
  private let decoder: any InputDecoder
  private let places: PlaceTable?
  private let addsPlaces: Bool
  private let onBytes: @Sendable (Int) -> Void
  /// The first bytes, until they are enough to tell whether the file is an archive.
  private var first: [UInt8]? = []
  private var archive: ZipArchive?
  private var file = CityFile()
  private var builder: CityStoreBuilder
  private var digest = SHA256()
  /// The number of bytes received.
  private var bytes = 0
  private var failure: CityFileError?

  /// - Parameters:
  ///   - path: the database.
  ///   - format: whether the file is a table with a header.
  ///   - places: large places, to rank cities by.
  ///   - addsPlaces: whether to add those that a list of the world's cities lacks.
  init(
    path: String, limit: Int?, format: InputFormat = .auto, places: PlaceTable? = nil,
    addsPlaces: Bool = true, onBytes: @escaping @Sendable (Int) -> Void = { _ in }
  ) {
    self.path = path
    self.limit = limit
    self.places = places
    self.addsPlaces = addsPlaces
    self.onBytes = onBytes
    builder = CityStoreBuilder(path: path)
    let input = CompressedInput(.whole)
    decoder =
      format.separator.map {
        TableInput(
          input, separator: $0, columns: ["name", "country", "admin1", "state"], texts: [],
          required: ["name", "country"], maximumRowBytes: 1 << 20)
      } ?? input
  }

  func receive(_ chunk: UnsafeRawBufferPointer) throws(RequestError) {
    onBytes(chunk.count)
    bytes += chunk.count
    digest.update(bufferPointer: chunk)
    attempt { () throws(CityFileError) in try unpack(chunk) }
    if let limit, bytes > limit {
      throw RequestError(.bodyTooLarge(limit: limit), isRequestSent: true)
    }
    // The rest of an invalid file is not needed.
    if failure != nil { throw RequestError(.cancelled) }
  }

  func finish() throws(CityFileError) -> Finished {
    attempt { () throws(CityFileError) in try finishUnpacking() }
    attempt { () throws(CityFileError) in try file.finish { builder.insert($0) } }
    if let failure { throw failure }
    builder.complete(places, addsPlaces: addsPlaces)
    let tally = file.tally
    let samples = (tally.samples + builder.badRowSamples)
      .sorted { $0.index < $1.index }.prefix(CityFileTally.sampleLimit)
    return Finished(
      builder: builder, sha256: Hexadecimal.encode(digest.finalize()), bytes: bytes,
      badRows: tally.badRows + builder.badRows,
      // The offsets are those in the lines that a table was converted to.
      badRowSamples: samples.map { decoder is TableInput ? $0.withoutOffset : $0 })
  }

  /// Does nothing after a failure: the first one counts.
  private func attempt(_ body: () throws(CityFileError) -> Void) {
    guard failure == nil else { return }
    do throws(CityFileError) {
      try body()
    } catch {
      failure = failure ?? error
    }
  }

  private func unpack(_ chunk: UnsafeRawBufferPointer) throws(CityFileError) {
    if let archive { return try archive.append(chunk) }
    guard let bytes = first.map({ $0 + chunk }) else { return try decode(chunk) }
    first = bytes
    guard bytes.count >= ZipArchive.signature.count else { return }
    if bytes.starts(with: ZipArchive.signature) { archive = try ZipArchive(near: path) }
    first = nil
    try bytes.withUnsafeBufferPointer { bytes throws(CityFileError) in
      try unpack(UnsafeRawBufferPointer(bytes))
    }
  }

  private func finishUnpacking() throws(CityFileError) {
    try first?.withUnsafeBufferPointer { first throws(CityFileError) in
      try decode(UnsafeRawBufferPointer(first))
    }
    try archive?.unpack(decode)
    try converting(CityFileError.init) { () throws(ReadError) in try decoder.finish(parse) }
  }

  private func decode(_ chunk: UnsafeRawBufferPointer) throws(CityFileError) {
    try converting(CityFileError.init) { () throws(ReadError) in try decoder.unpack(chunk, parse) }
  }

  private func parse(_ chunk: UnsafeRawBufferPointer) {
    attempt { () throws(CityFileError) in try file.append(chunk) { builder.insert($0) } }
  }
}
