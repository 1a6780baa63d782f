/// What the processes that share a politeness directory know of one host.
///
/// Times are nanoseconds since 1970. A monotonic clock would not do: its zero differs between
/// machines and after a restart. A wall clock can be set back, so a time that is further ahead than
/// any legal one is ignored; the worst case is one wait of `slack` longer than necessary.
package struct SharedHostState: Equatable, Sendable {
  /// What one process asks of a host.
  package struct Limits: Sendable {
    /// The requests of all processes together; nil for no limit.
    package var rate: Rate?
    /// The longest pause that a host may ask for.
    package var longestPause: Duration

    package init(rate: Rate? = nil, longestPause: Duration = RetryPolicy().maximumRetryAfter) {
      self.rate = rate
      self.longestPause = longestPause
    }
  }

  /// When a request last began; 0 for never.
  package var last: Int64 = 0
  /// No request begins before, by `Retry-After`.
  package var notBefore: Int64 = 0
  /// The time between two requests since the host refused some; 0 for none (`HostPace`).
  package var interval: Int64 = 0
  /// When that was last made longer.
  package var slowed: Int64 = 0

  /// How far the clocks of two machines may differ.
  static let slack: Int64 = 5_000_000_000

  package init() {}

  /// Decides about one request, and counts it if it may begin.
  ///
  /// The start of the last request is stored rather than the next permitted time, because each
  /// process has its own rate: one with 5/h must not hold back one with 10/s for an hour. As a
  /// request of any process counts, all of them together stay below the rate of each. Bursts are
  /// one request.
  ///
  /// - Returns: how long the request has to wait; zero if it begins now.
  package mutating func claim(_ limits: Limits, now: Int64) -> Duration {
    ignoreImpossibleTimes(limits, now)
    let spacing = max(limits.rate.map { Self.nanoseconds($0.interval) } ?? 0, interval)
    let free = max(last == 0 ? 0 : last + spacing, notBefore)
    if free > now { return .nanoseconds(free - now) }
    last = now
    interval = Int64(Double(interval) * HostPace.easing)
    if interval < Self.nanoseconds(HostPace.shortest) { interval = 0 }
    return .zero
  }

  /// The host asked for a pause. Pauses are not added up; the latest end counts.
  package mutating func pause(for wait: Duration, _ limits: Limits, now: Int64) {
    ignoreImpossibleTimes(limits, now)
    notBefore = max(notBefore, now + Self.nanoseconds(min(wait, limits.longestPause)))
  }

  /// The host refused a request for coming too soon after another.
  package mutating func slow(_ limits: Limits, now: Int64) {
    ignoreImpossibleTimes(limits, now)
    guard interval > 0 else {
      interval = Self.nanoseconds(HostPace.first)
      slowed = now
      return
    }
    guard now - slowed >= Self.nanoseconds(HostPace.grace) else { return }
    interval = min(2 * interval, Self.nanoseconds(HostPace.longest))
    slowed = now
  }

  private mutating func ignoreImpossibleTimes(_ limits: Limits, _ now: Int64) {
    if last < 0 || last > now + Self.slack { last = 0 }
    if slowed < 0 || slowed > now { slowed = 0 }
    if notBefore < 0 || notBefore > now + Self.nanoseconds(limits.longestPause) + Self.slack {
      notBefore = 0
    }
    if interval < 0 || interval > Self.nanoseconds(HostPace.longest) { interval = 0 }
  }

  /// Rates go down to one request in ten years, which fits.
  private static func nanoseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
