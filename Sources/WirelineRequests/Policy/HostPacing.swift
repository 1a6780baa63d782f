/// Adaptive rate limits for hosts that refuse requests as too frequent. Each refusal doubles the
/// interval between requests to the host, and each admitted request shortens it, until there is no
/// limit any more.
///
/// Services do not report a permitted rate (`Retry-After` is a pause), so it has to be discovered.
/// Times are measured from any fixed point.
package struct HostPace: Sendable {
  private struct Pace: Sendable {
    var interval: Duration
    var next: Duration
    var slowed: Duration
  }

  private var paces: [String: Pace] = [:]

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

  /// Whether no host is limited.
  package var isEmpty: Bool { paces.isEmpty }

  package mutating func slow(_ host: String, now: Duration) {
    guard var pace = paces[host] else {
      paces[host] = Pace(interval: Self.first, next: now + Self.first, slowed: now)
      return
    }
    guard now - pace.slowed >= Self.grace else { return }
    pace.interval = min(pace.interval * 2, Self.longest)
    pace.next = max(pace.next, now + pace.interval)
    pace.slowed = now
    paces[host] = pace
  }

  /// Records the start of a request.
  package mutating func admit(_ host: String, now: Duration) {
    guard var pace = paces[host] else { return }
    pace.interval = pace.interval * Self.easing
    pace.next = now + pace.interval
    paces[host] = pace.interval < Self.shortest ? nil : pace
  }

  /// The delay before the next request to a host.
  package func wait(_ host: String, now: Duration) -> Duration {
    guard let pace = paces[host], pace.next > now else { return .zero }
    return pace.next - now
  }
}

/// Pauses requested by `Retry-After`, which apply to all requests to a host.
///
/// Concurrent requests may get the same response, so pauses are not added up: the latest end
/// counts. Times are measured from any fixed point.
package struct HostPause: Sendable {
  private let limit: Duration
  private var ends: [String: Duration] = [:]

  /// - Parameter limit: the longest pause; `RetryPolicy.maximumRetryAfter`.
  package init(limit: Duration = RetryPolicy().maximumRetryAfter) {
    self.limit = max(limit, .zero)
  }

  /// Whether no host is paused.
  package var isEmpty: Bool { ends.isEmpty }

  /// Records the `Retry-After` of a 429 or 503.
  ///
  /// - Returns: whether this extends the host's pause, which is worth a message.
  @discardableResult
  package mutating func pause(_ host: String, for wait: Duration, now: Duration) -> Bool {
    ends = ends.filter { $0.value > now }
    let end = now + min(wait, limit)
    guard end > ends[host] ?? now else { return false }
    ends[host] = end
    return true
  }

  /// The delay before the next request to a host.
  package mutating func wait(_ host: String, now: Duration) -> Duration {
    guard let end = ends[host] else { return .zero }
    if end > now { return end - now }
    ends[host] = nil
    return .zero
  }
}
