/// Hosts that have asked for a pause by `Retry-After`: all their requests wait, once.
///
/// Several requests under way may get the same answer. The pause ends at the latest moment that was
/// named; pauses are not added up. Times are counted from any moment.
package struct HostPause: Sendable {
  /// Longer ones are cut to this.
  private let limit: Duration
  private var ends: [String: Duration] = [:]

  /// - Parameter limit: the longest pause; `RetryPolicy.maximumRetryAfter`.
  package init(limit: Duration = RetryPolicy().maximumRetryAfter) {
    self.limit = max(limit, .zero)
  }

  /// No host is paused, as far as was asked.
  package var isEmpty: Bool { ends.isEmpty }

  /// A host asked for a pause, with a 429 or 503.
  ///
  /// - Returns: whether that makes its pause longer: worth a message.
  @discardableResult
  package mutating func pause(_ host: String, for wait: Duration, now: Duration) -> Bool {
    ends = ends.filter { $0.value > now }
    let end = now + min(wait, limit)
    guard end > ends[host] ?? now else { return false }
    ends[host] = end
    return true
  }

  /// How long a request to a host has to wait; zero for not at all.
  package mutating func wait(_ host: String, now: Duration) -> Duration {
    guard let end = ends[host] else { return .zero }
    if end > now { return end - now }
    ends[host] = nil
    return .zero
  }
}
