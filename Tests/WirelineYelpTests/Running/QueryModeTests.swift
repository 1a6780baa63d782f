import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineRequests
@testable import WirelineYelp

/// Runs that send nothing, and the setup of those that do.
@Suite struct QueryModeTests {
  private let session: QuerySession

  init() throws { session = try QuerySession() }

  @Test func printsLinksWithoutAKey() async throws {
    var session = session
    session.environment["YELP_API_KEY"] = nil

    let run = try await session.run(.business, "a", "--links")

    #expect(
      run.records("ref", "web", "app") == [
        #"1 "https://yelp.com/biz/a" "yelp4:///biz/a""#
      ])
  }

  @Test func plansEqualQuestionsOnceWithACache() async throws {
    let run = try await session.run(.search, "Paris", "Paris", "--dry-run", "--cache")

    #expect(run.records("queries", "cached", "calls") == ["2 1 1"])
  }

  static let errors: [(YelpEndpoint, [String], String)] = [
    (.search, ["Paris", "--build", "--all"], "--build cannot follow pages"),
    (.search, ["Paris", "--header", "authorization: x"], "--header cannot set Authorization"),
    (.search, ["Paris", "--base-url", "http://example.com"], "invalid --base-url: "),
    (.search, ["Paris", "--cache-ttl", "25h"], "invalid --cache-ttl: Yelp's terms"),
    (.search, ["Paris", "--location", "Rome"], "a place cannot be given both"),
    (.search, ["--latitude", "1"], "invalid --longitude: "),
    (.search, [""], "operand 1 is empty: expected a place"),
    (.business, ["a", " "], "operand 2 is empty: expected an id"),
    (.search, ["--location", ""], "invalid --location: empty"),
    (.search, ["--latitude", "", "--longitude", "2"], "invalid --latitude: empty"),
    (.phone, ["--phone", ""], "invalid --phone: empty"),
    (.match, ["--name", "x"], "missing --address1, --city, --state, --country"),
    (.match, ["--name", "x", "--links"], "missing --address1"),
    (.chat, ["--chat-id", "x"], "missing --query"),
    (.search, ["Paris", "--price", "9"], "invalid --price: "),
    (.openings, ["x"], "missing --covers, --date, --time"),
    (.insights, ["x", "--date-range-end", "202503"], "missing --date-range-start"),
    (.search, ["--location", "x", "--limit", "51"], "invalid --limit: "),
    (.search, ["--location", "x", "--offset", "951", "--limit", "50"], "invalid --offset: "),
    (.events, ["--location", "x", "--start-date", "2", "--end-date", "1"], "invalid --end-date: "),
  ]

  @Test(arguments: errors)
  func rejectsOptions(endpoint: YelpEndpoint, words: [String], message: String) async throws {
    let error = await #expect(throws: UsageError.self) {
      try await session.run(endpoint, words)
    }
    #expect(error?.message.hasPrefix(message) == true)
  }

  @Test func suggestsTheNearestCategory() async {
    let error = await #expect(throws: UsageError.self) {
      try await session.run(.search, "Paris", "--categories", "cofee")
    }

    #expect(error?.hint == "did you mean \"coffee\"?")
  }

  @Test func ignoresAnEmptyFilter() async throws {
    let run = try await session.run(.search, "Paris", "--term", "", "--build")

    #expect(run.records("url") == [#""https://api.yelp.com/v3/businesses/search?location=Paris""#])
  }

  @Test func completesOptionsWithRecords() async throws {
    let run = try await session.run(
      .match, "--name", "x", "--city", "c", "--state", "CA", "--country", "US", "--build",
      input: #"{"address1":"1 Main St"}"#)

    #expect(run.status == .success && run.records("credential") == [#""yelp""#])
  }

  static let implied: [([String: String], [String: String])] = [
    (["retry-policy": "none"], ["retry": "0"]),
    (["retry-policy": "aggressive"], ["retry": "5", "retry-max-delay": "15s"]),
    (["cache": "true"], ["cache-ttl": "5m"]),
    (["stale-if-error": "1h"], ["cache-ttl": "5m", "cache": "true"]),
  ]

  @Test(arguments: implied)
  func impliesEffectiveValues(given: [String: String], expected: [String: String]) {
    let settings = QuerySettings(.search, completion: QuerySession.completion)

    let values = settings.impliedValues { given[$0] }

    #expect(values.filter { expected[$0.key] != nil } == expected)
  }

  @Test func impliesNoLifetimeWithoutACache() {
    let settings = QuerySettings(.search, completion: QuerySession.completion)

    #expect(settings.impliedValues { _ in nil }["cache-ttl"] == nil)
    #expect(settings.impliedValues { ["cache": "false"][$0] }["cache-ttl"] == nil)
  }

  @Test func givesTheExecutorPolicyKeyAndObservers() async throws {
    let executor = MemoryExecutor { _ in (200, #"{"id":"a"}"#) }

    let run = try await session.run(.business, "a", "--jobs", "7", executor: executor)

    let transport = try #require(run.transport)
    #expect(transport.policy.jobs == 7)
    #expect(transport.fields.defaults["Accept-Encoding"] == "gzip")
    #expect(transport.cache == nil && transport.observers.count == 1)
    var request = RequestSpecification(
      method: "GET", url: try RequestURL("https://api.yelp.com/v3/x"), headers: [:], body: .none)
    request.credential = YelpRequestBuilder.credentialName
    try transport.fields.credentials.fill(&request)
    #expect(request.headers["Authorization"] == "Bearer \(QuerySession.key)")
  }

  @Test func cachesCompleteResponsesWithoutSecrets() async throws {
    let executor = MemoryExecutor { _ in (200, #"{"id":"a"}"#) }

    let run = try await session.run(.business, "a", "--cache", executor: executor)

    let cache = try #require(run.transport?.cache)
    var response = Response(
      head: ResponseHead(status: 200), url: try RequestURL("https://h/"), body: .bytes([]),
      bodyBytes: 0)
    let accepts = { (body: String) in
      response.body = .bytes(Array(body.utf8))
      return cache.accepts(response)
    }
    #expect(cache.options.timeToLive == 300)
    #expect(accepts(#"{"id":"a"}"#))
    #expect(!accepts(#"{"alias":"a"}"#))
    #expect(!accepts(#"{"id":"\#(QuerySession.key)"}"#))
  }
}
