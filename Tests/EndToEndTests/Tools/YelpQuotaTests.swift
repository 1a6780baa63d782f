import Glibc
import TestSupport
import Testing

/// The calls of the day, and what becomes of those who come too late.
@Suite struct YelpQuotaTests {
  private static let places = (1...12).map { #"{"ref":"p\#($0)","location":"place \#($0)"}"# }

  /// `2026-11-22T00:00:00+00:00`, as our records write it.
  private func moment(_ yelp: YelpStandIn) -> String {
    yelp.resetTime.replacing("+00:00", with: "Z")
  }

  /// Each line was answered or handed back as it came.
  private func expectNothingLost(
    _ result: ToolResult, of lines: [String], retryAt: String?,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> (answered: Set<String>, back: [Record]) {
    let records = result.results(sourceLocation: sourceLocation)
    let back = records.filter(\.isError)
    for record in back {
      #expect(record.code == "quota_exhausted", sourceLocation: sourceLocation)
      #expect(record["error"]?["retry_at"]?.string == retryAt, sourceLocation: sourceLocation)
      #expect(lines.contains(record.input ?? ""), sourceLocation: sourceLocation)
    }
    let answered = Set(records.filter { !$0.isError }.map(\.ref))
    #expect(answered.isDisjoint(with: back.map(\.ref)), sourceLocation: sourceLocation)
    #expect(answered.count + back.count == lines.count, sourceLocation: sourceLocation)
    return (answered, back)
  }

  // MARK: The day ends in the middle

  @Test(arguments: ["1", "4"])
  func whatIsNotAskedIsHandedBack(jobs: String) throws {
    let query = try YelpTool(YelpStandIn(dailyLimit: 5, total: 1))

    let result = try query("search", "--jobs", jobs, stdin: .lines(Self.places)).expect(exit: 75)

    let (answered, _) = expectNothingLost(result, of: Self.places, retryAt: moment(query.yelp))
    // What is under way may be counted twice for a moment, and is then not spent.
    #expect(jobs == "1" ? answered.count == 5 : (2...5).contains(answered.count))
    // Until the first answer nobody knows how many there are.
    #expect(query.yelp.calls <= (jobs == "1" ? 5 : 8))
  }

  /// The API's word is enough, also where no answer has counted.
  @Test func accessLimitReachedEndsTheRun() throws {
    let query = try YelpTool(YelpStandIn(total: 1))
    query.yelp.fail(with: .slow(.zero), times: 3)
    query.yelp.fail(with: .accessLimitReached)

    let result = try query("search", "--jobs", "1", stdin: .lines(Self.places)).expect(exit: 75)

    let (answered, back) = expectNothingLost(
      result, of: Self.places, retryAt: moment(query.yelp))
    #expect(answered.count == 3)
    #expect(query.yelp.calls == 4)
    #expect(back.first?["error"]?["status"]?.integer == 429)
    #expect(back.first?["error"]?["detail"]?["code"]?.string == "ACCESS_LIMIT_REACHED")
    #expect(back.allSatisfy { $0["error"]?["retryable"]?.boolean == true })
  }

  @Test func whatWasHandedBackIsAskedTheNextDay() throws {
    let query = try YelpTool(YelpStandIn(dailyLimit: 5, total: 1))
    let first = try query("search", stdin: .lines(Self.places)).expect(exit: 75)
    // Another day: nothing is known of it, and all calls are there.
    let morrow = try YelpTool(YelpStandIn(dailyLimit: 50, total: 1))

    let back = first.results().filter(\.isError).map(\.line)
    let second = try morrow("search", "--retry-errors", stdin: .lines(back))

    let records = second.expect(exit: 0).results()
    #expect(records.map(\.ref).sorted() == first.results().filter(\.isError).map(\.ref).sorted())
    #expect(records.allSatisfy { !$0.isError } && morrow.yelp.calls == back.count)
  }

  /// A hundred places with three pages each, and sixty calls.
  @Test func aHundredPlacesUnderSixtyCalls() throws {
    let query = try YelpTool(YelpStandIn(dailyLimit: 60, total: 120))
    let lines = (1...100).map { #"{"id":\#($0),"latitude":\#($0 % 80).5,"longitude":2.5}"# }

    let result = try query("search", "--all", stdin: .lines(lines)).expect(exit: 75)

    let records = result.results()
    let back = records.filter(\.isError)
    #expect(back.allSatisfy { $0.code == "quota_exhausted" && lines.contains($0.input ?? "") })
    var counts = Dictionary(grouping: records.filter { !$0.isError }, by: \.ref)
      .mapValues(\.count)
    for record in back {
      #expect(counts.removeValue(forKey: record.ref) ?? 0 == record["offset"]?.integer ?? 0)
    }
    #expect(counts.values.allSatisfy { $0 == 120 })
    #expect(counts.count + back.count == 100)
    #expect(counts.count >= 10)
    #expect(back.count { $0["offset"] != nil } <= 4, "what was under way")
    #expect(query.yelp.remaining == 0)
  }

  @Test func aSingleRunIs75() throws {
    let query = try YelpTool(YelpStandIn())
    query.yelp.fail(with: .accessLimitReached)

    let result = try query("business", "x").expect(exit: 75)

    result.expect(says: "yelp-query: error: ", "ACCESS_LIMIT_REACHED")
    #expect(query.yelp.calls == 1, "it is not tried again")
    let error = try #require(result.results().first?["error"])
    #expect(error["retry_at"]?.string == moment(query.yelp))
  }

  // MARK: Less than the day gives

  @Test(arguments: [0, 1, 3])
  func aBudgetIsOfTheRun(budget: Int) throws {
    let query = try YelpTool(
      YelpStandIn(dailyLimit: 50, total: 1, expectsNoRequest: budget == 0))
    let words = ["search", "--budget", "\(budget)"]

    let result = try query.run(words, stdin: .lines(Self.places)).expect(exit: 75)

    let (answered, back) = expectNothingLost(result, of: Self.places, retryAt: nil)
    #expect(answered.count == budget && query.yelp.calls == budget)
    #expect(back.allSatisfy { $0.message?.contains("budget of \(budget) call") == true })
  }

  /// Another attempt is another call.
  @Test func aBudgetCountsAttempts() throws {
    let query = try YelpTool(YelpStandIn())
    query.yelp.fail(with: .internalError, times: 9)

    let result = try query("business", "x", "--budget", "2", "--retry", "5")

    #expect(query.yelp.calls == 2)
    #expect(result.results().map(\.isError) == [true])
    #expect([22, 75].contains(result.exit), "\(result.story)")
  }

  @Test func aReserveIsLeft() throws {
    let query = try YelpTool(YelpStandIn(dailyLimit: 5, total: 1))

    let result = try query("search", "--reserve", "2", "--jobs", "1", stdin: .lines(Self.places))

    let (answered, _) = expectNothingLost(
      result.expect(exit: 75), of: Self.places, retryAt: moment(query.yelp))
    #expect(answered.count == 3 && query.yelp.remaining == 2)
    try query("search", "--location", "x").expect(exit: 0)
    #expect(query.yelp.remaining == 1, "who keeps nothing back may spend it")
  }

  /// While nothing is known of the day, several calls are under way at once.
  @Test func aReserveIsLeftFromTheFirstCallOn() throws {
    let query = try YelpTool(YelpStandIn(dailyLimit: 5, total: 1))

    try query("search", "--reserve", "3", stdin: .lines(Self.places)).expect(exit: 75)

    let left = try #require(query.yelp.remaining)
    #expect(left >= 1)
    #expect(left == 3)
  }

  @Test func theLastCallOfTheDayIsNoFailure() throws {
    let query = try YelpTool(YelpStandIn(dailyLimit: 12, total: 1))

    let result = try query("search", "--jobs", "1", stdin: .lines(Self.places)).expect(exit: 0)

    #expect(result.results().count == 12 && query.yelp.remaining == 0)
  }

  /// An endpoint may have a limit of its own: the others go on.
  @Test func theLimitOfAnEndpointIsItsOwn() throws {
    let server = try LoopbackServer { request in
      request.path.hasSuffix("/reviews")
        ? .status(
          429, SampleYelp.error("ACCESS_LIMIT_REACHED", "no"),
          headers: [
            "RateLimit-DailyLimit": "300", "RateLimit-Remaining": "200",
            "RateLimit-ResourceDailyLimit": "20", "RateLimit-ResourceRemaining": "0",
          ]) : .ok(json: SampleYelp.business("a", imageURL: ""))
    }
    let yelp = try Tool("yelp-query")
    let environment = ["YELP_API_KEY": "k"]
    let words = ["x", "--base-url", server.url("/v3")]

    try yelp.run(["reviews"] + words, environment: environment).expect(exit: 75)
    try yelp.run(["business"] + words, environment: environment).expect(exit: 0)

    #expect(server.requestCount == 2)
  }

  // MARK: Several processes

  @Test func theSecondRunBeginsWhereTheFirstEnded() throws {
    let query = try YelpTool(YelpStandIn(dailyLimit: 3, total: 1))
    try query("search", "--jobs", "1", stdin: .lines(Self.places)).expect(exit: 75)
    let calls = query.yelp.calls

    let second = try query("business", "x").expect(exit: 75)
    let stream = try query("reviews", stdin: .lines(["a", "b"])).expect(exit: 75)

    #expect(query.yelp.calls == calls)
    #expect(second.results().first?["error"]?["retry_at"]?.string == moment(query.yelp))
    _ = expectNothingLost(stream, of: ["a", "b"], retryAt: moment(query.yelp))
  }

  /// The quota is that of a key: another one has its own.
  @Test func anotherKeyIsAsked() throws {
    let query = try YelpTool(YelpStandIn(dailyLimit: 1, total: 1))
    try query("search", "--location", "x").expect(exit: 0)
    let calls = query.yelp.calls

    try query("search", "--location", "x").expect(exit: 75)
    try query("search", "--location", "x", environment: ["YELP_API_KEY": "another"])
      .expect(exit: 77)

    #expect(query.yelp.calls == calls + 1)
  }

  @Test func twoAtOnceSpendOneQuota() throws {
    let query = try YelpTool(YelpStandIn(dailyLimit: 10, total: 1))
    try query("business", "x").expect(exit: 0)

    let runs = try (1...2).map { _ in try query.start(["search"], stdin: .lines(Self.places)) }
    let results = try runs.map { try $0.wait() }

    var answered = 0
    for result in results {
      let parts = expectNothingLost(
        result.expect(exit: 75), of: Self.places, retryAt: moment(query.yelp))
      answered += parts.answered.count
    }
    #expect(answered == 9 && query.yelp.remaining == 0)
    #expect(query.yelp.calls == 10, "no process calls to find out that there are no more")
  }

  /// Many processes with several calls at a time: the last call of the day is known as such.
  @Test func manyAtOnceSpendNoCallMoreThanThereIs() throws {
    let query = try YelpTool(YelpStandIn(dailyLimit: 40, total: 1))
    try query("business", "x").expect(exit: 0)

    let runs = try (1...6).map { _ in
      try query.start(["search", "--jobs", "4"], stdin: .lines(Self.places))
    }
    for run in runs { _ = try run.wait() }

    #expect(query.yelp.calls <= 40, "\(query.yelp.calls)")
  }

  /// Nothing is known yet, and nothing is left: the first call finds out for all.
  @Test func oneCallFindsOutThatThereAreNone() throws {
    let query = try YelpTool(YelpStandIn(dailyLimit: 0, total: 1))

    let runs = try (1...6).map { _ in
      try query.start(["search", "--jobs", "4"], stdin: .lines(Self.places))
    }
    for run in runs { try run.wait().expect(exit: 75) }

    #expect(query.yelp.calls == 1)
  }
}
