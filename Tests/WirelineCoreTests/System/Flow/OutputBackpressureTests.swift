import Synchronization
import Testing

@testable import WirelineCore

/// Unwritten bytes hold requests back.
@Suite struct OutputBackpressureTests {
  @Test func holdsRequestsWhileOutputIsBlocked() {
    let backpressure = OutputBackpressure()
    let releases = Atomic(0)
    backpressure.whenReleased { releases.add(1, ordering: .relaxed) }

    backpressure.didComplete(3 << 20, ready: 3 << 20)
    #expect(backpressure.hold == .all)
    backpressure.didWrite(1 << 20)
    #expect(backpressure.hold == .nothing && releases.load(ordering: .relaxed) == 0)
    backpressure.didWrite(1 << 20)
    #expect(releases.load(ordering: .relaxed) == 1)
    // No request was held back since.
    backpressure.didWrite(1 << 20)
    #expect(releases.load(ordering: .relaxed) == 1)
  }

  @Test(arguments: [
    // The size of a response, and how many may wait.
    (100, 5242), (10_000, 52), (20_000, 48), (40_000, 48), (100_000, 20), (1 << 20, 2),
    (3 << 20, 0),
  ])
  func limitDependsOnResponseSize(size: Int, count: Int) {
    let backpressure = OutputBackpressure()

    for _ in 0..<count { backpressure.didComplete(size, ready: size) }
    #expect(backpressure.hold == .nothing)
    backpressure.didComplete(size, ready: size)
    #expect(backpressure.hold == .all)
    for _ in 0...count { backpressure.didWrite(size) }
    #expect(backpressure.hold == .nothing)
  }

  @Test func allowsOldestRequestWhileOthersWaitForIt() {
    let backpressure = OutputBackpressure()
    let releases = Atomic(0)
    backpressure.whenReleased { releases.add(1, ordering: .relaxed) }

    backpressure.didComplete(49 << 20, ready: 0)
    #expect(backpressure.hold == .allButOldest)
    backpressure.didComplete(1 << 20, ready: 50 << 20)
    #expect(backpressure.hold == .all)
    backpressure.didWrite(50 << 20)
    #expect(backpressure.hold == .nothing && releases.load(ordering: .relaxed) == 1)
  }
}
