/// How a tool's records are shown to people, where they are not to be JSON lines.
///
/// It decides about `--format table`, and about `auto` on a terminal. For `tsv` and `csv` it only
/// names the fields, and the user's own `--fields` take the place of all of it.
package enum RecordView: Sendable {
  /// Members as they are, side by side; none is a tool without a table.
  case columns([String])
  /// A row a record.
  case table(TableView)
  /// Some lines a record, with an empty line between two.
  case blocks(BlockView)

  /// What `tsv` and `csv` have; empty is the members of the first record.
  var fields: [String] {
    switch self {
    case .columns(let columns): columns
    case .table(let table): table.fields
    case .blocks(let blocks): blocks.fields
    }
  }

  /// The same with further columns, which are members as they are; a view without columns
  /// has all of them anyway.
  func adding(_ names: [String]) -> RecordView {
    let new = names.filter { !fields.contains($0) }
    if new.isEmpty || fields.isEmpty { return self }
    switch self {
    case .columns(let columns): return .columns(columns + new)
    case .table(let table):
      return .table(
        TableView(titles: table.titles + new, fields: table.fields + new) {
          record throws(RecordViewFault) in
          try table.cells(record)
            + new.map { StyledText(PrintedRecord.text(of: record[$0])) }
        })
    case .blocks(let blocks):
      return .blocks(BlockView(fields: blocks.fields + new, lines: blocks.lines))
    }
  }

  /// Whether `auto` may show it on a terminal.
  var isForPeople: Bool {
    if case .columns(let columns) = self { !columns.isEmpty } else { true }
  }
}
