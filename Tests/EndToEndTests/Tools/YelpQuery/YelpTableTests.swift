import TestSupport
import Testing

/// Tables, cards, TSV and CSV.
@Suite struct YelpTableTests {
  private static let red = "\u{1B}[38;2;211;35;35m"
  private let query: YelpTool

  init() throws { query = try YelpTool(YelpTestServer()) }

  private func lines(_ format: String, _ words: String...) throws -> [String] {
    try query.run(words + ["--format", format]).expect(exit: 0).expectSilence().lines
  }

  @Test func firstColumnOfSeveralSearchesIsTheQuery() throws {
    let places = ToolInput.lines(["x", "y"])

    for format in ["csv", "tsv", "table"] {
      let result = try query("search", "--format", format, "--limit", "1", stdin: places)
      let lines = result.expect(exit: 0).lines
      #expect(lines[0].hasPrefix("ref") && lines[0].contains("name"))
      #expect(lines[1].hasPrefix("1") && lines[2].hasPrefix("2"))
    }
    #expect(try lines("csv", "search", "--location", "x")[0].hasPrefix("name,"))
  }

  @Test func warnsOfACopyThatTheResultHas() throws {
    let result = try query(
      "search", "--copy", "name,row", stdin: .lines([#"{"location":"x","name":"y","row":1}"#]))

    result.expect(exit: 0).expect(says: "warning: cannot copy \"name\": the results have a field")
    #expect(result.messages.split(separator: "\n").count == 1)
    #expect(result.text.contains(#""row":1"#))
  }

  @Test(arguments: YelpTestServer.calls)
  func supportsTablesForEveryEndpoint(call: YelpTestServer.Call) throws {
    let result = try query.run(call.words + ["--format", "table"]).expect(exit: 0).expectSilence()

    #expect(result.lines.count > call.records)
    #expect(result.lines.allSatisfy { !$0.contains("\u{1B}") })
  }

  @Test func printsTheColumnsOfASearch() throws {
    let tsv = try lines("tsv", "search", "--location", "x")
    let csv = try lines("csv", "search", "--location", "x")

    #expect(tsv[0] == "name\trating\treview_count\tprice\tlocation.address1\tdistance")
    #expect(tsv[1] == "Café Aurora\t4.50\t1006\t$$\t1 Main St\t946.3867385272524")
    #expect(tsv[2] == "Ørsted & Søn\t4.50\t1005\t\t1 Main St\t947.3867385272524")
    #expect(csv[0] == tsv[0].replacing("\t", with: ","))
    #expect(csv[4] == #""The ""Quiet"" Spoon",4.50,1003,$$,1 Main St,949.3867385272524"#)
  }

  @Test func printsAColoredTableToATerminal() throws {
    let words = ["search", "--base-url", query.yelp.baseURL, "--location", "x", "--limit", "2"]
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
