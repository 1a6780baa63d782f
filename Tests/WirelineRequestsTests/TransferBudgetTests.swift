import Testing

@testable import WirelineRequests

@Suite struct TransferBudgetTests {
  private static let start = ContinuousClock.now

  /// A time in milliseconds since the start, the bytes received then, and the delay after them.
  typealias Step = (time: Int, bytes: Int, delay: Int)

  @Test(
    arguments: [
      [(0, 500, 500), (100, 0, 400), (500, 100, 100)],
      // Several connections receive before the first waits.
      [(0, 500, 500), (0, 500, 1000), (700, 300, 600)],
      // The time of a late timer is made up for, that of a pause is not.
      [(0, 500, 500), (560, 500, 440)],
      [(0, 500, 500), (5000, 500, 400)],
      [(0, 0, 0), (50, 1000, 950)],
    ] as [[Step]])
  func delaysUntilBytesAreDue(steps: [Step]) {
    var budget = TransferBudget(bytesPerSecond: 1000)
    #expect(budget.wait(at: Self.start) == .zero)

    for step in steps {
      let now = Self.start + .milliseconds(step.time)
      budget.spend(step.bytes, at: now)
      #expect(budget.wait(at: now) == .milliseconds(step.delay))
    }
  }

  @Test func requestMayEndEarly() {
    var budget = TransferBudget(bytesPerSecond: 1000)
    budget.spend(500, at: Self.start)

    #expect(budget.waitForEnd(at: Self.start) == .milliseconds(400))
    #expect(budget.waitForEnd(at: Self.start + .milliseconds(450)) == .zero)
  }

  @Test(arguments: [(1, 1024), (100_000, 1024), (1 << 20, 8192), (1 << 30, 32 << 10)])
  func readsInSmallPieces(bytesPerSecond: Int, bytes: Int) {
    #expect(TransferBudget(bytesPerSecond: bytesPerSecond).pieceBytes == bytes)
  }
}
