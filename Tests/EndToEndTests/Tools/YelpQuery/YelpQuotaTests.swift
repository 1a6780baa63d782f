import Glibc
import TestSupport
import Testing

/// The daily quota, and items that are left when it is used up.
@Suite struct YelpQuotaTests {
  private static let places = (1...12).map { #"{"ref":"p\#($0)","location":"place \#($0)"}"# }

  /// The reset time in the format of records.
  private func moment(_ yelp: YelpTestServer) -> String {
    yelp.resetTime.replacing("+00:00", with: "Z")
  }

  /// Checks that each item has results, or an error record with the unchanged input.
  private func expectAllItems(
    _ result: ToolResult, of lines: [String], retryAt: String?,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> (completed: Set<String>, back: [Record]) {
    let records = result.results(sourceLocation: sourceLocation)
    let back = records.filter(\.isError)
    for record in back {
      #expect(record.code == "quota_exhausted", sourceLocation: sourceLocation)
      #expect(record["error"]?["retry_at"]?.string == retryAt, sourceLocation: sourceLocation)
      #expect(lines.contains(record.input ?? ""), sourceLocation: sourceLocation)
    }
    let completed = Set(records.filter { !$0.isError }.map(\.ref))
    #expect(completed.isDisjoint(with: back.map(\.ref)), sourceLocation: sourceLocation)
    #expect(completed.count + back.count == lines.count, sourceLocation: sourceLocation)
    return (completed, back)
  }

  @Test(arguments: ["1", "4"])
  func returnsItemsThatWereNotSent(jobs: String) throws {
    let query = try YelpTool(YelpTestServer(dailyLimit: 5, total: 1))

    let result = try query("search", "--jobs", jobs, stdin: .lines(Self.places)).expect(exit: 75)

    let (completed, _) = expectAllItems(result, of: Self.places, retryAt: moment(query.yelp))
    #expect(completed.count == 5 && query.yelp.calls == 5)
  }

  /// Without rate headers, the quota is reset at midnight.
  @Test func stopsAtAccessLimitReached() throws {
    let query = try YelpTool(YelpTestServer(total: 1))
    query.yelp.fail(with: .slow(.zero), times: 3)
    query.yelp.fail(with: .accessLimitReached)

    let result = try query("search", "--jobs", "1", stdin: .lines(Self.places)).expect(exit: 75)

    let midnight = result.results().first { $0.isError }?["error"]?["retry_at"]?.string
    #expect(midnight?.hasSuffix("T00:00:00Z") == true)
    let (completed, back) = expectAllItems(result, of: Self.places, retryAt: midnight)
    #expect(completed.count == 3)
    #expect(query.yelp.calls == 4)
    #expect(back.first?["error"]?["status"]?.integer == 429)
    #expect(back.first?["error"]?["detail"]?["code"]?.string == "ACCESS_LIMIT_REACHED")
    #expect(back.allSatisfy { $0["error"]?["retryable"]?.boolean == true })
  }

  /// Each place has three pages.
  @Test func completesListsOfAHundredPlacesWithSixtyCalls() throws {
    let query = try YelpTool(YelpTestServer(dailyLimit: 60, total: 120))
    let lines = (1...100).map { #"{"id":\#($0),"latitude":\#($0 % 80).5,"longitude":2.5}"# }

    let result = try query("search", "--all", "--no-unique", stdin: .lines(lines)).expect(exit: 75)

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
    #expect(back.count { $0["offset"] != nil } <= 4, "the lists in progress")
    #expect(query.yelp.remaining == 0)
  }

  @Test(arguments: [0, 1, 3])
  func budgetLimitsTheRun(budget: Int) throws {
    let query = try YelpTool(
      YelpTestServer(dailyLimit: 50, total: 1, expectsNoRequest: budget == 0))
    let words = ["search", "--budget", "\(budget)"]

    let result = try query.run(words, stdin: .lines(Self.places)).expect(exit: 75)

    let (completed, back) = expectAllItems(result, of: Self.places, retryAt: nil)
    #expect(completed.count == budget && query.yelp.calls == budget)
    #expect(back.allSatisfy { $0.message?.contains("budget of \(budget) call") == true })
  }

  /// The other calls of the run wait for its response.
  @Test func oneCallDetectsAnExhaustedQuota() throws {
    let query = try YelpTool(YelpTestServer(dailyLimit: 0, total: 1))

    try query("search", "--jobs", "4", stdin: .lines(Self.places)).expect(exit: 75)

    #expect(query.yelp.calls == 1)
  }

  @Test func replayDoesNotUseTheQuota() throws {
    let query = try YelpTool(YelpTestServer(dailyLimit: 1))
    try query("business", "x", "--record", "tape").expect(exit: 0)

    for _ in 1...2 {
      try query("business", "x", "--replay", "tape", "--budget", "0").expect(exit: 0)
    }

    #expect(query.yelp.calls == 1)
  }

  private func quotaFiles(_ sandbox: Sandbox) -> [String] {
    sandbox.files.filter { $0.hasPrefix("home/state/wireline/yelp-quota") }
  }

  @Test func printsTheReportedQuota() throws {
    let query = try YelpTool(YelpTestServer(dailyLimit: 7, total: 1))
    let before = try query("quota")
    #expect(quotaFiles(query.sandbox) == [], "quota creates no file")
    try query("search", stdin: .lines(["a", "b"])).expect(exit: 0)

    let result = try query("quota", "--format", "jsonl").expect(exit: 0).expectSilence()

    before.expect(exit: 1).expect(says: "yelp-query: error: ", "hint: ")
    #expect(before.text == "" && query.yelp.calls == 2)
    let record = try #require(result.records(as: .quota).first)
    #expect(record["daily_limit"]?.integer == 7 && record["remaining"]?.integer == 5)
    #expect(record["reset_at"]?.string == moment(query.yelp))
    #expect(record["updated_at"] != nil && record["age_s"]?.integer != nil)
  }

  @Test func killedRunLeavesAValidFile() throws {
    let query = try YelpTool(YelpTestServer(dailyLimit: 20, total: 1))
    query.yelp.fail(with: .slow(.zero), times: 3)
    query.yelp.fail(with: .slow(.seconds(2)), times: 4)
    let tool = try query.start(["search"], stdin: .lines((1...9).map { "place \($0)" }))
    #expect(query.yelp.waitForCalls(7))

    tool.send(SIGKILL)
    let killed = try tool.wait()

    #expect(killed.ending.signal == SIGKILL)
    for file in quotaFiles(query.sandbox) where file.hasSuffix(".json") {
      _ = try StrictJSON(try query.sandbox.directory.text(file))
    }
    // The calls of the killed process were counted.
    try query("search", "--location", "x").expect(exit: 0).expectSilence()
    #expect(query.yelp.remaining == 12)
    let quota = try query("quota", "--format", "jsonl").expect(exit: 0).expectSilence()
    #expect(quota.records(as: .quota).map { $0["remaining"]?.integer } == [12])
  }
}
