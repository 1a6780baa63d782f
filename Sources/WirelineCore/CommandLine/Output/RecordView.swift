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

  /// Whether `auto` may show it on a terminal.
  var isForPeople: Bool {
    if case .columns(let columns) = self { !columns.isEmpty } else { true }
  }
}
