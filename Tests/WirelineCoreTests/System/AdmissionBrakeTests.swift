import Synchronization
import Testing

@testable import WirelineCore

/// Unwritten bytes hold requests back.
@Suite struct AdmissionBrakeTests {
  @Test func allowsRequestsBelowLimits() {
    let brake = AdmissionBrake()

    #expect(brake.hold == .nothing)
    brake.didComplete(1 << 20, ready: 2 << 20)
    brake.didComplete(49 << 20, ready: 0)
    #expect(brake.hold == .nothing)
  }

  @Test func holdsRequestsWhileOutputIsBlocked() {
    let brake = AdmissionBrake()
    let releases = Atomic(0)
    brake.whenReleased { releases.add(1, ordering: .relaxed) }

    brake.didComplete(3 << 20, ready: 3 << 20)
    #expect(brake.hold == .all)
    brake.didWrite(1 << 20)
    #expect(brake.hold == .nothing && releases.load(ordering: .relaxed) == 0)
    brake.didWrite(1 << 20)
    #expect(releases.load(ordering: .relaxed) == 1)
    // No request was held back since.
    brake.didWrite(1 << 20)
    #expect(releases.load(ordering: .relaxed) == 1)
  }

  @Test(arguments: [
    // The size of a response, and how many may wait.
    (100, 5242), (10_000, 52), (20_000, 48), (40_000, 48), (100_000, 20), (1 << 20, 2),
    (3 << 20, 0),
  ])
  func limitDependsOnResponseSize(size: Int, count: Int) {
    let brake = AdmissionBrake()

    for _ in 0..<count { brake.didComplete(size, ready: size) }
    #expect(brake.hold == .nothing)
    brake.didComplete(size, ready: size)
    #expect(brake.hold == .all)
    for _ in 0...count { brake.didWrite(size) }
    #expect(brake.hold == .nothing)
  }

  @Test func allowsOldestRequestWhileOthersWaitForIt() {
    let brake = AdmissionBrake()
    let releases = Atomic(0)
    brake.whenReleased { releases.add(1, ordering: .relaxed) }

    brake.didComplete(49 << 20, ready: 0)
    #expect(brake.hold == .allButOldest)
    brake.didComplete(1 << 20, ready: 50 << 20)
    #expect(brake.hold == .all)
    brake.didWrite(50 << 20)
    #expect(brake.hold == .nothing && releases.load(ordering: .relaxed) == 1)
  }
}
