import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct RateTests {
  @Test(
    arguments: [
      ("10/s", .milliseconds(100)), ("1/s", .seconds(1)), ("100/m", .milliseconds(600)),
      ("5/h", .seconds(720)), ("0.5/s", .seconds(2)), ("1000000000/s", .nanoseconds(1)),
      ("0.001/h", .seconds(3_600_000)), ("2.50/m", .seconds(24)), ("010/s", .milliseconds(100)),
    ] as [(String, Duration)])
  func parsesRates(text: String, interval: Duration) throws {
    #expect(try Rate(parsing: text) == Rate(interval: interval))
  }

  @Test(
    arguments: [
      "", "10", "/s", "10/", "10/d", "10/S", "0/s", "0.0/s", "-1/s", "+1/s", "1e3/s", "1.2.3/s",
      ".5/s", "5./s", "inf/s", "nan/s", "0x1/s", "10/s/s", " 10/s", "10/ s", "1000000001/s",
      "0.0000000001/h", "1,5/s", "١/s",
    ])
  func rejectsInvalidRates(text: String) {
    #expect(throws: InvalidArgument.self) { try Rate(parsing: text) }
  }
}

@Suite struct RatePolicyTests {
  private let second = Rate(interval: .seconds(1))

  /// Counts a request if it need not wait.
  private func admit(
    _ policy: inout RatePolicy, _ host: String, now: Duration
  ) -> Duration {
    let wait = policy.wait(host: host, now: now)
    if wait == .zero { policy.admit(host: host, now: now) }
    return wait
  }

  @Test func spacesRequests() {
    var policy = RatePolicy(total: second)

    #expect(admit(&policy, "a", now: .seconds(100)) == .zero)
    #expect(admit(&policy, "b", now: .seconds(100)) == .seconds(1))
    #expect(admit(&policy, "b", now: .milliseconds(100_400)) == .milliseconds(600))
    #expect(admit(&policy, "b", now: .seconds(101)) == .zero)
    // A late request does not bring the next one forward.
    #expect(admit(&policy, "b", now: .milliseconds(102_500)) == .zero)
    #expect(admit(&policy, "b", now: .seconds(103)) == .milliseconds(500))
  }

  @Test func appliesBothRatesAndCountsOnlyAdmitted() {
    var policy = RatePolicy(total: Rate(interval: .milliseconds(100)), perHost: second)

    #expect(admit(&policy, "a", now: .zero) == .zero)
    #expect(admit(&policy, "a", now: .milliseconds(100)) == .milliseconds(900))
    #expect(admit(&policy, "b", now: .milliseconds(100)) == .zero)
    #expect(admit(&policy, "c", now: .milliseconds(150)) == .milliseconds(50))
    #expect(policy.wait(host: "a", now: .milliseconds(100)) == .milliseconds(900))
  }

  @Test func neverWaitsWithoutRate() {
    var policy = RatePolicy()
    #expect(policy.isUnlimited)
    for _ in 0..<100 { #expect(admit(&policy, "a", now: .zero) == .zero) }
    #expect(policy.rememberedHosts == 0)
  }

  @Test func removesIdleHosts() {
    var policy = RatePolicy(perHost: second)
    for index in 0..<10_000 {
      #expect(admit(&policy, "h\(index)", now: .milliseconds(10 * index)) == .zero)
    }
    // 100 hosts are not idle at any moment.
    #expect(policy.rememberedHosts <= 2 * 101)
    #expect(policy.wait(host: "h9999", now: .milliseconds(99_990)) == .seconds(1))
  }
}

/// Hosts that refuse requests as too frequent.
@Suite struct RefusalTests {
  @Test func delaysOnlyTheRefusingHost() {
    var policy = RatePolicy()
    policy.slow(host: "a", now: .seconds(10))

    #expect(!policy.isUnlimited)
    #expect(policy.wait(host: "a", now: .seconds(10)) == .milliseconds(100))
    #expect(policy.wait(host: "a", now: .milliseconds(10_060)) == .milliseconds(40))
    #expect(policy.wait(host: "a", now: .milliseconds(10_100)) == .zero)
    #expect(policy.wait(host: "a", now: .seconds(99)) == .zero)
    #expect(policy.wait(host: "b", now: .seconds(10)) == .zero)
  }

