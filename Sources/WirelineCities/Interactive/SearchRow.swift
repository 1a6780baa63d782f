internal import WirelineCore

struct SearchRow: Equatable, Sendable {
  let id: Int64
  let columns: [String]
  var isMarked: Bool
}

struct SearchResults: Equatable, Sendable {
  /// The first results, the best first.
  var rows: [SearchRow]
  var total: Int
  var elapsed: Duration
  var message: String?
}

/// The result of toggling a mark.
enum ToggleResult: Equatable, Sendable {
  /// Whether the row is marked now.
  case isMarked(Bool)
  /// The mark is unchanged, with a reason to show.
  case refused(String)
}

/// Lays out rows as lines with aligned columns, like the tables that the tools print.
struct RowLayout: Sendable {
  /// The width of `> ★ ` before each row.
  static let gutter = 4

  private var table: TableLayout

  /// - Parameters:
  ///   - rows: the first of them determine the widths of the columns.
  ///   - columns: the width of the terminal.
  init(rows: [SearchRow], columns: Int) {
    table = TableLayout(width: max(1, columns - Self.gutter))
    var lines: [UInt8] = []
    for row in rows.prefix(TableLayout.rowsToMeasure) {
      table.append(Self.cells(row), to: &lines)
    }
    table.flush(to: &lines)
  }

  /// The row's line, without control characters. It may exceed a very narrow terminal.
  func text(of row: SearchRow) -> String {
    var table = table
    var line: [UInt8] = []
    table.append(Self.cells(row), to: &line)
    let end = line.lastIndex { $0 != JSONByte.space && $0 != JSONByte.lineFeed } ?? -1
    return String(decoding: line[...end], as: UTF8.self)
  }

  private static func cells(_ row: SearchRow) -> [String] {
    row.columns.map { TerminalText.escaped($0) }
  }
}
