import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct AdaptiveRateLimitTests {
  @Test func doesNotDelayHostWithoutRefusals() {
    var limit = AdaptiveRateLimit()
    limit.admit("a", now: .zero)

    #expect(limit.wait("a", now: .zero) == .zero)
    #expect(limit.isEmpty)
  }

  @Test func delaysOnlyTheRefusingHost() {
    var limit = AdaptiveRateLimit()
    limit.slow("a", now: .seconds(10))

    #expect(!limit.isEmpty)
    #expect(limit.wait("a", now: .seconds(10)) == .milliseconds(100))
    #expect(limit.wait("a", now: .milliseconds(10_060)) == .milliseconds(40))
    #expect(limit.wait("a", now: .milliseconds(10_100)) == .zero)
    #expect(limit.wait("a", now: .seconds(99)) == .zero)
    #expect(limit.wait("b", now: .seconds(10)) == .zero)
  }

  /// Refusals within the grace period count once.
  @Test(
    arguments: [
      ([0], 100), ([0, 0, 1, 499], 100), ([0, 500], 200), ([0, 500, 999], 200),
      ([0, 500, 1000], 400), ([0, 500, 1000, 1500, 2000], 1600),
      ([0, 500, 1000, 1500, 2000, 2500], 2000), ([0, 500, 1000, 1500, 2000, 2500, 3000], 2000),
    ])
  func doublesIntervalPerRefusal(refusals: [Int], interval: Int) {
    var limit = AdaptiveRateLimit()
    for milliseconds in refusals { limit.slow("a", now: .milliseconds(milliseconds)) }
    let last = refusals.last(where: { $0 % 500 == 0 }) ?? 0

    #expect(limit.wait("a", now: .milliseconds(last)) == .milliseconds(interval))
  }

  @Test func refusalNeverShortensDelay() {
    var limit = AdaptiveRateLimit()
    for milliseconds in stride(from: 0, through: 3000, by: 500) {
      limit.slow("a", now: .milliseconds(milliseconds))
    }
    limit.admit("a", now: .seconds(10))
    let before = limit.wait("a", now: .milliseconds(10_100))
    limit.slow("a", now: .milliseconds(10_100))

    #expect(limit.wait("a", now: .milliseconds(10_100)) >= before)
  }

  @Test func requestsShortenInterval() {
    var limit = AdaptiveRateLimit()
    limit.slow("a", now: .zero)
    limit.admit("a", now: .seconds(1))
    #expect(limit.wait("a", now: .seconds(1)) == AdaptiveRateLimit.first * AdaptiveRateLimit.easing)

    limit.admit("a", now: .seconds(2))
    #expect(
      limit.wait("a", now: .seconds(2)) == AdaptiveRateLimit.first * AdaptiveRateLimit.easing
        * AdaptiveRateLimit.easing)
  }

  @Test func dropsLimitAfterEnoughRequests() {
    var limit = AdaptiveRateLimit()
    limit.slow("a", now: .zero)
    limit.slow("b", now: .zero)
    var requests = 0
    while limit.wait("a", now: .zero) > .zero, requests < 1000 {
      limit.admit("a", now: .zero)
      requests += 1
    }

    // 0.97 to the power of 99 is below 5/100.
    #expect(requests == 99)
    #expect(!limit.isEmpty)
    limit.slow("a", now: .zero)
    #expect(limit.wait("a", now: .zero) == AdaptiveRateLimit.first)
  }
}
