import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct SharedHostStateTests {
  private static let start: Int64 = 1_800_000_000_000_000_000
  private static let second: Int64 = 1_000_000_000

  private static func limits(_ rate: String?) throws -> SharedHostState.Limits {
    SharedHostState.Limits(rate: try rate.map { try Rate($0) })
  }

  @Test func letsOneRequestThroughPerInterval() throws {
    let limits = try Self.limits("10/s")
    var state = SharedHostState()

    #expect(state.claim(limits, now: Self.start) == .zero)
    #expect(state.claim(limits, now: Self.start) == .milliseconds(100))
    #expect(state.claim(limits, now: Self.start + 99_000_000) == .milliseconds(1))
    #expect(state.claim(limits, now: Self.start + 100_000_000) == .zero)
    // A pause does not add up to a burst.
    #expect(state.claim(limits, now: Self.start + 60 * Self.second) == .zero)
    #expect(state.claim(limits, now: Self.start + 60 * Self.second) == .milliseconds(100))
  }

  /// Each process applies its own rate to the requests of all processes.
  @Test func appliesRateOfEachProcess() throws {
    var state = SharedHostState()

    #expect(state.claim(try Self.limits("5/h"), now: Self.start) == .zero)
    #expect(state.claim(try Self.limits("10/s"), now: Self.start + Self.second) == .zero)
    #expect(state.claim(try Self.limits(nil), now: Self.start + Self.second) == .zero)
    #expect(
      state.claim(try Self.limits("5/h"), now: Self.start + Self.second) == .seconds(720))
  }

  @Test func pausesAllProcesses() throws {
    let limits = try Self.limits(nil)
    var state = SharedHostState()
    state.pause(for: .seconds(5), limits, now: Self.start)
    state.pause(for: .seconds(3), limits, now: Self.start + Self.second)

    #expect(state.claim(limits, now: Self.start + Self.second) == .seconds(4))
    #expect(state.claim(limits, now: Self.start + 5 * Self.second) == .zero)
  }

  @Test func limitsPauses() throws {
    let limits = SharedHostState.Limits(longestPause: .seconds(10))
    var state = SharedHostState()
    state.pause(for: .seconds(3600), limits, now: Self.start)

    #expect(state.claim(limits, now: Self.start) == .seconds(10))
  }

  /// With the intervals of `AdaptiveRateLimit`.
  @Test func slowsDownAfterRefusals() throws {
    let limits = try Self.limits(nil)
    var state = SharedHostState()
    #expect(state.claim(limits, now: Self.start) == .zero)
    state.slow(limits, now: Self.start)
    #expect(state.interval == 100_000_000)
    state.slow(limits, now: Self.start + 499_000_000)
    #expect(state.interval == 100_000_000)
    state.slow(limits, now: Self.start + 500_000_000)
    #expect(state.interval == 200_000_000)

    #expect(state.claim(limits, now: Self.start) == .milliseconds(200))
    #expect(state.claim(limits, now: Self.start + 200_000_000) == .zero)
    #expect(state.interval == 194_000_000)
    var now = Self.start
    for _ in 0..<200 {
      now += Self.second
      #expect(state.claim(limits, now: now) == .zero)
    }
    #expect(state.interval == 0)
  }

  @Test func limitsIntervalAfterRefusals() throws {
    let limits = try Self.limits(nil)
    var state = SharedHostState()
    for round in 0..<20 { state.slow(limits, now: Self.start + Int64(round) * Self.second) }

    #expect(state.interval == 2 * Self.second)
  }

  /// After a clock was set back, or with damaged numbers.
  @Test(arguments: [
    (Int64.max, 0, 0), (Int64.min, 0, 0), (-1, -1, -1), (0, Int64.max, 0), (0, Int64.min, 0),
    (0, 0, Int64.max), (0, 0, Int64.min), (Int64.max, Int64.max, Int64.max),
    (start + 3600 * second, start + 3600 * second, 3600 * second),
  ])
  func ignoresImpossibleTimes(last: Int64, notBefore: Int64, interval: Int64) throws {
    var state = SharedHostState()
    state.last = last
    state.notBefore = notBefore
    state.interval = interval
    state.slowed = last

    #expect(state.claim(try Self.limits("5/h"), now: Self.start) == .zero)
    #expect(state.last == Self.start)
    state.notBefore = notBefore
    state.slow(try Self.limits(nil), now: Self.start)
    state.pause(for: .seconds(1), try Self.limits(nil), now: Self.start)
    #expect(state.notBefore == Self.start + Self.second)
  }

  @Test func toleratesSmallClockDifference() throws {
    var state = SharedHostState()
    state.last = Self.start + Self.second

    #expect(state.claim(try Self.limits("1/s"), now: Self.start) == .seconds(2))
  }
}
