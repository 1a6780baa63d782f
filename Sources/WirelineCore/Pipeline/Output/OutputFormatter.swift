/// Formats finished records for stdout.
package struct OutputFormatter: Sendable {
  /// The format; nil to print records unchanged.
  private var form: (any RecordFormatter)?
  private let printsJSON: Bool
  /// Whether control characters in JSON are escaped; rows and views escape them themselves.
  private let escapesJSON: Bool

  /// Control characters are escaped for a terminal.
  ///
  /// - Parameters:
  ///   - format: any format but `auto`.
  ///   - fields: the selected fields, which replace the view; empty for all.
  ///   - view: how the tool shows its records to people.
  ///   - width: the terminal's width in columns; nil without a terminal.
  ///   - isColored: whether a view may use colours.
  package init(
    _ format: OutputFormat, fields: [FieldPath], view: RecordView, width: Int? = nil,
    isColored: Bool = false
  ) {
    let wanted = fields.isEmpty ? view.fields.map(FieldPath.init) : fields
    printsJSON = format == .automatic || format == .jsonLines
    escapesJSON = printsJSON && width != nil
    switch format {
    case .automatic, .jsonLines: form = fields.isEmpty ? nil : FieldSelection(fields)
    case .table:
      let view = fields.isEmpty ? ViewFormatter(view, width: width, isColored: isColored) : nil
      form = view ?? RowFormatter(wanted, .table, width: width)
    case .tabSeparated: form = RowFormatter(wanted, .tabSeparated, width: width)
    case .commaSeparated: form = RowFormatter(wanted, .commaSeparated, width: width)
    }
  }

  /// The selected fields that no printed record had, with the names that the last record had; empty
  /// if no record was printed.
  var missing: (fields: [FieldPath], known: [String]) { form?.usage?.missing ?? ([], []) }

  /// Whether records are printed unchanged, so that `append` need not be called.
  package var isUntouched: Bool { form == nil && !escapesJSON }

  /// Formats a record, with or without its line feed.
  ///
  /// - Parameter output: receives the text that can be printed now; a table buffers its first rows.
  package mutating func append(_ record: [UInt8], to output: inout [UInt8]) -> PrintedRecord.Outcome
  {
    var record = record
    if escapesJSON {
      let json = record
      record = []
      json.withUnsafeBytes { TerminalJSON.append($0, to: &record) }
    }
    let view = form == nil ? nil : PrintedRecord.parse(record)
    if let view, !PrintedRecord.isError(view) {
      do throws(RecordViewError) {
        try form?.append(view, to: &output)
        return .printed
      } catch {
        return .failure(line: nil, message: "a record cannot be shown: \(error.reason)")
      }
    }
    if !printsJSON {
      return view.map(PrintedRecord.failure)
        ?? .failure(line: nil, message: "a record is not an object")
    }
    output += record
    if record.last != JSONByte.lineFeed { output.append(JSONByte.lineFeed) }
    return .printed
  }

  /// Prints buffered rows.
  package mutating func flush(to output: inout [UInt8]) { form?.flush(to: &output) }
}

/// `--format`: the form of the records on stdout.
package enum OutputFormat: String, CaseIterable, Sendable {
  /// A table if stdout is a terminal and the tool has a table, else JSON lines.
  case automatic = "auto"
  case jsonLines = "jsonl"
  case table
  /// Tab-separated values; tab, line feed, carriage return and backslash in a value become `\t`,
  /// `\n`, `\r` and `\\`.
  case tabSeparated = "tsv"
  /// Comma-separated values as in RFC 4180, but each row ends in a line feed alone.
  case commaSeparated = "csv"

  func resolved(isTerminal: Bool, hasTable: Bool) -> OutputFormat {
    guard self == .automatic else { return self }
    return isTerminal && hasTable ? .table : .jsonLines
  }
}

/// Formats records by a view.
private struct ViewFormatter: RecordFormatter {
  private static let defaultWidth = 80
  private static let nothing = RecordViewError("it contains none of the displayed fields")

  private let view: RecordView
  private let width: Int
  private let isColored: Bool
  private var layout: TableLayout
  private var hasBegun = false

  /// Fails for a view of plain columns.
  ///
  /// - Parameter width: the terminal's width in columns; nil without a terminal.
  init?(_ view: RecordView, width: Int?, isColored: Bool) {
    var optional: Int?
    switch view {
    case .columns: return nil
    case .table(let table): optional = table.optional
    case .blocks: break
    }
    self.view = view
    self.width = width ?? Self.defaultWidth
    self.isColored = isColored
    layout = TableLayout(width: width, isColored: isColored, optional: optional)
  }

  mutating func append(
    _ record: JSONView, to output: inout [UInt8]
  ) throws(RecordViewError) {
    switch view {
    case .columns: break
    case .table(let table):
      let cells = try table.cells(record)
      guard cells.contains(where: { !$0.text.isEmpty }) else { throw Self.nothing }
      if !hasBegun { layout.append(table.titles.map { StyledText($0) }, to: &output) }
      layout.append(cells, to: &output)
    case .blocks(let blocks):
      let lines = try blocks.lines(record, width)
      guard !lines.isEmpty else { throw Self.nothing }
      put(lines, to: &output)
    }
    hasBegun = true
  }

  mutating func flush(to output: inout [UInt8]) { layout.flush(to: &output) }

  private func put(_ lines: [StyledText], to output: inout [UInt8]) {
    var text = hasBegun ? "\n" : ""
    for line in lines {
      line.write(to: &text, isColored: isColored)
      text += "\n"
    }
    output += Array(text.utf8)
  }
}

/// Prints JSON lines with only the selected fields, in order, with values unchanged.
private struct FieldSelection: RecordFormatter {
  private let fields: [FieldPath]
  private(set) var usage: FieldUsage?

  init(_ fields: [FieldPath]) {
    self.fields = fields
    usage = FieldUsage(fields)
  }

  mutating func append(_ record: JSONView, to output: inout [UInt8]) {
    let lookup = FieldLookup(record, count: fields.count)
    let values = fields.map { $0.value(in: lookup) }
    usage?.note(values, of: record)
    output += JSONWriter.line { writer in
      for (field, value) in zip(fields, values) {
        guard let value else { continue }
        writer.key(named: field.text)
        writer.value(value)
      }
    }
  }
}
