/// The presentation of a tool's records to people.
///
/// Used for `--format table`, and for `auto` on a terminal. For `tsv` and `csv` it only names the
/// fields. `--fields` replaces it.
package enum RecordView: Sendable {
  /// A column per field; empty for a tool without a table.
  case columns([String])
  /// A row per record.
  case table(TableView)
  /// Some lines per record, separated by an empty line.
  case blocks(BlockView)

  var fields: [String] {
    switch self {
    case .columns(let columns): columns
    case .table(let table): table.fields
    case .blocks(let blocks): blocks.fields
    }
  }

  /// Adds columns with plain fields; a view without columns has all of them already.
  package func adding(_ names: [String], first: [String] = []) -> RecordView {
    let new = names.filter { !self.fields.contains($0) }
    if self.fields.isEmpty { return self }
    let fields = first + self.fields + new
    switch self {
    case .columns: return .columns(fields)
    case .table(let table):
      return .table(
        TableView(
          titles: first + table.titles + new, fields: fields,
          optional: table.optional.map { $0 + first.count }
        ) { record throws(RecordViewError) in
          let cells = try table.cells(record)
          return first.map { TableView.cell(record[$0]) } + cells
            + new.map { TableView.cell(record[$0]) }
        })
    case .blocks(let blocks): return .blocks(BlockView(fields: fields, lines: blocks.lines))
    }
  }

  /// Whether `auto` may use it on a terminal.
  var isForPeople: Bool {
    if case .columns(let columns) = self { !columns.isEmpty } else { true }
  }
}

/// Records as rows under titles.
package struct TableView: Sendable {
  package let titles: [String]
  package let fields: [String]
  /// The column that is left out if the terminal is too narrow for all columns.
  let optional: Int?
  /// The cells of a record, one per title.
  package let cells: @Sendable (JSONView) throws(RecordViewError) -> [StyledText]

  package init(
    titles: [String], fields: [String], optional: Int? = nil,
    cells: @escaping @Sendable (JSONView) throws(RecordViewError) -> [StyledText]
  ) {
    self.titles = titles
    self.fields = fields
    self.optional = optional
    self.cells = cells
  }

  /// Creates a column for each field; the last one is optional.
  package init(optionalLast fields: [String]) {
    self.init(titles: fields, fields: fields, optional: fields.count - 1) { record in
      fields.map { Self.cell(record[$0]) }
    }
  }

  fileprivate static func cell(_ value: JSONView?) -> StyledText {
    StyledText(PrintedRecord.text(of: value))
  }
}

/// Records as blocks of lines.
package struct BlockView: Sendable {
  package let fields: [String]
  /// The lines of a record, for a width in columns; unbreakable lines may be wider.
  package let lines: @Sendable (JSONView, Int) throws(RecordViewError) -> [StyledText]

  package init(
    fields: [String],
    lines: @escaping @Sendable (JSONView, Int) throws(RecordViewError) -> [StyledText]
  ) {
    self.fields = fields
    self.lines = lines
  }
}

/// The reason why a view cannot show a record.
package struct RecordViewError: Error, Equatable, Sendable {
  /// The reason, such as `at "/rating": expected a number, found string`.
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}
