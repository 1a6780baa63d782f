/// One rate's state: when the next request would be due if all came evenly.
///
/// The generic cell rate algorithm (ITU-T I.371), which is a token bucket without a timer.
struct TokenBucket: Sendable, Equatable {
  private var due: Duration?

  /// How long the next request has to wait; zero or less is now.
  func wait(_ rate: Rate, now: Duration) -> Duration {
    guard let due else { return .zero }
    return due - rate.interval * (rate.burst - 1) - now
  }

  /// A request is made.
  mutating func take(_ rate: Rate, now: Duration) {
    due = max(due ?? now, now) + rate.interval
  }

  /// A request that was taken is not made.
  mutating func giveBack(_ rate: Rate) { due = due.map { $0 - rate.interval } }

  /// It is as full as a new one.
  func isIdle(now: Duration) -> Bool { due.map { $0 <= now } ?? true }
}