  /// Refusals within the grace period count once.
  @Test(
    arguments: [
      ([0], 100), ([0, 0, 1, 499], 100), ([0, 500], 200), ([0, 500, 999], 200),
      ([0, 500, 1000], 400), ([0, 500, 1000, 1500, 2000], 1600),
      ([0, 500, 1000, 1500, 2000, 2500], 2000), ([0, 500, 1000, 1500, 2000, 2500, 3000], 2000),
    ])
  func doublesIntervalPerRefusal(refusals: [Int], interval: Int) {
    var policy = RatePolicy()
    for milliseconds in refusals { policy.slow(host: "a", now: .milliseconds(milliseconds)) }
    let last = refusals.last(where: { $0 % 500 == 0 }) ?? 0

    #expect(policy.wait(host: "a", now: .milliseconds(last)) == .milliseconds(interval))
  }

  @Test func refusalNeverShortensDelay() {
    var policy = RatePolicy()
    for milliseconds in stride(from: 0, through: 3000, by: 500) {
      policy.slow(host: "a", now: .milliseconds(milliseconds))
    }
    policy.admit(host: "a", now: .seconds(10))
    let before = policy.wait(host: "a", now: .milliseconds(10_100))
    policy.slow(host: "a", now: .milliseconds(10_100))

    #expect(policy.wait(host: "a", now: .milliseconds(10_100)) >= before)
  }

  @Test func dropsLimitAfterEnoughRequests() {
    var policy = RatePolicy()
    policy.slow(host: "a", now: .zero)
    var (now, requests) = (Duration.zero, 0)
    while !policy.isUnlimited, requests < 1000 {
      now += policy.wait(host: "a", now: now)
      policy.admit(host: "a", now: now)
      requests += 1
    }

    // 0.97 to the power of 99 is below 5/100.
    #expect(requests == 99)
    policy.slow(host: "a", now: now)
    #expect(policy.wait(host: "a", now: now) == RatePolicy.first)
  }
}

/// Pauses that hosts request.
@Suite struct RetryAfterDelayTests {
  @Test func delaysOnlyThePausedHost() {
    var policy = RatePolicy()

    policy.pause(host: "a", for: .seconds(5), now: .seconds(10))
    #expect(policy.wait(host: "a", now: .seconds(10)) == .seconds(5))
    #expect(policy.wait(host: "a", now: .seconds(14)) == .seconds(1))
    #expect(policy.wait(host: "b", now: .seconds(10)) == .zero)
    policy.admit(host: "a", now: .seconds(15))
    #expect(policy.isUnlimited)
  }

  @Test func releasedAdmissionDoesNotShortenPause() {
    var policy = RatePolicy(perHost: Rate(interval: .seconds(60)))
    policy.admit(host: "a", now: .zero)
    policy.pause(host: "a", for: .seconds(300), now: .zero)

    policy.releaseAdmission(host: "a")

    #expect(policy.wait(host: "a", now: .zero) == .seconds(300))
  }

  @Test func doesNotAddPauses() {
    var policy = RatePolicy()

    policy.pause(host: "a", for: .seconds(5), now: .seconds(10))
    policy.pause(host: "a", for: .seconds(5), now: .seconds(10))
    policy.pause(host: "a", for: .seconds(1), now: .seconds(12))
    #expect(policy.wait(host: "a", now: .seconds(12)) == .seconds(3))
    policy.pause(host: "a", for: .seconds(5), now: .seconds(12))
    #expect(policy.wait(host: "a", now: .seconds(12)) == .seconds(5))
  }

  @Test func limitsPause() {
    var policy = RatePolicy()
    policy.longestPause = .seconds(60)
    policy.pause(host: "a", for: .seconds(Int.max), now: .seconds(1))
    #expect(policy.wait(host: "a", now: .seconds(1)) == .seconds(60))
  }

  @Test(arguments: [Duration.zero, .seconds(-3)])
  func ignoresEmptyPause(wait: Duration) {
    var policy = RatePolicy()
    policy.pause(host: "a", for: wait, now: .seconds(9))
    #expect(policy.isUnlimited)
  }
}

/// Limits that hosts announce.
@Suite struct AnnouncedLimitDelayTests {
  private func limit(_ remaining: Int, _ seconds: Int, of limit: Int? = nil) -> AnnouncedLimit {
    AnnouncedLimit(remaining: remaining, reset: .seconds(seconds), limit: limit)
  }

  private func note(_ policy: inout RatePolicy, _ limit: AnnouncedLimit, now: Duration) -> Bool {
    policy.note(limit, host: "a", now: now)
  }

