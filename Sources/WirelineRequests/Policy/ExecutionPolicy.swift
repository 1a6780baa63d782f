/// The settings of a run for all requests, unless a record overrides them.
package struct ExecutionPolicy: Sendable {
  package var retry = RetryPolicy()
  package var redirect = RedirectPolicy()
  package var limits = AttemptLimits()
  package var usesHTTP10 = false
  /// The time limit for all attempts of a request; nil for no limit.
  package var deadline: Duration?
  /// The maximum time in the queue; nil for no limit.
  package var queueTimeout: Duration?
  /// The maximum size of a decoded body; nil for no limit.
  package var maximumBodyBytes: Int?
  package var jobs = 1
  /// The memory budget of concurrent bodies; nil if they are not kept in memory.
  package var bodyMemory: BodyMemory?
  /// The number of concurrent attempts per origin.
  package var jobsPerHost = 6
  /// Whether a host may use all jobs as long as it is the only one.
  package var raisesJobsPerHost = false
  /// Maximum request rates, in total and per host.
  package var rates = RatePolicy()
  /// Whether to wait for the resets that hosts announce (`AnnouncedLimit`).
  package var respectsAnnouncedLimits = false
  /// The maximum download rate of the run; nil for no limit.
  package var bytesPerSecond: Int?
  /// Whether the body of a 429 (RFC 6585 §4) rules out a retry; nil to decide by the status alone.
  package var isFinalRefusal: (@Sendable ([UInt8]) -> Bool)?
  /// Whether responses report TLS and reused connections, which costs time in a stream.
  package var reportsConnections = false

  package init() {}
}

/// Limits concurrent requests so that bodies in memory stay within a budget.
///
/// A body's size is known only when it arrives. Until then it is estimated from recent ones,
/// initially as its limit, so a stream of small bodies soon uses all jobs and a stream of large
/// bodies as many as fit. A burst of large bodies after small ones can exceed the budget until the
/// first of them has arrived.
package struct BodyMemory: Sendable, Equatable {
  private let budget: Int
  /// The largest expected body in bytes.
  private var expected: Int

  /// 256 MB: 16 jobs (the default) with bodies of 16 MB (the default of `--max-body`).
  package static let standardBudget = 256 << 20
  /// The expected size of bodies without a limit, in bytes.
  private static let unlimitedBody = 16 << 20
  /// The minimum expected size, in bytes.
  private static let smallestBody = 64 << 10

  /// - Parameters:
  ///   - budget: bytes of all concurrent bodies.
  ///   - limit: the largest body in bytes; nil for no limit.
  package init(budget: Int = standardBudget, limit: Int?) {
    self.budget = budget
    expected = max(limit ?? Self.unlimitedBody, Self.smallestBody)
  }

  /// The number of concurrent requests, 1 or more.
  package var jobs: Int { max(1, budget / expected) }

  /// Updates the estimate from the size of a received body.
  package mutating func note(_ bytes: Int) {
    expected = max(bytes, expected - expected / 8, Self.smallestBody)
  }
}
