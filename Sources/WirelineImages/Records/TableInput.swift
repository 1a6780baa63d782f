internal import Synchronization
internal import WirelineCore

/// Converts CSV (RFC 4180) or TSV with a header to JSON Lines: a row becomes an object of strings,
/// without empty cells.
///
/// The header becomes a blank line, so that a line has the number of its row. A row with more cells
/// than the header becomes an array, which is not a valid item.
final class TableInput: InputDecoder {
  private struct State: Sendable {
    var table: TableParser
    var error: ReadError?
  }

  private let source: any InputDecoder
  private let state: Mutex<State>

  /// - Parameters:
  ///   - source: decompresses the input.
  ///   - columns: the columns of which the header must have one; empty for no requirement.
  init(
    _ source: any InputDecoder, separator: UInt8, columns: [String], maximumRowBytes: Int
  ) {
    self.source = source
    let table = TableParser(
      separator: separator, columns: columns, maximumRowBytes: maximumRowBytes)
    state = Mutex(State(table: table))
  }

  func unpack(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(ReadError) {
    try converting(body) { convert throws(ReadError) in try source.unpack(bytes, convert) }
  }

  func finish(_ body: (UnsafeRawBufferPointer) -> Void) throws(ReadError) {
    try converting(body) { convert throws(ReadError) in try source.finish(convert) }
    try state.withLock { state throws(ReadError) in try state.table.finish() }
    flush(body)
  }

  /// Passes on the rows before an error, then throws it.
  private func converting(
    _ body: (UnsafeRawBufferPointer) -> Void,
    _ decode: ((UnsafeRawBufferPointer) -> Void) throws(ReadError) -> Void
  ) throws(ReadError) {
    var failure: ReadError?
    do throws(ReadError) {
      try decode { piece in
        state.withLock { state in
          if state.error != nil { return }
          do throws(ReadError) {
            try state.table.read(piece)
          } catch {
            state.error = error
          }
        }
      }
    } catch {
      failure = error
    }
    flush(body)
    if let error = state.withLock({ $0.error }) ?? failure { throw error }
  }

  private func flush(_ body: (UnsafeRawBufferPointer) -> Void) {
    let lines = state.withLock { $0.table.takeLines() }
    if !lines.isEmpty { lines.withUnsafeBytes { body($0) } }
  }
}

/// Parses the rows of a table and writes them as lines of JSON.
private struct TableParser: Sendable {
  private enum Position: Sendable { case cellStart, plain, quoted, afterQuote }

  private let separator: UInt8
  private let columns: [String]
  private let maximumRowBytes: Int
  private var position = Position.cellStart
  /// The cells of the current row, and where each of the finished ones ends.
  private var cells: [UInt8] = []
  private var ends: [Int] = []
  /// The row, from 1 for the header.
  private var row = 1
  /// The names as JSON strings with a colon; nil for a column without a name.
  private var names: [[UInt8]?]?
  private var lines: [UInt8] = []

  init(separator: UInt8, columns: [String], maximumRowBytes: Int) {
    self.separator = separator
    self.columns = columns
    self.maximumRowBytes = maximumRowBytes
  }

  mutating func takeLines() -> [UInt8] {
    defer { lines.removeAll(keepingCapacity: true) }
    return lines
  }

  mutating func read(_ bytes: UnsafeRawBufferPointer) throws(ReadError) {
    for byte in bytes {
      switch position {
      case .quoted:
        if byte == JSONByte.quote { position = .afterQuote } else { cells.append(byte) }
      case .afterQuote where byte == JSONByte.quote:
        cells.append(byte)
        position = .quoted
      case .cellStart where byte == JSONByte.quote: position = .quoted
      case _ where byte == separator: endCell()
      case _ where byte == JSONByte.lineFeed: try endRow()
      // The line break of a quoted last cell.
      case .afterQuote where byte == JSONByte.carriageReturn: break
      case .cellStart, .plain, .afterQuote:
        cells.append(byte)
        position = .plain
      }
      if cells.count > maximumRowBytes { throw tooLong }
    }
  }

