import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineRequests
@testable import WirelineYelp

/// Runs that send nothing, and the setup of those that do.
@Suite struct QueryModeTests {
  private let session: QuerySession

  init() throws { session = try QuerySession() }

  @Test func buildsRequestsWithoutSendingThem() async throws {
    let run = try await session.run(.business, "a", "b", "--build")

    #expect(run.status == .success && run.transport == nil)
    #expect(
      run.records("url", "credential") == [
        #""https://api.yelp.com/v3/businesses/a" "yelp""#,
        #""https://api.yelp.com/v3/businesses/b" "yelp""#,
      ])
  }

  @Test func printsLinksWithoutAKey() async throws {
    var session = session
    session.environment["YELP_API_KEY"] = nil

    let run = try await session.run(.business, "a", "--links")

    #expect(
      run.records("ref", "web", "app") == [
        #"1 "https://yelp.com/biz/a" "yelp4:///biz/a""#
      ])
  }

  @Test func plansCalls() async throws {
    let run = try await session.run(
      .search, "--dry-run", "--all",
      input: #"{"location":"Paris"}"# + "\n" + #"{"location":"Rome"}"# + "\n"
        + #"{"latitude":91,"longitude":1}"#)

    #expect(run.transport == nil)
    #expect(
      run.records("questions", "invalid", "cached", "calls", "calls_at_most").last == "2 1 0 2 10")
  }

  @Test func plansEqualQuestionsOnceWithACache() async throws {
    let run = try await session.run(.search, "Paris", "Paris", "--dry-run", "--cache")

    #expect(run.records("questions", "cached", "calls") == ["2 1 1"])
  }

  static let errors: [(YelpEndpoint, [String], String)] = [
    (.search, ["Paris", "--build", "--all"], "--build cannot follow pages"),
    (.search, ["Paris", "--header", "authorization: x"], "--header cannot set Authorization"),
    (.search, ["Paris", "--base-url", "http://example.com"], "invalid --base-url: "),
    (.search, ["Paris", "--cache-ttl", "25h"], "invalid --cache-ttl: Yelp's terms"),
    (.search, ["Paris", "--location", "Rome"], "a place cannot be given both"),
    (.search, ["--latitude", "1"], "invalid --longitude: "),
    (.search, ["Paris", "--price", "9"], "invalid --price: "),
    (.openings, ["x"], "missing --covers, --date, --time"),
  ]

  @Test(arguments: errors)
  func rejectsOptions(endpoint: YelpEndpoint, words: [String], message: String) async throws {
    let error = await #expect(throws: UsageError.self) {
      try await session.run(endpoint, words)
    }
    #expect(error?.message.hasPrefix(message) == true)
  }

  @Test func givesTheExecutorPolicyKeyAndObservers() async throws {
    let executor = MemoryExecutor { _ in (200, #"{"id":"a"}"#) }

    let run = try await session.run(.business, "a", "--jobs", "7", executor: executor)

    let transport = try #require(run.transport)
    #expect(transport.policy.jobs == 7)
    #expect(transport.policy.defaultHeaders["Accept-Encoding"] == "gzip")
    #expect(transport.cache == nil && transport.observers.count == 1)
    var request = RequestSpecification(
      method: "GET", url: try RequestURL("https://api.yelp.com/v3/x"), headers: [:], body: .none)
    request.credential = YelpRequestBuilder.credentialName
    let authorized = try transport.credentials.fill(request)
    #expect(authorized.headers["Authorization"] == "Bearer \(QuerySession.key)")
  }

  @Test func cachesCompleteResponsesWithoutSecrets() async throws {
    let executor = MemoryExecutor { _ in (200, #"{"id":"a"}"#) }

    let run = try await session.run(.business, "a", "--cache", executor: executor)

    let cache = try #require(run.transport?.cache)
    let response = Response(
      head: ResponseHead(status: 200), url: try RequestURL("https://h/"), body: .bytes([]),
      bodyBytes: 0)
    #expect(cache.options.timeToLive == 300)
    #expect(cache.accepts(response, Array(#"{"id":"a"}"#.utf8)))
    #expect(!cache.accepts(response, Array(#"{"alias":"a"}"#.utf8)))
    #expect(!cache.accepts(response, Array(#"{"id":"\#(QuerySession.key)"}"#.utf8)))
  }
}
