import Synchronization
import Testing

@testable import WirelineCore

/// What waits is counted in, what may be asked for comes out.
@Suite struct AdmissionBrakeTests {
  @Test func nothingWaitsAndAllIsAllowed() {
    let brake = AdmissionBrake()

    #expect(brake.hold == .nothing)
    brake.offer(2 << 20)
    brake.keep(16 << 20)
    #expect(brake.hold == .nothing)
  }

  @Test func whatNobodyTakesHoldsTheRestBack() {
    let brake = AdmissionBrake()
    let releases = Atomic(0)
    brake.whenReleased { releases.add(1, ordering: .relaxed) }

    brake.offer(3 << 20)
    #expect(brake.hold == .all)
    brake.take(1 << 20)
    #expect(brake.hold == .nothing && releases.load(ordering: .relaxed) == 0)
    brake.take(1 << 20)
    #expect(releases.load(ordering: .relaxed) == 1)
    // Nobody was held back since.
    brake.take(1 << 20)
    #expect(releases.load(ordering: .relaxed) == 1)
  }

  @Test func whatWaitsForAnEarlierOneLeavesRoomForThat() {
    let brake = AdmissionBrake()
    let releases = Atomic(0)
    brake.whenReleased { releases.add(1, ordering: .relaxed) }

    brake.keep(17 << 20)
    #expect(brake.hold == .allButOldest)
    brake.ripen(17 << 20)
    brake.offer(17 << 20)
    #expect(brake.hold == .all)
    brake.take(17 << 20)
    #expect(brake.hold == .nothing && releases.load(ordering: .relaxed) == 1)
  }
}
