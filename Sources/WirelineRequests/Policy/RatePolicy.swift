package import WirelineCore

/// The rates of requests: `--rate` and `--rate-per-host`, by the generic cell rate algorithm
/// (ITU-T I.371) without bursts; pauses that hosts request with `Retry-After`; limits that they
/// announce; and adaptive rates for hosts that refuse requests as too frequent. Times are measured
/// from any fixed point and never decrease.
///
/// Most services do not report a permitted rate, so it has to be discovered: each refusal doubles
/// the interval between requests to the host, and each admitted request shortens it, until the
/// limit is dropped.
package struct RatePolicy: Sendable {
  private struct Host: Sendable {
    /// The time when the next request is due.
    var due: Duration
    /// The end of a pause, which a released admission does not shorten.
    var pausedUntil = Duration.zero
    /// The time between requests; nil unless the host has refused one.
    var interval: Duration?
    /// The last refusal that counted.
    var slowed = Duration.zero
    /// The announced limit; nil unless it was used up.
    var window: Window?
    /// The end of a window that is too long to wait for.
    var refusedUntil = Duration.zero

    func isNeeded(now: Duration) -> Bool {
      due > now || interval != nil || refusedUntil > now
        || window.map { $0.end + $0.length > now } ?? false
    }
  }

  /// The requests that a host admits until a reset.
  ///
  /// Once a limit has been used up, requests are counted. The host announces what is left only with
  /// its responses, and each job would send a request before the first of them.
  private struct Window: Sendable {
    /// Requests per window; `max` if unknown.
    var limit = Int.max
    var left = Int.max
    var end: Duration
    /// The longest time until a reset that was announced.
    var length = Duration.zero
    /// The time when the last request was used up; nil if there are some left.
    var closed: Duration?
    /// Whether the host has announced that no requests are left.
    var isAnnounced = false
    /// Whether a refused request waits for the reset.
    var isAwaited = false

    /// Starts the next window, whose end is estimated until the host announces it.
    ///
    /// - Parameter since: when the first request of the window began to wait.
    /// - Returns: how long requests have waited for the window.
    mutating func reopen(since: Duration, now: Duration) -> Duration {
      let start = closed.map { isAwaited ? $0 : max($0, since) } ?? end
      defer {
        self = Window(limit: limit, left: limit, end: now + length, length: length)
      }
      return max(.zero, end - start)
    }

    mutating func use(_ left: Int, now: Duration) {
      self.left = left
      if left == 0 { closed = closed ?? now }
    }
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
  ///
  /// - Parameter since: when it began to wait.
  /// - Returns: how long requests have waited for the window that this one begins.
  @discardableResult
  package mutating func admit(host: String, since: Duration? = nil, now: Duration) -> Duration {
    if let total { due = max(due ?? now, now) + total.interval }
    guard perHost != nil || hosts[host] != nil else { return .zero }
    var state = hosts[host] ?? Host(due: now)
    var waited = Duration.zero
    if var window = state.window {
      if window.end <= now { waited = window.reopen(since: since ?? now, now: now) }
      window.use(max(0, window.left - 1), now: now)
      state.window = window.limit == .max ? nil : window
    }
    if let perHost { state.due = max(state.due, now) + perHost.interval }
    if let interval = state.interval.map({ $0 * Self.easing }) {
      state.interval = interval < Self.shortest ? nil : interval
      state.due = max(state.due, now + (state.interval ?? .zero))
    }
    set(state, host: host, now: now)
    return waited
  }

  /// Undoes `admit` for a request that was not sent.
  package mutating func releaseAdmission(host: String) {
    if let total { due = due.map { $0 - total.interval } }
    // With none left, the host may have announced that since the admission.
    if let left = hosts[host]?.window?.left, left > 0 { hosts[host]?.window?.left = left + 1 }
    guard let perHost, let state = hosts[host] else { return }
    hosts[host]?.due = max(state.pausedUntil, state.due - perHost.interval)
  }

  /// Records the `Retry-After` of a 429 or 503. Concurrent requests may get the same response, so
  /// pauses are not added up.
  package mutating func pause(host: String, for wait: Duration, now: Duration) {
    var state = hosts[host] ?? Host(due: now)
    state.window?.isAwaited = true
    state.pausedUntil = max(state.pausedUntil, now + min(wait, longestPause))
    state.due = max(state.due, state.pausedUntil)
    set(state, host: host, now: now)
  }

  /// Records an announced limit. Until it has been used up once, it limits nothing. A host whose
  /// reset is later than the longest pause is refused until then, instead of paused.
  ///
  /// - Returns: whether it begins to pause or refuse the host.
  package mutating func note(
    _ announced: AnnouncedLimit, host: String, now: Duration
  ) -> Bool {
    guard announced.remaining == 0 || hosts[host]?.window != nil else { return false }
    var state = hosts[host] ?? Host(due: now)
    defer { set(state, host: host, now: now) }
    if announced.reset > longestPause {
      guard announced.remaining == 0, state.refusedUntil <= now else { return false }
      state.refusedUntil = now + announced.reset
      return true
    }
    var window = state.window ?? Window(end: now)
    if window.end <= now { _ = window.reopen(since: now, now: now) }
    let isNew = announced.remaining == 0 && !window.isAnnounced
    if isNew { window.isAnnounced = true }
    window.limit = announced.limit ?? window.limit
    // Responses may arrive in any order, and the host has not counted all requests in flight.
    window.use(min(window.left, announced.remaining), now: now)
    window.end = now + announced.reset
    window.length = max(window.length, announced.reset)
    state.window = window
    return isNew
  }

  /// The time until a host that is refused admits requests again; nil for other hosts.
  package func refusal(host: String, now: Duration) -> Duration? {
    guard let until = hosts[host]?.refusedUntil, until > now else { return nil }
    return until - now
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
    guard let state = hosts[host] else { return max(.zero, (due ?? now) - now) }
    let reset = state.window.map { $0.left == 0 ? $0.end : now } ?? now
    return max(.zero, (due ?? now) - now, state.due - now, reset - now)
  }

  private mutating func set(_ state: Host, host: String, now: Duration) {
    hosts[host] = state.isNeeded(now: now) ? state : nil
    guard hosts.count >= sweepCount else { return }
    // Runs when the number of hosts has doubled, so that its amortized cost is constant.
    hosts = hosts.filter { $0.value.isNeeded(now: now) }
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
