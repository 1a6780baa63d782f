/// `--rate` and `--rate-per-host`: when the next request may be made.
///
/// A value: times are counted from any moment, and must not go back.
package struct RatePolicy: Sendable {
  package enum Decision: Sendable, Equatable {
    /// The request is made now, and has been counted.
    case now
    /// Ask again after this; over zero. Nothing has been counted.
    case wait(Duration)
  }

  /// Of all requests together; nil for no limit.
  private let total: Rate?
  /// Of those to one host; nil for no limit.
  package let perHost: Rate?
  private var all = TokenBucket()
  private var hosts: [String: TokenBucket] = [:]
  /// Idle buckets are looked for when there are so many.
  private var sweepCount = Self.smallestSweep

  private static let smallestSweep = 64

  package init(total: Rate? = nil, perHost: Rate? = nil) {
    self.total = total
    self.perHost = perHost
  }

  /// There is nothing to wait for, ever.
  package var isUnlimited: Bool { total == nil && perHost == nil }

  /// How many hosts are remembered.
  package var rememberedHosts: Int { hosts.count }

  /// Decides about one request, and counts it if it is made.
  package mutating func admit(host: String, now: Duration) -> Decision {
    let wait = wait(host: host, now: now)
    guard wait <= .zero else { return .wait(wait) }
    if let total { all.take(total, now: now) }
    if let perHost {
      hosts[host, default: TokenBucket()].take(perHost, now: now)
      if hosts.count >= sweepCount { forgetIdle(now: now) }
    }
    return .now
  }

  /// A request that was admitted is not made.
  package mutating func giveBack(host: String) {
    if let total { all.giveBack(total) }
    if let perHost { hosts[host]?.giveBack(perHost) }
  }

  /// How long a request to a host has to wait; zero for not at all.
  package func wait(host: String, now: Duration) -> Duration {
    let first = total.map { all.wait($0, now: now) } ?? .zero
    let second = perHost.flatMap { rate in hosts[host]?.wait(rate, now: now) } ?? .zero
    return max(.zero, first, second)
  }

  /// A bucket that is full again need not be remembered. It is done when their number has doubled,
  /// so that a request costs the same however many hosts there are.
  private mutating func forgetIdle(now: Duration) {
    hosts = hosts.filter { !$0.value.isIdle(now: now) }
    sweepCount = max(Self.smallestSweep, 2 * hosts.count)
  }
}
