import Glibc
import TestSupport
import Testing

/// The stored quota.
@Suite struct YelpQuotaStateTests {
  private static let folder = "home/state/wireline/yelp-quota"

  private func state(_ sandbox: Sandbox) -> [String] {
    sandbox.files.filter { $0.hasPrefix(Self.folder) }
  }

  private func quota(_ query: YelpTool) throws -> Record {
    let result = try query("quota", "--format", "jsonl").expect(exit: 0).expectSilence()
    return try #require(result.records(as: .quota).first)
  }

  @Test func printsTheReportedQuota() throws {
    let query = try YelpTool(YelpTestServer(dailyLimit: 7, total: 1))
    let before = try query("quota")
    #expect(state(query.sandbox) == [], "quota creates no file")
    try query("search", stdin: .lines(["a", "b"])).expect(exit: 0)

    let record = try quota(query)

    before.expect(exit: 1).expect(says: "yelp-query: error: ", "hint: ")
    #expect(before.text == "" && query.yelp.calls == 2)
    #expect(record["daily_limit"]?.integer == 7 && record["remaining"]?.integer == 5)
    #expect(record["reset_at"]?.string == query.yelp.resetTime.replacing("+00:00", with: "Z"))
    #expect(record["updated_at"] != nil && (record["age_s"]?.integer ?? 99) < 60)
  }

  @Test(arguments: ["home/state/wireline", "home/state/wireline/yelp-quota"])
  func sendsCallsIfTheFolderCannotBeCreated(blocked: String) throws {
    let query = try YelpTool(YelpTestServer(dailyLimit: 3, total: 1))
    try query.sandbox.directory.write(blocked, "a file")

    let result = try query("search", stdin: .lines(["a", "b", "c", "d", "e"])).expect(exit: 75)

    // The run knows the quota from its own responses.
    let records = result.results()
    #expect(records.count { !$0.isError } == 3)
    #expect(records.count { $0.code == "quota_exhausted" } == 2)
    #expect(try query.sandbox.directory.text(blocked) == "a file")
    try query("quota").expect(exit: 1)
  }

  @Test(arguments: ["", "{", "[]", #"{"quota_version":9}"#, "\u{0}\u{0}"])
  func ignoresADamagedFile(content: String) throws {
    let query = try YelpTool(YelpTestServer(dailyLimit: 5, total: 1))
    try query("search", "--location", "x").expect(exit: 0)
    let files = state(query.sandbox).filter { $0.hasSuffix(".json") }
    let file = try #require(files.first)
    try query.sandbox.directory.write(file, content)

    for words in [["quota"], ["search", "--location", "x"]] {
      let result = try query.run(words).expect(exit: words.count > 1 ? 0 : 1)
      let warnings = result.messageLines.filter { $0.contains("warning: ") }
      #expect(warnings.count == 1 && warnings[0].contains("ignoring the quota file "))
      result.expect(says: file, "it is damaged")
    }

    #expect(try quota(query)["remaining"]?.integer == 3)
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
    for file in state(query.sandbox) where file.hasSuffix(".json") {
      _ = try StrictJSON(try query.sandbox.directory.text(file))
    }
    // The calls of the killed process were counted.
    try query("search", "--location", "x").expect(exit: 0).expectSilence()
    #expect(query.yelp.remaining == 12)
    #expect(try quota(query)["remaining"]?.integer == 12)
    try query("search", "--location", "x").expect(exit: 0)
    #expect(try quota(query)["remaining"]?.integer == 11)
  }

  @Test(arguments: [["--build"], ["--dry-run"], ["--links"]])
  func storesNothingWithoutARequest(words: [String]) throws {
    let query = try YelpTool(YelpTestServer(expectsNoRequest: true))

    try query.run(["search", "--location", "x"] + words).expect(exit: 0)

    #expect(state(query.sandbox) == [])
  }
}
