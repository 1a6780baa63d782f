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

  @Test func fetchesAllPages() throws {
    let query = try YelpTool(YelpTestServer(total: 120))

    let result = try query("search", "--location", "x", "--all").expect(exit: 0).expectSilence()

    let records = result.results()
    #expect(records.map(\.rank) == (1...120).map { $0 })
    #expect(Set(identifiers(records)).count == 120)
    #expect(pages(query.yelp) == ["-+50", "50+50", "100+50"])
  }

  @Test func usesLimitAsPageSize() throws {
    let query = try YelpTool(YelpTestServer(total: 45))

    let result = try query("search", "--location", "x", "--all", "--limit", "20")

    #expect(result.expect(exit: 0).results().count == 45)
    #expect(pages(query.yelp) == ["-+20", "20+20", "40+20"])
  }

  @Test(arguments: [(1, ["-+1"]), (50, ["-+50"]), (70, ["-+50", "50+20"])])
  func fetchesTheRequestedNumberOfResults(wanted: Int, expected: [String]) throws {
    let query = try YelpTool(YelpTestServer(total: 120))

    let result = try query("search", "--location", "x", "--max-results", "\(wanted)")

    result.expect(exit: 0).expectSilence()
    #expect(result.results().map(\.rank) == (1...wanted).map { $0 })
    #expect(pages(query.yelp) == expected)
  }

  @Test(arguments: [0, 1, 50])
  func sendsNoRequestAfterTheLastPage(total: Int) throws {
    let query = try YelpTool(YelpTestServer(total: total))

    let result = try query("search", "--location", "x", "--all").expect(exit: total == 0 ? 1 : 0)

    #expect(result.results().count == total)
    #expect(query.yelp.calls == 1)
  }

  @Test(arguments: ["events", "reviews"])
  func fetchesPagesOfOtherLists(endpoint: String) throws {
    let query = try YelpTool(YelpTestServer())

    let result = try query(endpoint, "x", "--all", "--limit", "1").expect(exit: 0)

    #expect(result.results().map(\.rank) == [1, 2, 3])
    #expect(pages(query.yelp) == ["-+1", "1+1", "2+1"])
  }

  @Test func startsAtTheOffset() throws {
    let query = try YelpTool(YelpTestServer(total: 120))

    let result = try query("search", "--location", "x", "--all", "--offset", "40")

    #expect(result.expect(exit: 0).results().count == 80)
    #expect(pages(query.yelp) == ["40+50", "90+50"])
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

  @Test func marksTruncatedEnvelopes() throws {
    let query = try YelpTool(YelpTestServer(total: 300))

    let whole = try query("search", "--location", "x", "--max-results", "300", "--envelope")
    let cut = try query("search", "--location", "x", "--all", "--envelope")

    let records = try [whole, cut].map { result in
      try #require(result.expect(exit: 0).records(as: .envelope).first)
    }
    #expect(records.map { $0["results"]?.elements.count } == [300, 240])
    #expect(records.map { $0["truncated"]?.boolean } == [nil, true])
    #expect(records.map { $0["total"]?.integer } == [300, 300])
    #expect(whole.lines.count == 1 && cut.lines.count == 1)
  }

  /// A request for more than the guaranteed results is tried; if the API refuses it, the list ends.
  @Test func endsWhereTheAPIRefusesMore() throws {
    let query = try YelpTool(YelpTestServer(total: 500, cap: 240))

    let result = try query("search", "--location", "x", "--max-results", "400").expect(exit: 0)

    result.expect(says: "yelp-query: warning: ", " of 500 results")
    #expect(result.results().count == 240)
  }

  /// A list may shift between two calls.
  @Test func removesDuplicates() throws {
    let businesses = ["a", "b", "c"].map { SampleYelp.business($0, imageURL: "") }
    let server = try LoopbackServer { request in
      let page = request[query: "offset"] == nil ? businesses.prefix(2) : businesses.suffix(2)
      return .ok(json: #"{"businesses":[\#(page.joined(separator: ","))],"total":4}"#)
    }

    let result = try Tool("yelp-query")(
      "search", "--base-url", server.url("/v3"), "--location", "x", "--all", "--limit", "2",
      environment: ["YELP_API_KEY": "k"])

    let records = result.expect(exit: 0).results()
    #expect(identifiers(records) == ["a", "b", "c"])
    #expect(records.map(\.rank) == [1, 2, 3])
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

  @Test func resumesAListThatIsInterruptedTwice() throws {
    let query = try YelpTool(YelpTestServer(total: 120))
    for _ in 1...2 {
      query.yelp.fail(with: .slow(.zero))
      query.yelp.fail(with: .internalError)
    }
    var input = ["x"]
    var ranks: [Int?] = []
    for _ in 1...3 {
      let records = try query(
        "search", "--all", "--retry", "0", "--retry-errors", stdin: .lines(input)
      ).results()
      ranks += records.filter { !$0.isError }.map(\.rank)
      input = records.filter(\.isError).map(\.line)
    }

    #expect(input == [] && ranks == (1...120).map { $0 })
  }

  @Test func reportsNoOffsetIfTheFirstPageFails() throws {
    let query = try YelpTool(YelpTestServer(total: 120))
    query.yelp.fail(with: .internalError)

    let result = try query("search", "--all", "--location", "x", "--retry", "0").expect(exit: 22)

    let records = result.results()
    #expect(records.map(\.code) == ["api_error"] && records.first?["offset"] == nil)
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

  @Test func countsTheResultsOfBothRuns() throws {
    let query = try YelpTool(YelpTestServer(total: 120))
    query.yelp.fail(with: .slow(.zero))
    query.yelp.fail(with: .internalError)
    let words = ["search", "--max-results", "70", "--retry", "0", "--retry-errors"]

    let first = try query.run(words, stdin: .lines(["x"])).expect(exit: 1)
    let second = try query.run(words, stdin: .lines([first.lines[50]])).expect(exit: 0)

    #expect(second.results().map(\.rank) == (51...70).map { $0 })
    #expect(pages(query.yelp) == ["-+50", "50+20", "50+20"])
  }

  @Test func continuesWithOtherItemsAfterAFailure() throws {
    let query = try YelpTool(YelpTestServer(total: 70))
    query.yelp.fail(with: .slow(.zero))
    query.yelp.fail(with: .notJSON)

    let result = try query(
      "search", "--all", "--jobs", "1", stdin: .lines(["a", "b"])
    ).expect(exit: 1)

    let records = result.results()
    let failures = records.filter(\.isError)
    #expect(failures.map(\.code) == ["decode"])
    let failure = try #require(failures.first)
    #expect(records.count { $0.ref != failure.ref } == 70)
  }

  @Test(arguments: [
    ["--all", "--build"], ["--max-results", "9", "--build"], ["--max-results", "0"],
  ])
  func rejectsInvalidCombinations(words: [String]) throws {
    let query = try YelpTool(YelpTestServer(expectsNoRequest: true))

    try query.run(["search", "--location", "x"] + words).expect(exit: 2)
      .expect(says: "yelp-query: error: ")
  }

  @Test(arguments: ["business", "match", "categories", "phone"])
  func rejectsPagesOfOtherEndpoints(endpoint: String) throws {
    let query = try YelpTool(YelpTestServer(expectsNoRequest: true))

    try query(endpoint, "--all").expect(exit: 2).expect(says: "--all")
  }
}
