/// Hosts that have refused requests for coming too fast: from then on there is a
/// time between two requests, longer with each refusal and shorter with each
/// request that is let go, until the host is asked as fast as others again.
///
/// Services say no rate that could be kept (`Retry-After` is a pause, no
/// pace), so it has to be found. Times are counted from any moment.
package struct HostPace: Sendable {
  private struct Pace: Sendable {
    var interval: Duration
    var next: Duration
    /// When it was last made longer.
    var slowed: Duration
  }

  private var paces: [String: Pace] = [:]

  /// After the first refusal: ten a second.
  static let first = Duration.milliseconds(100)
  static let longest = Duration.seconds(2)
  /// Below it there is no pace any more.
  static let shortest = Duration.milliseconds(5)
  /// Refusals within it are answers to one and the same haste.
  static let grace = Duration.milliseconds(500)
  /// What a request that is let go leaves of the interval.
  static let easing = 0.97

  package init() {}

  /// No host has refused any request of late.
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

  /// A request to the host starts.
  package mutating func admit(_ host: String, now: Duration) {
    guard var pace = paces[host] else { return }
    pace.interval = pace.interval * Self.easing
    pace.next = now + pace.interval
    paces[host] = pace.interval < Self.shortest ? nil : pace
  }

  /// How long a request to the host has to wait; zero for not at all.
  package func wait(_ host: String, now: Duration) -> Duration {
    guard let pace = paces[host], pace.next > now else { return .zero }
    return pace.next - now
  }
}
