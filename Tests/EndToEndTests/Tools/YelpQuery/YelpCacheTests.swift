import TestSupport
import Testing

/// Cached responses: which are stored, for which key, and for how long.
@Suite struct YelpCacheTests {
  private static let caching = ["--cache-ttl", "300"]

  /// `YelpParametersTests` list the endpoints.
  @Test(arguments: YelpTestServer.calls.filter { ["search", "reviews"].contains($0.endpoint) })
  func servesTheSecondRunFromTheCache(call: YelpTestServer.Call) throws {
    let query = try YelpTool(YelpTestServer())

    let plain = try query.run(call.words + Self.caching).expect(exit: 0)
    let again = try query.run(call.words + Self.caching).expect(exit: 0)

    #expect(again.text == plain.text && query.yelp.calls == 1)
  }

  @Test(arguments: ["chat", "jobs"])
  func failsOfflineForUncacheableEndpoints(endpoint: String) throws {
    let query = try YelpTool(YelpTestServer(expectsNoRequest: true))

    let result = try query(endpoint, "--query", "x", "--offline").expect(exit: 7)

    let record = try #require(result.results().first)
    #expect(record.code == "offline" && record["error"]?["attempts"] == nil)
    #expect(
      record.message?.hasPrefix(#"not sent because of --offline, and never cached: "http"#) == true)
  }

  @Test func doesNotShareResponsesBetweenKeys() throws {
    let server = try LoopbackServer(["*": .ok(json: SampleYelp.search([]))])
    let yelp = try Tool("yelp-query")
    for key in ["a", "b", "a", "b"] {
      try yelp.run(
        ["search", "--base-url", server.url("/v3"), "--location", "x"] + Self.caching,
        environment: ["YELP_API_KEY": key]
      ).expect(exit: 1)
    }

    #expect(server.requests.compactMap { $0[header: "authorization"] } == ["Bearer a", "Bearer b"])
  }

  @Test func cachesEachLanguageSeparately() throws {
    let query = try YelpTool(YelpTestServer())
    for language in ["fr_FR.UTF-8", "de_DE.UTF-8", "fr_FR.UTF-8"] {
      try query.run(
        ["business", "x"] + Self.caching, environment: ["LC_ALL": "", "LANG": language]
      ).expect(exit: 0)
    }

    #expect(query.yelp.calls == 2)
  }

  @Test func servesOnlyCachedResponsesOffline() throws {
    let query = try YelpTool(YelpTestServer())
    try query.run(["business", "x"] + Self.caching).expect(exit: 0)

    try query("business", "x", "--offline").expect(exit: 0)
    let other = try query("business", "y", "--offline").expect(exit: 7)
    let stream = try query("business", "--offline", stdin: .lines(["x", "y"])).expect(exit: 1)

    #expect(other.results().map(\.code) == ["offline"])
    let url = query.yelp.baseURL + "/businesses/y"
    #expect(other.results().first?.message == #"not in the cache: "\#(url)""#)
    #expect(other.results().first?["error"]?["attempts"] == nil)
    #expect(stream.results().map(\.code) == [nil, "offline"])
    #expect(query.yelp.calls == 1)
  }

  /// Cached responses need no call.
  @Test func servesCachedResponsesAfterTheQuotaIsUsedUp() throws {
    let query = try YelpTool(YelpTestServer(dailyLimit: 1))
    try query.run(["business", "x"] + Self.caching).expect(exit: 0)

    let stream = try query.run(["business"] + Self.caching, stdin: .lines(["x", "y", "x"]))
    try query("business", "x", "--offline").expect(exit: 0)

    let codes = stream.expect(exit: 75).results().map(\.code)
    #expect(codes == [nil, "quota_exhausted", nil] && query.yelp.calls == 1)
  }

  private func plan(_ query: YelpTool, _ words: String...) throws -> [Int?] {
    let result = try query.run(
      ["search", "--dry-run"] + words,
      stdin: .lines(["a", "b", "c", #"{"latitude":91,"longitude":0}"#]))
    let lines = result.lines.filter { !$0.contains(#""error""#) }
    let record = expectRecords(Array((lines.joined() + "\n").utf8), as: .plan).first
    return ["queries", "invalid", "cached", "calls", "calls_at_most", "remaining"]
      .map { record?[$0]?.integer }
  }

  @Test func planSubtractsCachedResponses() throws {
    let query = try YelpTool(YelpTestServer(dailyLimit: 9))
    try query.run(["search"] + Self.caching, stdin: .lines(["a", "c"])).expect(exit: 0)

    #expect(try plan(query) == [3, 1, 0, 3, nil, 7])
    #expect(try plan(query, "--cache-ttl", "300") == [3, 1, 2, 1, nil, 7])
    #expect(try plan(query, "--cache-ttl", "300", "--max-results", "120") == [3, 1, 0, 3, 9, 7])
    #expect(try plan(query, "--all") == [3, 1, 0, 3, 15, 7])
    #expect(query.yelp.calls == 2)
  }
}
