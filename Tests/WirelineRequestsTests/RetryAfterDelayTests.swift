import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct RetryAfterDelayTests {
  @Test func delaysOnlyThePausedHost() {
    var pause = RetryAfterDelay()

    #expect(pause.pause("a", for: .seconds(5), now: .seconds(10)) == true)
    #expect(pause.wait("a", now: .seconds(10)) == .seconds(5))
    #expect(pause.wait("a", now: .seconds(14)) == .seconds(1))
    #expect(pause.wait("b", now: .seconds(10)) == .zero)
    #expect(pause.wait("a", now: .seconds(15)) == .zero)
    #expect(pause.isEmpty)
  }

  @Test func doesNotAddPauses() {
    var pause = RetryAfterDelay()

    #expect(pause.pause("a", for: .seconds(5), now: .seconds(10)) == true)
    #expect(pause.pause("a", for: .seconds(5), now: .seconds(10)) == false)
    #expect(pause.pause("a", for: .seconds(1), now: .seconds(12)) == false)
    #expect(pause.wait("a", now: .seconds(12)) == .seconds(3))
    #expect(pause.pause("a", for: .seconds(5), now: .seconds(12)) == true)
    #expect(pause.wait("a", now: .seconds(12)) == .seconds(5))
  }

  @Test func limitsPause() {
    var pause = RetryAfterDelay(limit: .seconds(60))
    #expect(pause.pause("a", for: .seconds(Int.max), now: .seconds(1)) == true)
    #expect(pause.wait("a", now: .seconds(1)) == .seconds(60))
  }

  @Test(arguments: [Duration.zero, .seconds(-3)])
  func ignoresEmptyPause(wait: Duration) {
    var pause = RetryAfterDelay()
    #expect(pause.pause("a", for: wait, now: .seconds(9)) == false)
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
