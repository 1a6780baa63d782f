internal import Synchronization

/// Converts CSV (RFC 4180) or TSV with a header to JSON Lines: a row becomes an object without
/// empty cells. The first separator of a CSV header, a comma or a semicolon, is that of the
/// table. Without a separator it may also be a tab, and input that begins with `{` is JSON Lines
/// already.
///
/// The header becomes a blank line, so that a line has the number of its row. A row with more cells
/// than the header becomes an array, which is not a valid item.
package final class TableInput: InputDecoder {
  private let source: any InputDecoder
  private let table: Mutex<TableParser>

  /// - Parameters:
  ///   - source: decompresses the input.
  ///   - columns: the columns of which the header must have one; empty for no requirement. Their
  ///     numbers are strings.
  ///   - texts: the other columns whose numbers are strings; nil for all.
  ///   - required: columns that the header must have.
  package init(
    _ source: any InputDecoder, separator: UInt8?, columns: [String], texts: [String]? = nil,
    required: [String] = [], maximumRowBytes: Int
  ) {
    self.source = source
    table = Mutex(
      TableParser(
        separator: separator ?? JSONByte.comma, isDetected: separator == nil, columns: columns,
        texts: texts, required: required, maximumRowBytes: maximumRowBytes))
  }

  // The rows before an error are passed on, too.
  package func unpack(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(ReadError) {
    defer { flush(body) }
    try source.unpack(bytes) { piece in table.withLock { $0.read(piece) } }
    if let error = table.withLock({ $0.error }) { throw error }
  }

  package func finish(_ body: (UnsafeRawBufferPointer) -> Void) throws(ReadError) {
    defer { flush(body) }
    try source.finish { piece in table.withLock { $0.read(piece) } }
    try table.withLock { table throws(ReadError) in try table.finish() }
  }

  private func flush(_ body: (UnsafeRawBufferPointer) -> Void) {
    let lines = table.withLock { $0.takeLines() }
    if !lines.isEmpty { lines.withUnsafeBytes { body($0) } }
  }
}

/// Parses the rows of a table and writes them as lines of JSON.
private struct TableParser: Sendable {
  enum Position: Sendable { case cellStart, plain, quoted, afterQuote }

  var separator: UInt8
  let isDetected: Bool
  let columns: [String]
  let texts: [String]?
  let required: [String]
  let maximumRowBytes: Int
  /// Whether the input is JSON Lines, which are passed on.
  var isLines = false
  var position = Position.cellStart
  /// The cells of the current row, and where each of the finished ones ends.
  var cells: [UInt8] = []
  var ends: [Int] = []
  /// The row, from 1 for the header.
  var row = 1
  /// The names as JSON strings with a colon; nil for a column without a name.
  var names: [[UInt8]?]?
  /// Whether the numbers of a column are strings.
  var areTexts: [Bool] = []
  var lines: [UInt8] = []
  private(set) var error: ReadError?

  mutating func takeLines() -> [UInt8] {
    defer { lines.removeAll(keepingCapacity: true) }
    return lines
  }

  mutating func read(_ bytes: UnsafeRawBufferPointer) {
    if error != nil { return }
    do throws(ReadError) {
      try parse(bytes)
    } catch {
      self.error = error
    }
  }

  private mutating func parse(_ bytes: UnsafeRawBufferPointer) throws(ReadError) {
    if isLines { return lines.append(contentsOf: bytes) }
    for (index, byte) in bytes.enumerated() {
      switch position {
      case .quoted:
        if byte == JSONByte.quote { position = .afterQuote } else { cells.append(byte) }
      case .afterQuote where byte == JSONByte.quote:
        cells.append(byte)
        position = .quoted
      case .cellStart where byte == JSONByte.quote: position = .quoted
      case .cellStart
      where byte == JSONByte.openBrace && isDetected && names == nil && ends.isEmpty:
        isLines = true
        return lines.append(contentsOf: bytes[index...])
      case _ where byte == separator: endCell()
      // The separator where the decimal mark is a comma.
      case _
      where (byte == Self.semicolon || byte == JSONByte.tab && isDetected) && names == nil
        && ends.isEmpty && separator == JSONByte.comma:
        separator = byte
        endCell()
      case _ where byte == JSONByte.lineFeed: try endRow()
      // The line break of a quoted last cell.
      case .afterQuote where byte == JSONByte.carriageReturn: break
      case .cellStart, .plain, .afterQuote:
        cells.append(byte)
        position = .plain
        if names == nil, ends.isEmpty, cells == Self.mark { (cells, position) = ([], .cellStart) }
      }
      if cells.count + ends.count * MemoryLayout<Int>.size > maximumRowBytes { throw tooLong }
    }
  }

  private static let semicolon = UInt8(ascii: ";")
  /// The byte order mark, which may precede the first cell.
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  mutating func finish() throws(ReadError) {
    if let error { throw error }
    if position == .quoted {
      throw ReadError(detail: "row \(row) of the table ends inside a quoted cell")
    }
    if !cells.isEmpty || !ends.isEmpty || position == .afterQuote { try endRow() }
  }

  private var tooLong: ReadError {
    ReadError(
      detail: "row \(row) of the table exceeds \(maximumRowBytes) bytes: is a quote not closed?")
  }

  private mutating func endCell() {
    ends.append(cells.count)
    position = .cellStart
  }

  private mutating func endRow() throws(ReadError) {
    if position == .plain, cells.last == JSONByte.carriageReturn { cells.removeLast() }
    if cells.isEmpty, ends.isEmpty, position != .afterQuote {
      lines.append(JSONByte.lineFeed)
    } else {
      endCell()
      if names == nil { try readHeader() } else { writeRow() }
      lines.append(JSONByte.lineFeed)
    }
    cells.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    position = .cellStart
    row += 1
  }

  private func cell(_ index: Int) -> ArraySlice<UInt8> {
    cells[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
  }

  private mutating func readHeader() throws(ReadError) {
    let titles = ends.indices.compactMap { String(validating: cell($0), as: UTF8.self) }
      .map(\.trimmingSpaces)
    guard titles.count == ends.count else {
      throw ReadError(detail: "the table is not UTF-8; convert it, as with iconv -f latin1")
    }
    if let missing = required.first(where: { !titles.contains($0) }) {
      let isArray = titles[0].hasPrefix("[")
      throw ReadError(
        detail: isArray
          ? "the input is a JSON array, not a table; convert it with jq -c '.[]'"
          : "the table has no column \"\(missing)\"; its columns are: \(Self.list(titles))",
        isUsage: true)
    }
    var known: Set<String> = []
    for title in titles where !title.isEmpty && !known.insert(title).inserted {
      throw ReadError(detail: "the header of the table has the column \"\(title)\" twice")
    }
    if !columns.isEmpty, known.isDisjoint(with: columns) { throw missingColumn(titles) }
    if let missing = texts?.first(where: { !known.contains($0) }) {
      throw ReadError(detail: "the header of the table has no column \"\(missing)\"")
    }
    areTexts = titles.map { columns.contains($0) || texts?.contains($0) ?? true }
    names = titles.map { title -> [UInt8]? in
      if title.isEmpty { return nil }
      var name: [UInt8] = []
      Self.append(Array(title.utf8)[...], to: &name)
      return name + [JSONByte.colon]
    }
  }

  private func missingColumn(_ titles: [String]) -> ReadError {
    if titles.contains(where: { $0.contains(text: "://") }) {
      return ReadError(
        detail: "the first line of the table has a URL instead of the names of the columns; "
          + (titles.count > 1 ? "add a line such as url,caption" : "use --input-format lines"))
    }
    let wanted = columns.map { "\"\($0)\"" }.joined(separator: " or ")
    return ReadError(
      detail: "the header of the table has no column \(wanted); --url-field selects one of: "
        + Self.list(titles))
  }

  /// The maximum number of column titles in an error message.
  private static let maximumTitles = 50

  private static func list(_ titles: [String]) -> String {
    titles.prefix(maximumTitles).joined(separator: ", ")
      + (titles.count > maximumTitles ? ", …" : "")
  }

  private mutating func writeRow() {
    guard let names, ends.count <= names.count else {
      lines.append(JSONByte.openBracket)
      for index in ends.indices {
        if index > 0 { lines.append(JSONByte.comma) }
        Self.append(cell(index), to: &lines)
      }
      lines.append(JSONByte.closeBracket)
      return
    }
    var isFirst = true
    lines.append(JSONByte.openBrace)
    for (index, name) in names.prefix(ends.count).enumerated() {
      guard let name, !cell(index).isEmpty else { continue }
      if !isFirst { lines.append(JSONByte.comma) }
      isFirst = false
      lines += name
      let cell = cell(index)
      if !areTexts[index], cell.withUnsafeBytes({ JSONDecimal.isNumber($0) }) {
        lines += cell
      } else {
        Self.append(cell, to: &lines)
      }
    }
    lines.append(JSONByte.closeBrace)
  }

  /// Appends text as a JSON string. The bytes of text that is not UTF-8 are kept, which makes the
  /// line invalid: replacement characters would change a URL or caption.
  private static func append(_ text: ArraySlice<UInt8>, to output: inout [UInt8]) {
    if text.allSatisfy({ $0 < 0x80 }) || String(validating: text, as: UTF8.self) != nil {
      return text.withUnsafeBytes { JSONQuoting.append($0, to: &output) }
    }
    output.append(JSONByte.quote)
    output += text.filter { $0 >= 0x20 && $0 != JSONByte.quote && $0 != JSONByte.backslash }
    output.append(JSONByte.quote)
  }
}
