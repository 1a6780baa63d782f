package import Testing

/// A test server for the Yelp API on 127.0.0.1 with all endpoints, a quota, and faults on demand.
///
///     let yelp = try YelpTestServer(total: 120)
///     yelp.fail(with: .tooManyPerSecond(retryAfter: 0), times: 2)
///     try Tool("yelp-query")(
///       "search", "--base-url", yelp.baseURL, "--location", "Paris",
///       environment: ["YELP_API_KEY": yelp.key])
///     #expect(yelp.calls == 3)
///
/// Like the API, it rejects a wrong key, a call without a location, and values above a limit. It
/// also rejects unknown parameters, so that a misspelled one fails its test. An id that starts with
/// `missing` is not found. Requests for photos do not count as calls.
package final class YelpTestServer: Sendable {
  private let server: LoopbackServer
  private let ledger: Monitor<Ledger>
  /// The accepted key.
  package let key: String
  /// The value of `RateLimit-ResetTime`: 24 hours from now, in ISO 8601.
  package let resetTime: String

  /// - Parameters:
  ///   - dailyLimit: Calls until `ACCESS_LIMIT_REACHED`; nil for no limit and no rate headers.
  ///   - perSecond: Calls within a second until `TOO_MANY_REQUESTS_PER_SECOND`.
  ///   - total: The number of results of a search.
  ///   - cap: The maximum of offset plus limit of a search; 240 for some keys.
  ///   - expectsNoRequest: Whether any request fails the test.
  package init(
    dailyLimit: Int? = nil, perSecond: Int? = nil, key: String = "test-api-key", total: Int = 5,
    cap: Int = 1000, expectsNoRequest: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let ledger = Monitor(Ledger(dailyLimit: dailyLimit, perSecond: perSecond))
    let resetTime = Self.tomorrow()
    let desk = Desk(key: key, total: total, cap: cap, resetTime: resetTime, ledger: ledger)
    server = try LoopbackServer(
      expectsNoRequest: expectsNoRequest, sourceLocation: sourceLocation
    ) { desk.script(for: $0) }
    self.ledger = ledger
    self.key = key
    self.resetTime = resetTime
  }

  /// For `--base-url`, without a trailing slash.
  package var baseURL: String { server.url("/v3") }

  /// The calls of the API in order, without photos.
  package var requests: [ServedRequest] {
    server.requests.filter { !$0.path.hasPrefix(Desk.photoPath) }
  }

  /// The number of calls, including rejected ones.
  package var calls: Int { requests.count }

  /// The remaining calls of the day; nil without a limit.
  package var remaining: Int? { ledger.withLock { $0.remaining } }

  /// Makes the next calls fail, after those of earlier invocations.
  ///
  /// - Parameters:
  ///   - times: The number of calls.
  ///   - endpoint: The affected command; nil for all.
  package func fail(with fault: Fault, times: Int = 1, endpoint: String? = nil) {
    ledger.withLock { $0.schedule(fault, times: times, endpoint: endpoint) }
  }

  /// Waits for `count` requests, including photos.
  ///
  /// - Returns: False after the time limit.
  package func waitForCalls(_ count: Int) -> Bool {
    server.waitForRequests(count)
  }
}
