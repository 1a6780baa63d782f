import TestSupport
import Testing

/// Tables, cards, TSV and CSV.
@Suite struct YelpTableTests {
  private let query: YelpTool

  init() throws { query = try YelpTool(YelpTestServer()) }

  @Test func firstColumnOfSeveralSearchesIsTheQuery() throws {
    let places = ToolInput.lines(["x", "y"])

    for format in ["csv", "tsv", "table"] {
      let result = try query("search", "--format", format, "--limit", "1", stdin: places)
      let lines = result.expect(exit: 0).lines
      #expect(lines[0].hasPrefix("ref") && lines[0].contains("name"))
      #expect(lines[1].hasPrefix("1") && lines[2].hasPrefix("2"))
    }
    let one = try query("search", "--format", "csv", "--location", "x").expect(exit: 0)
    #expect(one.text.hasPrefix("name,"))
  }

  @Test(arguments: YelpTestServer.calls)
  func supportsTablesForEveryEndpoint(call: YelpTestServer.Call) throws {
    let result = try query.run(call.words + ["--format", "table"]).expect(exit: 0).expectSilence()

    #expect(result.lines.count > call.records)
    #expect(result.lines.allSatisfy { !$0.contains("\u{1B}") })
  }
}