  /// The number of requests that start without a wait.
  private func admit(_ policy: inout RatePolicy, now: Duration) -> Int {
    var count = 0
    while policy.wait(host: "a", now: now) == .zero, count < 99 {
      policy.admit(host: "a", since: now, now: now)
      count += 1
    }
    return count
  }

  @Test func pausesHostUntilReset() {
    var policy = RatePolicy()

    #expect(!note(&policy, limit(1, 5), now: .zero))
    #expect(policy.isUnlimited)
    #expect(note(&policy, limit(0, 5), now: .seconds(1)))
    // A response to a request that was in flight.
    #expect(!note(&policy, limit(0, 4), now: .seconds(2)))
    #expect(policy.wait(host: "a", now: .seconds(2)) == .seconds(4))
    #expect(policy.wait(host: "b", now: .seconds(2)) == .zero)
    #expect(admit(&policy, now: .seconds(6)) == 99)
    #expect(policy.isUnlimited, "the number of requests per window is unknown")
  }

  @Test func admitsAnnouncedNumberPerWindow() {
    var policy = RatePolicy()
    #expect(note(&policy, limit(0, 10, of: 20), now: .zero))

    #expect(admit(&policy, now: .seconds(9)) == 0)
    #expect(admit(&policy, now: .seconds(10)) == 20)
    // Responses in any order do not admit more, and announce the real end.
    for left in [3, 19, 7] {
      #expect(!note(&policy, limit(left, 4, of: 20), now: .seconds(11)))
    }
    #expect(policy.wait(host: "a", now: .seconds(11)) == .seconds(4))
    #expect(admit(&policy, now: .seconds(15)) == 20)
    // Without a response, the window has the known length.
    #expect(policy.wait(host: "a", now: .seconds(15)) == .seconds(10))
    #expect(admit(&policy, now: .seconds(25)) == 20)
  }

  @Test func otherClientsMayUseTheLimitToo() {
    var policy = RatePolicy()
    _ = policy.note(limit(0, 10, of: 20), host: "a", now: .zero)
    policy.admit(host: "a", now: .seconds(10))

    #expect(!note(&policy, limit(2, 9, of: 20), now: .seconds(11)))

    #expect(admit(&policy, now: .seconds(11)) == 2)
  }

  @Test func countsRequestThatWasNotSentOnlyIfSomeAreLeft() {
    var policy = RatePolicy()
    _ = policy.note(limit(0, 10, of: 2), host: "a", now: .zero)
    policy.admit(host: "a", now: .seconds(10))
    policy.releaseAdmission(host: "a")
    #expect(admit(&policy, now: .seconds(10)) == 2)

    policy.releaseAdmission(host: "a")

    #expect(admit(&policy, now: .seconds(10)) == 0)
  }

  /// The first request of a window waits since a time.
  @Test(arguments: [(0, false, 6), (4, false, 4), (9, false, 0), (9, true, 6)])
  func measuresWaits(since: Int, isRefused: Bool, waited: Int) {
    var policy = RatePolicy()
    _ = policy.note(limit(0, 6, of: 20), host: "a", now: .seconds(2))
    if isRefused { policy.pause(host: "a", for: .seconds(6), now: .seconds(2)) }

    let first = policy.admit(host: "a", since: .seconds(since), now: .seconds(9))
    let next = policy.admit(host: "a", since: .seconds(since), now: .seconds(9))

    #expect(first == .seconds(waited) && next == .zero)
  }

  @Test func refusesHostWithLongReset() {
    var policy = RatePolicy()

    #expect(note(&policy, limit(0, 301, of: 5), now: .seconds(1)))
    #expect(!note(&policy, limit(0, 301, of: 5), now: .seconds(2)))

    #expect(policy.wait(host: "a", now: .seconds(2)) == .zero)
    #expect(policy.refusal(host: "a", now: .seconds(2)) == .seconds(300))
    #expect(policy.refusal(host: "b", now: .seconds(2)) == nil)
    #expect(policy.refusal(host: "a", now: .seconds(302)) == nil)
  }

  @Test func forgetsIdleHosts() {
    var policy = RatePolicy()
    for index in 0..<10_000 {
      _ = policy.note(limit(0, 1, of: 9), host: "h\(index)", now: .seconds(index))
    }
    #expect(policy.rememberedHosts < 130)
  }
}
