package import WirelineCore

/// Request rates, `--rate` and `--rate-per-host`: the generic cell rate algorithm (ITU-T I.371)
/// without bursts. Times are measured from any fixed point and never decrease.
package struct RatePolicy: Sendable {
  private let total: Rate?
  private let perHost: Rate?
  /// When the next request is due, of all and of each host.
  private var due: Duration?
  private var hosts: [String: Duration] = [:]
  /// The number of hosts at which those without a delay are removed.
  private var sweepCount = Self.smallestSweep

  private static let smallestSweep = 64

  package init(total: Rate? = nil, perHost: Rate? = nil) {
    self.total = total
    self.perHost = perHost
  }

  package var isUnlimited: Bool { total == nil && perHost == nil }

  var rememberedHosts: Int { hosts.count }

  /// Counts a request that is about to be sent.
  package mutating func admit(host: String, now: Duration) {
    if let total { due = max(due ?? now, now) + total.interval }
    guard let perHost else { return }
    hosts[host] = max(hosts[host] ?? now, now) + perHost.interval
    guard hosts.count >= sweepCount else { return }
    // Runs when the number of hosts has doubled, so that its amortized cost is constant.
    hosts = hosts.filter { $0.value > now }
    sweepCount = max(Self.smallestSweep, 2 * hosts.count)
  }

  /// Undoes `admit` for a request that was not sent.
  package mutating func releaseAdmission(host: String) {
    if let total { due = due.map { $0 - total.interval } }
    if let perHost { hosts[host] = hosts[host].map { $0 - perHost.interval } }
  }

  /// The delay before the next request to a host.
  package func wait(host: String, now: Duration) -> Duration {
    max(.zero, (due ?? now) - now, (hosts[host] ?? now) - now)
  }
}

/// A request rate: `10/s`, `100/m`, `5/h` or `0.5/s`.
package struct Rate: ArgumentValue, Equatable {
  /// The minimum time between requests, positive.
  package let interval: Duration

  package init(interval: Duration) { self.interval = max(interval, .nanoseconds(1)) }

  /// - Throws: if the rate is zero, above 10⁹ per second or below one in ten years.
  package init(parsing text: String) throws(InvalidArgument) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let count = Self.number(parts[0]),
      let unit = ["s": 1.0, "m": 60, "h": 3600][parts[1]]
    else { throw Self.invalid }
    let seconds = unit / count
    guard seconds >= 1e-9, seconds < 10 * 366 * 86_400 else { throw Self.invalid }
    self.init(interval: .nanoseconds(Int64((seconds * 1e9).rounded())))
  }

  private static var invalid: InvalidArgument {
    InvalidArgument(expected: "a rate such as 10/s, 100/m or 5/h")
  }

  /// Digits with an optional decimal point, but no sign or exponent.
  private static func number(_ text: Substring) -> Double? {
    guard text.utf8.allSatisfy({ $0 == 0x2E || $0 >= 0x30 && $0 <= 0x39 }),
      text.utf8.first != 0x2E, text.utf8.last != 0x2E, let number = Double(text), number > 0
    else { return nil }
    return number
  }
}

/// Adaptive rate limits for hosts that refuse requests as too frequent. Each refusal doubles the
/// interval between requests to the host; each admitted request shortens it, until the limit is
/// dropped.
///
/// Services do not report a permitted rate (`Retry-After` is a pause), so it has to be discovered.
/// Times are measured from any fixed point.
package struct AdaptiveRateLimit: Sendable {
  private struct Limit: Sendable {
    var interval: Duration
    var next: Duration
    var slowed: Duration
  }

  private var limits: [String: Limit] = [:]

  /// The interval after the first refusal.
  static let first = Duration.milliseconds(100)
  static let longest = Duration.seconds(2)
  /// Shorter intervals are dropped.
  static let shortest = Duration.milliseconds(5)
  /// Refusals within this time are responses to the same burst.
  static let grace = Duration.milliseconds(500)
  /// The factor by which an admitted request shortens the interval.
  static let easing = 0.97

  package init() {}

  package var isEmpty: Bool { limits.isEmpty }

  package mutating func slow(_ host: String, now: Duration) {
    guard var limit = limits[host] else {
      limits[host] = Limit(interval: Self.first, next: now + Self.first, slowed: now)
      return
    }
    guard now - limit.slowed >= Self.grace else { return }
    limit.interval = min(limit.interval * 2, Self.longest)
    limit.next = max(limit.next, now + limit.interval)
    limit.slowed = now
    limits[host] = limit
  }

  package mutating func admit(_ host: String, now: Duration) {
    guard var limit = limits[host] else { return }
    limit.interval = limit.interval * Self.easing
    limit.next = now + limit.interval
    limits[host] = limit.interval < Self.shortest ? nil : limit
  }

  package func wait(_ host: String, now: Duration) -> Duration {
    guard let limit = limits[host], limit.next > now else { return .zero }
    return limit.next - now
  }
}

/// Pauses requested by `Retry-After`, which apply to all requests to a host.
///
/// Concurrent requests may get the same response, so pauses are not added up: the latest end
/// counts. Times are measured from any fixed point.
package struct RetryAfterDelay: Sendable {
  private let limit: Duration
  private var ends: [String: Duration] = [:]

  /// - Parameter limit: the longest pause; `RetryPolicy.maximumRetryAfter`.
  package init(limit: Duration = RetryPolicy().maximumRetryAfter) {
    self.limit = max(limit, .zero)
  }

  package var isEmpty: Bool { ends.isEmpty }

  /// Records the `Retry-After` of a 429 or 503.
  package mutating func pause(_ host: String, for wait: Duration, now: Duration) {
    ends = ends.filter { $0.value > now }
    let end = now + min(wait, limit)
    if end > ends[host] ?? now { ends[host] = end }
  }

  package mutating func wait(_ host: String, now: Duration) -> Duration {
    guard let end = ends[host] else { return .zero }
    if end > now { return end - now }
    ends[host] = nil
    return .zero
  }
}
