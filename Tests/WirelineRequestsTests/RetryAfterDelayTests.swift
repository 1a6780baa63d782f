import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct RetryAfterDelayTests {
  @Test func delaysOnlyThePausedHost() {
    var pause = RetryAfterDelay()

    pause.pause("a", for: .seconds(5), now: .seconds(10))
    #expect(pause.wait("a", now: .seconds(10)) == .seconds(5))
    #expect(pause.wait("a", now: .seconds(14)) == .seconds(1))
    #expect(pause.wait("b", now: .seconds(10)) == .zero)
    #expect(pause.wait("a", now: .seconds(15)) == .zero)
    #expect(pause.isEmpty)
  }

  @Test func doesNotAddPauses() {
    var pause = RetryAfterDelay()

    pause.pause("a", for: .seconds(5), now: .seconds(10))
    pause.pause("a", for: .seconds(5), now: .seconds(10))
    pause.pause("a", for: .seconds(1), now: .seconds(12))
    #expect(pause.wait("a", now: .seconds(12)) == .seconds(3))
    pause.pause("a", for: .seconds(5), now: .seconds(12))
    #expect(pause.wait("a", now: .seconds(12)) == .seconds(5))
  }

  @Test func limitsPause() {
    var pause = RetryAfterDelay(limit: .seconds(60))
    pause.pause("a", for: .seconds(Int.max), now: .seconds(1))
    #expect(pause.wait("a", now: .seconds(1)) == .seconds(60))
  }

  @Test(arguments: [Duration.zero, .seconds(-3)])
  func ignoresEmptyPause(wait: Duration) {
    var pause = RetryAfterDelay()
    pause.pause("a", for: wait, now: .seconds(9))
    #expect(pause.isEmpty)
  }

  @Test func removesExpiredPauses() {
    var pause = RetryAfterDelay()
    for index in 0..<1000 {
      pause.pause("h\(index)", for: .seconds(1), now: .seconds(index))
    }
    #expect(pause.wait("h998", now: .seconds(999)) == .zero)
    #expect(pause.wait("h999", now: .seconds(999)) == .seconds(1))
  }
}
