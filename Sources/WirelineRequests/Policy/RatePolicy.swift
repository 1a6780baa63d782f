/// Request rates, `--rate` and `--rate-per-host`. Times are measured from any fixed point and never
/// decrease.
package struct RatePolicy: Sendable {
  package enum Decision: Sendable, Equatable {
    /// The request may be sent and has been counted.
    case now
    /// Ask again after this positive delay. Nothing has been counted.
    case wait(Duration)
  }

  private let total: Rate?
  package let perHost: Rate?
  private var all = TokenBucket()
  private var hosts: [String: TokenBucket] = [:]
  /// The number of hosts at which idle buckets are removed.
  private var sweepCount = Self.smallestSweep

  private static let smallestSweep = 64

  package init(total: Rate? = nil, perHost: Rate? = nil) {
    self.total = total
    self.perHost = perHost
  }

  package var isUnlimited: Bool { total == nil && perHost == nil }

  package var rememberedHosts: Int { hosts.count }

  /// Decides about a request and counts it if it may be sent.
  package mutating func admit(host: String, now: Duration) -> Decision {
    let wait = wait(host: host, now: now)
    guard wait <= .zero else { return .wait(wait) }
    if let total { all.consume(total, now: now) }
    if let perHost {
      hosts[host, default: TokenBucket()].consume(perHost, now: now)
      if hosts.count >= sweepCount { removeIdle(now: now) }
    }
    return .now
  }

  /// Undoes `admit` for a request that was not sent.
  package mutating func releaseAdmission(host: String) {
    if let total { all.releaseAdmission(total) }
    if let perHost { hosts[host]?.releaseAdmission(perHost) }
  }

  package func wait(host: String, now: Duration) -> Duration {
    let first = total.map { all.wait($0, now: now) } ?? .zero
    let second = perHost.flatMap { rate in hosts[host]?.wait(rate, now: now) } ?? .zero
    return max(.zero, first, second)
  }

  /// Removes full buckets. Runs when the number of hosts has doubled, so that its amortized cost is
  /// constant.
  private mutating func removeIdle(now: Duration) {
    hosts = hosts.filter { !$0.value.isIdle(now: now) }
    sweepCount = max(Self.smallestSweep, 2 * hosts.count)
  }
}

/// A request rate: `10/s`, `100/m`, `5/h` or `0.5/s`.
package struct Rate: Sendable, Equatable {
  package struct Invalid: Error, Equatable, Sendable, CustomStringConvertible {
    package let text: String

    package var description: String {
      "invalid rate \"\(text)\": expected a number over 0 and a unit, as in 10/s, 100/m, 5/h"
    }
  }

  /// The minimum time between requests, positive.
  package let interval: Duration
  /// The number of requests allowed at once after a pause, 1 or more.
  package let burst: Int

  package init(interval: Duration, burst: Int = 1) {
    self.interval = max(interval, .nanoseconds(1))
    self.burst = max(burst, 1)
  }

  /// - Throws: if the rate is zero, above 10⁹ per second or below one in ten years.
  package init(_ text: String, burst: Int = 1) throws(Invalid) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let count = Self.number(parts[0]), let unit = Self.unit(parts[1])
    else { throw Invalid(text: text) }
    let seconds = unit / count
    guard seconds >= 1e-9, seconds < 10 * 366 * 86_400 else { throw Invalid(text: text) }
    self.init(interval: .nanoseconds(Int64((seconds * 1e9).rounded())), burst: burst)
  }

  /// Digits with an optional decimal point, but no sign or exponent.
  private static func number(_ text: Substring) -> Double? {
    guard text.utf8.allSatisfy({ $0 == 0x2E || $0 >= 0x30 && $0 <= 0x39 }),
      text.utf8.first != 0x2E, text.utf8.last != 0x2E, let number = Double(text), number > 0
    else { return nil }
    return number
  }

  private static func unit(_ text: Substring) -> Double? {
    switch text {
    case "s": 1
    case "m": 60
    case "h": 3600
    default: nil
    }
  }
}

/// The state of one rate: when the next request would be due if they were evenly spaced.
///
/// The generic cell rate algorithm (ITU-T I.371), a token bucket without a timer.
struct TokenBucket: Sendable, Equatable {
  private var due: Duration?

  /// The delay before the next request; zero or less is now.
  func wait(_ rate: Rate, now: Duration) -> Duration {
    guard let due else { return .zero }
    return due - rate.interval * (rate.burst - 1) - now
  }

  mutating func consume(_ rate: Rate, now: Duration) { due = max(due ?? now, now) + rate.interval }

  mutating func releaseAdmission(_ rate: Rate) { due = due.map { $0 - rate.interval } }

  func isIdle(now: Duration) -> Bool { due.map { $0 <= now } ?? true }
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
  ///
  /// - Returns: whether this extends the host's pause.
  @discardableResult
  package mutating func pause(_ host: String, for wait: Duration, now: Duration) -> Bool {
    ends = ends.filter { $0.value > now }
    let end = now + min(wait, limit)
    guard end > ends[host] ?? now else { return false }
    ends[host] = end
    return true
  }

  package mutating func wait(_ host: String, now: Duration) -> Duration {
    guard let end = ends[host] else { return .zero }
    if end > now { return end - now }
    ends[host] = nil
    return .zero
  }
}