  mutating func finish() throws(ReadError) {
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
    if cells.starts(with: [0xEF, 0xBB, 0xBF]) {
      cells.removeFirst(3)
      ends = ends.map { $0 - 3 }
    }
    var seen: [String] = []
    var names: [[UInt8]?] = []
    for index in ends.indices {
      let name = String(decoding: cell(index), as: UTF8.self).trimmingSpaces
      if seen.contains(name), !name.isEmpty {
        throw ReadError(detail: "the header of the table has the column \"\(name)\" twice")
      }
      seen.append(name)
      names.append(name.isEmpty ? nil : Self.quoted(Array(name.utf8)[...]) + [JSONByte.colon])
    }
    if !columns.isEmpty, !columns.contains(where: seen.contains) {
      let wanted = columns.map { "\"\($0)\"" }.joined(separator: " or ")
      throw ReadError(
        detail: "the header of the table has no column \(wanted); --url-field selects one of: "
          + seen.joined(separator: ", "))
    }
    self.names = names
  }

  private mutating func writeRow() {
    guard let names, ends.count <= names.count else {
      let values = ends.indices.map { Self.quoted(cell($0)) }
      lines += [JSONByte.openBracket] + Array(values.joined(separator: [JSONByte.comma]))
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
      cell(index).withUnsafeBytes { JSONQuoting.append($0, to: &lines) }
    }
    lines.append(JSONByte.closeBrace)
  }

  private static func quoted(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    text.withUnsafeBytes { JSONQuoting.append($0, to: &output) }
    return output
  }
}

/// Refuses input that begins like a table, whose rows would be taken for URLs.
final class TableDetector: InputDecoder {
  private let source: any InputDecoder
  private let urlNames: [String]
  /// The bytes before the end of the first line; nil after it was examined.
  private let beginning = Mutex<[UInt8]?>([])

  /// Longer first lines are not those of a table.
  private static let maximumBytes = 16 << 10

  init(_ source: any InputDecoder, urlNames: [String]) {
    self.source = source
    self.urlNames = urlNames.map { $0.lowercased() }
  }

  func unpack(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(ReadError) {
    guard beginning.withLock({ $0 != nil }) else { return try source.unpack(bytes, body) }
    var failure: ReadError?
    do throws(ReadError) {
      try source.unpack(bytes) { piece in beginning.withLock { $0?.append(contentsOf: piece) } }
    } catch {
      failure = error
    }
    // Bytes before an error are valid.
    try examine(isComplete: failure != nil, body)
    if let failure { throw failure }
  }

  func finish(_ body: (UnsafeRawBufferPointer) -> Void) throws(ReadError) {
    guard beginning.withLock({ $0 != nil }) else { return try source.finish(body) }
    var failure: ReadError?
    do throws(ReadError) {
      try source.finish { piece in beginning.withLock { $0?.append(contentsOf: piece) } }
    } catch {
      failure = error
    }
    try examine(isComplete: true, body)
    if let failure { throw failure }
  }

  private func examine(
    isComplete: Bool, _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(ReadError) {
    let bytes = beginning.withLock { $0 ?? [] }
    var lines = bytes.split(separator: JSONByte.lineFeed)
    if !isComplete, bytes.last != JSONByte.lineFeed { lines = lines.dropLast() }
    let first = lines.lazy.map { String(decoding: $0, as: UTF8.self).trimmingSpaces }
      .first { !$0.isEmpty && !$0.hasPrefix("#") }
    guard first != nil || isComplete || bytes.count > Self.maximumBytes else { return }
    if let format = first.flatMap({ Self.table($0, urlNames) }) {
      throw ReadError(
        detail: "the input is a table, not a list of URLs; use --input-format \(format)")
    }
    beginning.withLock { $0 = nil }
    bytes.withUnsafeBytes { body($0) }
  }

  /// The format of a table, by its first line; nil for a URL, a record or anything else.
  static func table(_ line: String, _ urlNames: [String]) -> String? {
    if line.hasPrefix("{") || line.hasPrefix("[") { return nil }
    // A URL does not contain tabs.
    if line.contains("\t") { return "tsv" }
    let cells = line.lowercased().split(separator: ",", omittingEmptySubsequences: false)
    guard cells.count > 1, let start = cells.first, !start.contains("://") || start.hasPrefix("\"")
    else { return nil }
    let isNamed = cells.contains { cell in
      urlNames.contains(String(cell)) || urlNames.contains { cell == "\"\($0)\"" }
        || cell.contains("://")
    }
    let areWords = cells.allSatisfy { cell in
      !cell.isEmpty
        && cell.allSatisfy { $0.isLetter || $0.isNumber || "\"_-".contains($0) }
    }
    return isNamed || areWords ? "csv" : nil
  }
}
