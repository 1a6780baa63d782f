/// Records as a view shows them.
struct ViewFormatter: Sendable {
  private enum Form: Sendable {
    case table(TableView)
    case blocks(BlockView)
  }

  /// The width of blocks where there is no terminal.
  private static let defaultWidth = 80
  /// Another kind of record than the view is for.
  private static let nothing = RecordViewFault("it has nothing of what is shown")

  private let form: Form
  private let width: Int
  private let isColored: Bool
  private var layout: TableLayout
  /// The titles, or a first block, have been printed.
  private var hasBegun = false

  /// Nil for a view that is plain columns.
  ///
  /// - Parameter width: of the terminal, in columns; nil where there is none.
  init?(_ view: RecordView, width: Int?, isColored: Bool) {
    switch view {
    case .columns: return nil
    case .table(let table): form = .table(table)
    case .blocks(let blocks): form = .blocks(blocks)
    }
    self.width = width ?? Self.defaultWidth
    self.isColored = isColored
    layout = TableLayout(width: width, isColored: isColored)
  }

  mutating func append(_ record: [UInt8], to output: inout [UInt8]) -> OutputFormatter.Outcome {
    guard let view = PrintedRecord.parse(record) else {
      return .failure(line: nil, message: "a record is not an object")
    }
    if PrintedRecord.isError(view) { return PrintedRecord.failure(view) }
    do throws(RecordViewFault) {
      switch form {
      case .table(let table):
        let cells = try table.cells(view)
        guard cells.contains(where: { !$0.text.isEmpty }) else { throw Self.nothing }
        if !hasBegun { layout.append(table.titles.map { StyledText($0) }, to: &output) }
        layout.append(cells, to: &output)
      case .blocks(let blocks):
        let lines = try blocks.lines(view, width)
        guard !lines.isEmpty else { throw Self.nothing }
        put(lines, to: &output)
      }
    } catch {
      return .failure(line: nil, message: "a record cannot be shown: \(error.reason)")
    }
    hasBegun = true
    return .printed
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
