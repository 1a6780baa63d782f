package import Testing

/// A stand-in for the Yelp API on 127.0.0.1: each endpoint, a quota, and faults on demand.
///
///     let yelp = try YelpStandIn(total: 120)
///     yelp.fail(with: .tooManyPerSecond(retryAfter: 0), times: 2)
///     try Tool("yelp-query")(
///       "search", "--base-url", yelp.baseURL, "--location", "Paris",
///       environment: ["YELP_API_KEY": yelp.key])
///     #expect(yelp.calls == 3)
///
/// As the API does, it refuses a wrong key, a call without a place, and what is over a limit. It
/// also refuses parameters that the endpoint does not have, so that a misspelt one fails its test.
/// An id that begins with `missing` is not found. Pictures are served, and are no calls.
package final class YelpStandIn: Sendable {
  private let server: LoopbackServer
  private let ledger: Monitor<Ledger>
  /// The key that it takes.
  package let key: String
  /// What it says in `RateLimit-ResetTime`: the next midnight, UTC, as ISO 8601 has it.
  package let resetTime: String

  /// - Parameters:
  ///   - dailyLimit: calls until `ACCESS_LIMIT_REACHED`; without it no answer has rate headers.
  ///   - perSecond: calls in any second until `TOO_MANY_REQUESTS_PER_SECOND`.
  ///   - total: how many places a search finds.
  ///   - cap: the most that offset and limit of a search may come to; 240 for some keys.
  ///   - expectsNoRequest: the test is that nobody comes.
  package init(
    dailyLimit: Int? = nil, perSecond: Int? = nil, key: String = "test-api-key", total: Int = 5,
    cap: Int = 1000, expectsNoRequest: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let ledger = Monitor(Ledger(dailyLimit: dailyLimit, perSecond: perSecond))
    let resetTime = Self.nextMidnight()
    let desk = Desk(key: key, total: total, cap: cap, resetTime: resetTime, ledger: ledger)
    server = try LoopbackServer(
      expectsNoRequest: expectsNoRequest, sourceLocation: sourceLocation
    ) { desk.script(for: $0) }
    self.ledger = ledger
    self.key = key
    self.resetTime = resetTime
  }

  /// For `--base-url`, without a slash at its end.
  package var baseURL: String { server.url("/v3") }

  /// The calls of the API, in order; not the pictures.
  package var requests: [ServedRequest] {
    server.requests.filter { !$0.path.hasPrefix(Desk.photoPath) }
  }

  /// How many calls of the API came, refused ones too.
  package var calls: Int { requests.count }

  /// How many calls are left of the day's; nil without a limit.
  package var remaining: Int? { ledger.withLock { $0.remaining } }

  /// The most requests that were under way at once, pictures too.
  package var peakCalls: Int { server.peakRequests }

  /// The next calls fail so; what is set later comes later.
  ///
  /// - Parameters:
  ///   - times: how many calls.
  ///   - endpoint: only those of this sub-command; nil for all.
  package func fail(with fault: Fault, times: Int = 1, endpoint: String? = nil) {
    ledger.withLock { $0.schedule(fault, times: times, endpoint: endpoint) }
  }

  /// Waits until it was asked `count` times, for pictures too.
  ///
  /// - Returns: false if it was not in time.
  package func waitForCalls(_ count: Int, within limit: Duration = .seconds(10)) -> Bool {
    server.waitForRequests(count, within: limit)
  }
}
