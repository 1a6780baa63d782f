import TestSupport
import Testing

/// Paginated lists.
@Suite struct YelpPageTests {
  private func pages(_ yelp: YelpTestServer) -> [String] {
    yelp.requests.map { "\($0[query: "offset"] ?? "-")+\($0[query: "limit"] ?? "-")" }
  }

  private func identifiers(_ records: [Record]) -> [String] {
    records.compactMap { $0["id"]?.string }
  }

  @Test func warnsAboutTheLimitOfTheAPI() throws {
    let query = try YelpTool(YelpTestServer(total: 500, cap: 240))

    let result = try query("search", "--location", "x", "--all").expect(exit: 0)

    result.expect(says: "yelp-query: warning: ", "240 of 500 results")
    result.expect(says: "hint: split the search by --price, --categories or --radius")
    #expect(result.results().count == 240)
    #expect(pages(query.yelp) == ["-+50", "50+50", "100+50", "150+50", "200+40"])
    let operands = try query("search", "x", "y", "--all", "--jobs", "1").expect(exit: 0)
    operands.expect(
      says: "only 240 of 500 results for \"x\", and only a part of the results of 1 other item")
    #expect(operands.messages.split(separator: "\n").count == 2)
  }

  @Test func resumesAnInterruptedList() throws {
    let query = try YelpTool(YelpTestServer(total: 120))
    query.yelp.fail(with: .slow(.zero))
    query.yelp.fail(with: .internalError)
    let line = #"{"ref":"r","location":"x"}"#

    let first = try query("search", "--all", "--retry", "0", stdin: .lines([line])).expect(exit: 1)
    let second = try query(
      "search", "--all", "--retry-errors", stdin: .lines(Array(first.lines.suffix(1)))
    ).expect(exit: 0)

    let records = first.results()
    let failure = try #require(records.last)
    #expect(records.dropLast().map(\.rank) == (1...50).map { $0 })
    #expect(failure.code == "api_error" && failure.ref == #""r""# && failure.input == line)
    #expect(failure["offset"]?.integer == 50)
    let rest = second.results()
    #expect(rest.map(\.rank) == (51...120).map { $0 } && rest.allSatisfy { $0.ref == #""r""# })
    #expect(Set(identifiers(records + rest)).count == 120)
    #expect(pages(query.yelp) == ["-+50", "50+50", "50+50", "100+50"])
  }

  /// One record per item, with the results and the error.
  @Test func printsOneEnvelopeForAnInterruptedList() throws {
    let query = try YelpTool(YelpTestServer(total: 120))
    query.yelp.fail(with: .slow(.zero))
    query.yelp.fail(with: .internalError)
    let words = ["search", "--all", "--envelope", "--retry", "0", "--retry-errors"]

    let first = try query.run(words, stdin: .lines(["x"])).expect(exit: 1)
    let second = try query.run(words, stdin: .bytes(first.stdout)).expect(exit: 0)

    try #require(first.lines.count == 1 && second.lines.count == 1)
    let broken = try Record(first.lines[0])
    #expect(broken.code == "api_error" && broken.ref == "1" && broken.input == "x")
    #expect(broken["results"]?.elements.count == 50 && broken["offset"]?.integer == 50)
    let rest = try #require(second.records(as: .envelope).first)
    #expect(rest["results"]?.elements.count == 70 && rest.ref == "1")
  }
}
