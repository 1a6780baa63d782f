import TestSupport
import Testing

/// Too many calls per second: retried, unlike an exhausted quota.
@Suite struct YelpPaceTests {
  @Test func warnsOfManyCallsOnce() throws {
    let query = try YelpTool(YelpTestServer(dailyLimit: 300, total: 1))
    let places = (1...12).map { "place \($0)" }

    let first = try query.run(["search"] + places).expect(exit: 0)
    let known = try query.run(["search"] + places).expect(exit: 0)
    let stream = try query("search", "--cache", stdin: .lines(places)).expect(exit: 0)

    first.expect(says: "warning: 12 places: at least 12 calls; --budget N limits them")
    known.expect(says: "warning: 12 places: at least 12 of the 288 calls left today; --budget N")
    stream.expect(says: "warning: more than 10 places: at least as many of the ")
    stream.expect(says: " calls left today, unless cached; --budget N limits them")
    for result in [first, known, stream] {
      #expect(result.messages.split(separator: "\n").count == 1)
    }
  }

  @Test func doesNotWarnOfFewOrLimitedCalls() throws {
    let query = try YelpTool(YelpTestServer(total: 1))
    let places = (1...11).map { "place \($0)" }

    try query.run(["search"] + places.dropLast()).expect(exit: 0).expectSilence()
    try query.run(["search", "--budget", "20"] + places).expect(exit: 0).expectSilence()
    try query.run(["search", "-q"] + places).expect(exit: 0).expectSilence()
    try query.run(["search", "--build"] + places).expect(exit: 0).expectSilence()
  }

  /// A rejected request had no effect, so any method can be retried.
  @Test(arguments: ["chat", "jobs"])
  func retriesPOST(endpoint: String) throws {
    let query = try YelpTool(YelpTestServer())
    query.yelp.fail(with: .tooManyPerSecond())

    try query(endpoint, "x").expect(exit: 0)

    #expect(query.yelp.calls == 2)
  }

  @Test func recoversFromTooManyRequests() throws {
    let query = try YelpTool(YelpTestServer(perSecond: 3, total: 1))

    let result = try query(
      "search", stdin: .lines((1...8).map { "place \($0)" }),
      environment: ["WIRELINE_RETRY_DELAY": "500ms"])

    let records = result.expect(exit: 0).results()
    #expect(records.count == 8 && records.allSatisfy { !$0.isError })
  }
}
