/// Formats records in one way.
protocol RecordFormatter: Sendable {
  /// The selected fields; nil if none can be missing.
  var usage: FieldUsage? { get }

  /// - Parameter record: an object that is not an error record.
  mutating func append(_ record: JSONView, to output: inout [UInt8]) throws(RecordViewError)
  mutating func flush(to output: inout [UInt8])
}

extension RecordFormatter {
  var usage: FieldUsage? { nil }

  mutating func flush(to output: inout [UInt8]) {}
}

/// Formats records as rows of cells below a row of titles.
struct RowFormatter: RecordFormatter {
  enum Style: Sendable {
    case table, tabSeparated, commaSeparated
  }

  private var fields: [FieldPath]
  private let style: Style
  private var layout: TableLayout
  /// Whether control characters are escaped; a table always does.
  private let isTerminal: Bool
  private(set) var usage: FieldUsage?
  private var hasTitles = false

  /// - Parameter width: the terminal's width in columns; nil without a terminal.
  init(_ fields: [FieldPath], _ style: Style, width: Int?) {
    self.fields = fields
    self.style = style
    layout = TableLayout(width: width)
    isTerminal = width != nil
    usage = FieldUsage(fields)
  }

  mutating func append(_ record: JSONView, to output: inout [UInt8]) {
    if fields.isEmpty { fields = record.fields.map { FieldPath($0.key) } }
    if !hasTitles {
      hasTitles = true
      append(fields.map { isStarred($0) ? Self.star : $0.text }, to: &output)
    }
    let lookup = FieldLookup(record, count: fields.count)
    let values = fields.map { $0.value(in: lookup) }
    usage?.note(values, of: record)
    append(
      zip(fields, values).map { field, value in
        guard isStarred(field) else { return PrintedRecord.text(of: value) }
        return value?.boolean == true ? Self.star : ""
      }, to: &output)
  }

  private static let star = "★"

  /// Tables show whether a city is a favourite as a star.
  private func isStarred(_ field: FieldPath) -> Bool {
    style == .table && field.text == "favorite"
  }

  mutating func flush(to output: inout [UInt8]) { layout.flush(to: &output) }

  private mutating func append(_ cells: [String], to output: inout [UInt8]) {
    switch style {
    case .tabSeparated:
      // In this order, because the backslashes of the format must not be escaped again.
      let cells = cells.map(Self.tabSeparated)
      Self.append(isTerminal ? cells.map(TerminalText.escaped) : cells, "\t", to: &output)
    case .commaSeparated:
      let cells = isTerminal ? cells.map(TerminalText.escaped) : cells
      Self.append(cells.map(Self.commaSeparated), ",", to: &output)
    case .table: layout.append(cells.map(TerminalText.escaped), to: &output)
    }
  }

  private static func append(
    _ cells: [String], _ separator: String, to output: inout [UInt8]
  ) {
    output += Array(cells.joined(separator: separator).utf8)
    output.append(JSONByte.lineFeed)
  }

