/// Records as rows of cells, under a row of titles.
struct RowFormatter: Sendable {
  enum Style: Sendable {
    case table(TableLayout)
    case tabSeparated
    case commaSeparated
  }

  private var fields: [FieldPath]
  private var style: Style
  private var hasTitles = false

  /// - Parameter fields: the columns; empty takes the members of the first record.
  init(_ fields: [FieldPath], _ style: Style) {
    self.fields = fields
    self.style = style
  }

  mutating func append(_ record: [UInt8], to output: inout [UInt8]) -> OutputFormatter.Outcome {
    guard let view = PrintedRecord.parse(record) else {
      return .failure(line: nil, message: "a record is not an object")
    }
    if PrintedRecord.isError(view) { return PrintedRecord.failure(view) }
    if fields.isEmpty { fields = view.members.map { FieldPath($0.key) } }
    if !hasTitles {
      hasTitles = true
      put(fields.map { isStarred($0) ? Self.star : $0.text }, to: &output)
    }
    let members = RecordMembers(view, looksUp: fields.count)
    put(
      fields.map { field in
        let value = field.value(in: members)
        guard isStarred(field) else { return PrintedRecord.text(of: value) }
        return value?.boolean == true ? Self.star : ""
      }, to: &output)
    return .printed
  }

  private static let star = "★"

  /// A table is for people: what is or is no favourite has a star or none.
  private func isStarred(_ field: FieldPath) -> Bool {
    guard case .table = style else { return false }
    return field.text == "favorite"
  }

  mutating func flush(to output: inout [UInt8]) {
    guard case .table(var layout) = style else { return }
    style = .commaSeparated
    layout.flush(to: &output)
    style = .table(layout)
  }

  private mutating func put(_ cells: [String], to output: inout [UInt8]) {
    switch style {
    case .tabSeparated: Self.put(cells.map(Self.tabSeparated), "\t", to: &output)
    case .commaSeparated: Self.put(cells.map(Self.commaSeparated), ",", to: &output)
    case .table(var layout):
      // Taken out while it is changed: two references would copy its rows.
      style = .commaSeparated
      layout.append(cells.map(TerminalText.escaped), to: &output)
      style = .table(layout)
    }
  }

  private static func put(_ cells: [String], _ separator: String, to output: inout [UInt8]) {
    output += Array(cells.joined(separator: separator).utf8)
    output.append(JSONByte.lineFeed)
  }

  /// No cell can hold a tab or a line break, so that `cut` and `awk` see the columns.
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
