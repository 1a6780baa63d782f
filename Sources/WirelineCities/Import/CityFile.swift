internal import WirelineCore

/// Reads the rows of a city file that arrives in chunks, in constant memory.
///
/// The first bytes, after a byte order mark and white space, determine the format:
///
/// - `[`: an array of objects;
/// - `{`: a sequence of objects, as in JSON Lines;
/// - text with 18 tabs in its first line: GeoNames' table (such as `cities500.txt`), with or
///   without a header line. Lines end in LF or CR LF; the last line end is optional.
///
/// `CityRowObject` documents the fields of an object, `GeoNamesTable` the columns that are read.
/// Bad rows are counted and skipped. Files in other formats, invalid JSON and truncated files are
/// errors.
struct CityFile: Sendable {
  private var detector = CityFormatDetector()
  private var format: CityFormatDetector.Format?
  private var elements = CityFileElements(at: 0)
  private var row = CityRowObject()
  private var table = GeoNamesTable(at: 0)
  private(set) var tally = CityFileTally()

  /// - Throws: if it is not a city file. Then the file cannot be used any more.
  mutating func append(
    _ chunk: UnsafeRawBufferPointer, _ body: (CityRow) -> Void
  ) throws(CityFileError) {
    var rest = chunk
    while format == nil, !rest.isEmpty {
      let count = detector.consume(rest)
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      try open(isLast: false, body)
    }
    try parse(rest, isLast: false, body)
  }

  /// Ends the file, and passes its last row to `body`.
  mutating func finish(_ body: (CityRow) -> Void) throws(CityFileError) {
    if format == nil { try open(isLast: true, body) }
    try parse(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true, body)
  }

  private mutating func open(isLast: Bool, _ body: (CityRow) -> Void) throws(CityFileError) {
    guard let format = try detector.format(isLast: isLast) else { return }
    self.format = format
    elements = CityFileElements(at: detector.offset)
    table = GeoNamesTable(at: detector.offset)
    let first = detector.bytes
    detector = CityFormatDetector()
    try first.withUnsafeBufferPointer { first throws(CityFileError) in
      try parse(UnsafeRawBufferPointer(first), isLast: false, body)
    }
  }

  private mutating func parse(
    _ bytes: UnsafeRawBufferPointer, isLast: Bool, _ body: (CityRow) -> Void
  ) throws(CityFileError) {
    switch format {
    case .objects: try parseObjects(bytes, isLast: isLast, body)
    case .table: try table.append(bytes, isLast: isLast, counting: &tally, body)
    case nil: break
    }
  }

  private mutating func parseObjects(
    _ bytes: UnsafeRawBufferPointer, isLast: Bool, _ body: (CityRow) -> Void
  ) throws(CityFileError) {
    do throws(JSONSyntaxError) {
      try elements.append(bytes, isLast: isLast) { element in
        tally.count(at: element.offset) { index throws(BadCityRow.Reason) in
          try row.read(element.bytes) { body($0.at(index)) }
        }
      }
    } catch {
      throw CityFileError(error, rows: tally.rows)
    }
  }
}

/// Determines the format of a file from its first bytes: objects from the first byte, text from the
/// first line, the first 64 KB or the whole file, whichever is shortest. So the result does not
/// depend on the sizes of the chunks.
private struct CityFormatDetector: Sendable {
  enum Format {
    /// An array or a sequence of objects.
    case objects
    case table
  }

  private static let limit = 64 << 10
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let quotedBytes = 40

  /// The bytes after the byte order mark and white space.
  private(set) var bytes: [UInt8] = []
  private(set) var offset = 0

  /// - Returns: the number of bytes consumed from the chunk.
  mutating func consume(_ chunk: UnsafeRawBufferPointer) -> Int {
    let wanted = chunk.prefix(Self.limit - bytes.count)
    bytes.append(contentsOf: wanted)
    if offset == 0, bytes.starts(with: Self.mark) { drop(Self.mark.count) }
    drop(bytes.prefix(while: JSONByte.isSpace).count)
    return wanted.count
  }

  private mutating func drop(_ count: Int) {
    bytes.removeFirst(count)
    offset += count
  }

  /// The format; nil if more bytes are needed.
  func format(isLast: Bool) throws(CityFileError) -> Format? {
    switch bytes.first {
    case JSONByte.openBracket, JSONByte.openBrace: return .objects
    case UInt8(ascii: "<"): throw .found("an HTML page")
    case nil where isLast: throw .found("an empty file")
    default: break
    }
    let line = bytes.prefix { $0 != JSONByte.lineFeed }
    guard isLast || line.count < bytes.count || bytes.count == Self.limit else { return nil }
    let columns = line.count { $0 == JSONByte.tab } + 1
    if columns == GeoNamesRow.columns { return .table }
    if line.contains(0) { throw .found("binary data") }
    let separator = line.first { ",;\t".utf8.contains($0) }
    let format = separator.map { $0 == JSONByte.tab ? InputFormat.tsv : .csv }
    let hint = format.map { "; for a table, use --input-format \($0.rawValue)" } ?? ""
    if columns > 1 {
      throw .found("a table of \(columns) columns instead of \(GeoNamesRow.columns)" + hint)
    }
    var quoted: [UInt8] = []
    line.prefix(Self.quotedBytes).withUnsafeBytes { JSONQuoting.append($0, to: &quoted) }
    throw .found(
      String(decoding: quoted, as: UTF8.self) + (line.count > Self.quotedBytes ? "…" : "") + hint)
  }
}