  /// Escapes tabs and line breaks, so that `cut` and `awk` see the columns.
  private static func tabSeparated(_ cell: String) -> String {
    guard cell.utf8.contains(where: { $0 < 0x20 || $0 == JSONByte.backslash }) else { return cell }
    var text = ""
    for scalar in cell.unicodeScalars {
      switch scalar {
      case "\t": text += "\\t"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\\": text += "\\\\"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// RFC 4180 §2.6 and §2.7.
  private static func commaSeparated(_ cell: String) -> String {
    let needsQuotes = cell.utf8.contains { byte in
      byte == JSONByte.comma || byte == JSONByte.quote || byte == JSONByte.lineFeed
        || byte == JSONByte.carriageReturn
    }
    guard needsQuotes else { return cell }
    var text = "\""
    for scalar in cell.unicodeScalars {
      if scalar == "\"" { text += "\"" }
      text.unicodeScalars.append(scalar)
    }
    return text + "\""
  }
}

/// Aligns rows in columns. The widths are derived from the first rows, which are buffered.
package struct TableLayout: Sendable {
  /// The number of rows, including titles, that determine the widths.
  package static let rowsToMeasure = 100
  private static let gap = 2
  /// The minimum column widths to try, in order, until all columns fit. The first column, which
  /// identifies the row, always uses the first of them.
  private static let narrowest = [8, 6, 4]

  private let width: Int?
  private let isColored: Bool
  /// The column that is left out if not all fit.
  private let optional: Int?
  private var isOptionalLeftOut = false
  private var waiting: [[StyledText]] = []
  private var widths: [Int]?

  package init(width: Int?, isColored: Bool = false, optional: Int? = nil) {
    self.width = width
    self.isColored = isColored
    self.optional = optional
  }

  /// - Parameter cells: without control characters.
  package mutating func append(_ cells: [String], to output: inout [UInt8]) {
    append(cells.map { StyledText(escaped: $0) }, to: &output)
  }

  package mutating func append(_ cells: [StyledText], to output: inout [UInt8]) {
    if let widths { return print(shown(cells), widths, to: &output) }
    waiting.append(cells)
    if waiting.count >= Self.rowsToMeasure { flush(to: &output) }
  }

  /// Prints buffered rows and fixes the widths.
  package mutating func flush(to output: inout [UInt8]) {
    guard !waiting.isEmpty else { return }
    let widths = widths ?? fitted()
    self.widths = widths
    for row in waiting { print(shown(row), widths, to: &output) }
    waiting = []
  }

  private mutating func fitted() -> [Int] {
    var measured = Self.measured(waiting)
    if let optional, let width, optional < measured.count,
      measured.reduce(0, +) + Self.gap * (measured.count - 1) > width
    {
      isOptionalLeftOut = true
      measured.remove(at: optional)
    }
    return Self.fitted(measured, width)
  }

  private func shown(_ cells: [StyledText]) -> [StyledText] {
    guard isOptionalLeftOut, let optional, optional < cells.count else { return cells }
    var cells = cells
    cells.remove(at: optional)
    return cells
  }

  private static func measured(_ rows: [[StyledText]]) -> [Int] {
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.width)
      }
    }
    return widths
  }

  private static func fitted(_ widths: [Int], _ total: Int?) -> [Int] {
    guard let total else { return widths }
    let room = total - gap * (widths.count - 1)
    let tries = narrowest.lazy.map {
      narrowed(widths.map { min($0, total) }, to: room, narrowest: $0)
    }
    return tries.first { $0.reduce(0, +) <= room } ?? tries[0]
  }

  /// Narrows the widest columns until all fit, or have the least width.
  private static func narrowed(_ widths: [Int], to room: Int, narrowest: Int) -> [Int] {
    let least = widths.enumerated().map { min($1, $0 == 0 ? Self.narrowest[0] : narrowest) }
    // A server may send thousands of columns.
    guard least.reduce(0, +) < room else { return least }
    var widths = widths
    for _ in 0..<max(0, widths.reduce(0, +) - room) {
      let columns = widths.indices.filter { widths[$0] > least[$0] }
      guard let widest = columns.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
    }
    return widths
  }

  private func print(_ cells: [StyledText], _ widths: [Int], to output: inout [UInt8]) {
    var line = ""
    var room = width ?? .max
    for (column, cell) in cells.enumerated() {
      let isLast = column == cells.count - 1
      let limit = width == nil ? .max : min(widths[column], room)
      let (text, size) = cell.cut(to: limit)
      text.write(to: &line, isColored: isColored)
      if isLast { break }
      let padding = min(max(0, widths[column] - size) + Self.gap, room - size)
      line += String(repeating: " ", count: padding)
      room -= size + padding
    }
    output += Array(line.utf8)
    output.append(JSONByte.lineFeed)
  }
}
