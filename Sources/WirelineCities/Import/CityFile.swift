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
  private enum Format {
    /// An array or a sequence of objects.
    case objects
    case table
  }

  private static let detectionLimit = 64 << 10
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let quotedBytes = 40

  /// The first bytes, after the byte order mark and white space; empty once the format is known.
  private var first: [UInt8] = []
  /// The number of bytes before them.
  private var offset = 0
  private var format: Format?
  private var elements = CityFileElements()
  private var row = CityRowObject()
  private var table = GeoNamesTable()
  private(set) var tally = CityFileTally()

  /// - Throws: if it is not a city file. Then the file cannot be used any more.
  mutating func append(
    _ chunk: UnsafeRawBufferPointer, _ body: (CityRow) -> Void
  ) throws(CityFileError) {
    var rest = chunk
    while format == nil, !rest.isEmpty {
      let wanted = rest.prefix(Self.detectionLimit - first.count)
      first.append(contentsOf: wanted)
      if offset == 0, first.starts(with: Self.mark) { dropFirst(Self.mark.count) }
      dropFirst(first.prefix(while: JSONByte.isSpace).count)
      rest = UnsafeRawBufferPointer(rebasing: rest[wanted.count...])
      try open(isLast: false, body)
    }
    try parse(rest, isLast: false, body)
  }

  private mutating func dropFirst(_ count: Int) {
    first.removeFirst(count)
    offset += count
  }

  /// Ends the file, and passes its last row to `body`.
  mutating func finish(_ body: (CityRow) -> Void) throws(CityFileError) {
    if format == nil { try open(isLast: true, body) }
    try parse(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true, body)
  }

  /// Begins to parse the file if the first bytes determine its format.
  private mutating func open(isLast: Bool, _ body: (CityRow) -> Void) throws(CityFileError) {
    format = try Self.format(of: first, isLast: isLast)
    if format == nil { return }
    (elements.base, table.offset) = (offset, offset)
    let bytes = first
    first = []
    try bytes.withUnsafeBufferPointer { bytes throws(CityFileError) in
      try parse(UnsafeRawBufferPointer(bytes), isLast: false, body)
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
      try elements.append(bytes, isLast: isLast) { offset, bytes in
        tally.count(at: offset) { index throws(BadCityRow.Reason) in
          try row.read(bytes, at: index, body)
        }
      }
    } catch {
      throw CityFileError(error, rows: tally.rows)
    }
  }

  /// Determines the format: objects from the first byte, text from the first line, the first 64 KB
  /// or the whole file, whichever is shortest. So the result does not depend on the sizes of the
  /// chunks.
  ///
  /// - Returns: nil if more bytes are needed.
  private static func format(
    of bytes: [UInt8], isLast: Bool
  ) throws(CityFileError) -> Format? {
    switch bytes.first {
    case JSONByte.openBracket, JSONByte.openBrace: return .objects
    case UInt8(ascii: "<"): throw .found("an HTML page")
    case nil where isLast: throw .found("an empty file")
    default: break
    }
    let line = bytes.prefix { $0 != JSONByte.lineFeed }
    guard isLast || line.count < bytes.count || bytes.count == detectionLimit else { return nil }
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
    line.prefix(quotedBytes).withUnsafeBytes { JSONQuoting.append($0, to: &quoted) }
    throw .found(
      String(decoding: quoted, as: UTF8.self) + (line.count > quotedBytes ? "…" : "") + hint)
  }
}
