package import WirelineCore

/// The rates of requests: `--rate` and `--rate-per-host`, by the generic cell rate algorithm
/// (ITU-T I.371) without bursts; pauses that hosts request with `Retry-After`; and adaptive rates
/// for hosts that refuse requests as too frequent. Times are measured from any fixed point and
/// never decrease.
///
/// Services do not report a permitted rate, so it has to be discovered: each refusal doubles the
/// interval between requests to the host, and each admitted request shortens it, until the limit is
/// dropped.
package struct RatePolicy: Sendable {
  private struct Host: Sendable {
    /// The time when the next request is due.
    var due: Duration
    /// The end of a pause, which a released admission does not shorten.
    var pausedUntil = Duration.zero
    /// Between requests; nil unless the host has refused one.
    var interval: Duration?
    /// The last refusal that counted.
    var slowed = Duration.zero
  }

  private let total: Rate?
  private let perHost: Rate?
  /// A longer `Retry-After` is cut.
  package var longestPause = RetryPolicy().maximumRetryAfter
  /// The time when the next request to any host is due.
  private var due: Duration?
  private var hosts: [String: Host] = [:]
  /// The number of hosts at which those without a delay are removed.
  private var sweepCount = Self.smallestSweep

  private static let smallestSweep = 64
  /// The interval after the first refusal.
  static let first = Duration.milliseconds(100)
  private static let longest = Duration.seconds(2)
  /// Shorter intervals are dropped.
  private static let shortest = Duration.milliseconds(5)
  /// Refusals within this time are responses to the same burst.
  private static let grace = Duration.milliseconds(500)
  /// The factor by which an admitted request shortens the interval.
  static let easing = 0.97

  package init(total: Rate? = nil, perHost: Rate? = nil) {
    self.total = total
    self.perHost = perHost
  }

  /// Whether no request has to wait.
  package var isUnlimited: Bool { total == nil && perHost == nil && hosts.isEmpty }

  var rememberedHosts: Int { hosts.count }

  /// Counts a request that is about to be sent.
  package mutating func admit(host: String, now: Duration) {
    if let total { due = max(due ?? now, now) + total.interval }
    guard perHost != nil || hosts[host] != nil else { return }
    var state = hosts[host] ?? Host(due: now)
    if let perHost { state.due = max(state.due, now) + perHost.interval }
    if let interval = state.interval.map({ $0 * Self.easing }) {
      state.interval = interval < Self.shortest ? nil : interval
      state.due = max(state.due, now + (state.interval ?? .zero))
    }
    set(state, host: host, now: now)
  }

  /// Undoes `admit` for a request that was not sent.
  package mutating func releaseAdmission(host: String) {
    if let total { due = due.map { $0 - total.interval } }
    guard let perHost, let state = hosts[host] else { return }
    hosts[host]?.due = max(state.pausedUntil, state.due - perHost.interval)
  }

  /// Records the `Retry-After` of a 429 or 503. Concurrent requests may get the same response, so
  /// pauses are not added up.
  package mutating func pause(host: String, for wait: Duration, now: Duration) {
    var state = hosts[host] ?? Host(due: now)
    state.pausedUntil = max(state.pausedUntil, now + min(wait, longestPause))
    state.due = max(state.due, state.pausedUntil)
    set(state, host: host, now: now)
  }

  /// Records a refusal.
  package mutating func slow(host: String, now: Duration) {
    var state = hosts[host] ?? Host(due: now)
    if state.interval != nil, now - state.slowed < Self.grace { return }
    let interval = state.interval.map { min($0 * 2, Self.longest) } ?? Self.first
    (state.interval, state.slowed) = (interval, now)
    state.due = max(state.due, now + interval)
    set(state, host: host, now: now)
  }

  /// The delay before the next request to a host.
  package func wait(host: String, now: Duration) -> Duration {
    max(.zero, (due ?? now) - now, (hosts[host]?.due ?? now) - now)
  }

  private mutating func set(_ state: Host, host: String, now: Duration) {
    hosts[host] = state.due > now || state.interval != nil ? state : nil
    guard hosts.count >= sweepCount else { return }
    // Runs when the number of hosts has doubled, so that its amortized cost is constant.
    hosts = hosts.filter { $0.value.due > now || $0.value.interval != nil }
    sweepCount = max(Self.smallestSweep, 2 * hosts.count)
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
