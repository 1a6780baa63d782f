import Testing

@testable import WirelineCore

@Suite struct CompletionLineTests {
  private static let table = OptionTable(SampleTool.options)

  private static func value(_ name: String, _ start: Int) -> CompletionLine.Cursor {
    let option = table.match(long: name[...])?.option ?? SampleTool.options[0]
    return .value(option, start: start)
  }

  static let cursors: [([String], String, CompletionLine.Cursor)] = [
    ([], "", .operand(0)), (["a"], "b", .operand(1)), (["-"], "", .operand(1)),
    ([], "-", .option), ([], "--", .option), ([], "--no-s", .option), ([], "-M", .option),
    ([], "-n", .option), ([], "-z", .option),
    (["--"], "--limit", .operand(0)), (["--", "--limit"], "", .operand(1)),
    (["--limit"], "", value("limit", 0)), (["--limit"], "--", value("limit", 0)),
    (["-Mn"], "4", value("limit", 0)), (["-H"], "Acc", value("header", 0)),
    ([], "--limit=", value("limit", 8)), ([], "--limit=4", value("limit", 8)),
    ([], "-n4", value("limit", 2)), ([], "-n=4", value("limit", 3)),
    ([], "-Mn4", value("limit", 3)), ([], "-H=", value("header", 3)),
    ([], "--retry-errors=a", value("retry-errors", 15)),
    (["--retry-errors"], "", .operand(0)), (["--limit=4"], "", .operand(0)),
    ([], "--mark=", .nothing), ([], "--bogus=", .nothing), (["--bogus"], "", .operand(0)),
  ]

  @Test(arguments: cursors)
  func classifiesTheWordAtTheCursor(
    words: [String], current: String, cursor: CompletionLine.Cursor
  ) {
    #expect(CompletionLine(words, current: current, Self.table).cursor == cursor)
  }
}
