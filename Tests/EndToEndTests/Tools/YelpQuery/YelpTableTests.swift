import TestSupport
import Testing

/// Tables, cards, TSV and CSV.
@Suite struct YelpTableTests {
  private static let red = "\u{1B}[38;2;211;35;35m"
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

  @Test func printsAColoredTableToATerminal() throws {
    let words = [
      "search", "--base-url", query.yelp.baseURL, "--location", "x", "--limit", "2",
      "--progress", "none",
    ]
    let tool = try Tool("yelp-query", in: query.sandbox)
    let coloured = try tool.run(words, stdout: .terminal, environment: query.environment)
    let narrow = query.environment.merging(["NO_COLOR": "1", "COLUMNS": "60"]) { $1 }
    let plain = try tool.run(words, stdout: .terminal, environment: narrow)

    #expect(coloured.expect(exit: 0).text.contains(Self.red))
    #expect(plain.expect(exit: 0).text.hasPrefix("name"))
    #expect(!plain.text.contains(Self.red))
    let lines = plain.text.split(whereSeparator: \.isNewline)
    #expect(lines.allSatisfy { $0.count <= 60 }, "\(plain.text.debugDescription)")
  }
}
