import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct HostPaceTests {
  @Test func aHostThatRefusedNothingIsAskedAtOnce() {
    var pace = HostPace()
    pace.admit("a", now: .zero)

    #expect(pace.wait("a", now: .zero) == .zero)
    #expect(pace.isEmpty)
  }

  @Test func aRefusalPutsTimeBetweenItsRequestsAndNoOthers() {
    var pace = HostPace()
    pace.slow("a", now: .seconds(10))

    #expect(!pace.isEmpty)
    #expect(pace.wait("a", now: .seconds(10)) == .milliseconds(100))
    #expect(pace.wait("a", now: .milliseconds(10_060)) == .milliseconds(40))
    #expect(pace.wait("a", now: .milliseconds(10_100)) == .zero)
    #expect(pace.wait("a", now: .seconds(99)) == .zero)
    #expect(pace.wait("b", now: .seconds(10)) == .zero)
  }

  /// Many requests are refused together: that is one haste.
  @Test(
    arguments: [
      ([0], 100), ([0, 0, 1, 499], 100), ([0, 500], 200), ([0, 500, 999], 200),
      ([0, 500, 1000], 400), ([0, 500, 1000, 1500, 2000], 1600),
      ([0, 500, 1000, 1500, 2000, 2500], 2000), ([0, 500, 1000, 1500, 2000, 2500, 3000], 2000),
    ])
  func eachFurtherRefusalDoublesTheTime(refusals: [Int], interval: Int) {
    var pace = HostPace()
    for milliseconds in refusals { pace.slow("a", now: .milliseconds(milliseconds)) }
    let last = refusals.last(where: { $0 % 500 == 0 }) ?? 0

    #expect(pace.wait("a", now: .milliseconds(last)) == .milliseconds(interval))
  }

  /// A refusal never lets the next request go earlier.
  @Test func aRefusalShortensNoWait() {
    var pace = HostPace()
    for milliseconds in stride(from: 0, through: 3000, by: 500) {
      pace.slow("a", now: .milliseconds(milliseconds))
    }
    pace.admit("a", now: .seconds(10))
    let before = pace.wait("a", now: .milliseconds(10_100))
    pace.slow("a", now: .milliseconds(10_100))

    #expect(pace.wait("a", now: .milliseconds(10_100)) >= before)
  }

  @Test func eachRequestShortensTheTime() {
    var pace = HostPace()
    pace.slow("a", now: .zero)
    pace.admit("a", now: .seconds(1))
    #expect(pace.wait("a", now: .seconds(1)) == HostPace.first * HostPace.easing)

    pace.admit("a", now: .seconds(2))
    #expect(pace.wait("a", now: .seconds(2)) == HostPace.first * HostPace.easing * HostPace.easing)
  }

  @Test func aHostThatBearsItIsForgotten() {
    var pace = HostPace()
    pace.slow("a", now: .zero)
    pace.slow("b", now: .zero)
    var requests = 0
    while pace.wait("a", now: .zero) > .zero, requests < 1000 {
      pace.admit("a", now: .zero)
      requests += 1
    }

    // 0.97 to the power of 99 is below 5/100.
    #expect(requests == 99)
    #expect(!pace.isEmpty)
    pace.slow("a", now: .zero)
    #expect(pace.wait("a", now: .zero) == HostPace.first)
  }
}
