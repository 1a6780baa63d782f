import Synchronization
import Testing

@testable import WirelineCore

@Suite struct AdmissionBrakeTests {
  @Test func admitsRequestsWithoutQueuedBytes() {
    let brake = AdmissionBrake()

    #expect(brake.hold == .nothing)
    brake.offer(2 << 20, size: 1 << 20)
    brake.keep(48 << 20)
    #expect(brake.hold == .nothing)
  }

  @Test func holdsRequestsWhileOutputIsBlocked() {
    let brake = AdmissionBrake()
    let releases = Atomic(0)
    brake.whenReleased { releases.add(1, ordering: .relaxed) }

    brake.offer(3 << 20, size: 3 << 20)
    #expect(brake.hold == .all)
    brake.take(1 << 20)
    #expect(brake.hold == .nothing && releases.load(ordering: .relaxed) == 0)
    brake.take(1 << 20)
    #expect(releases.load(ordering: .relaxed) == 1)
    // No request has been held since.
    brake.take(1 << 20)
    #expect(releases.load(ordering: .relaxed) == 1)
  }

  @Test(arguments: [
    // The size of a response in bytes, and how many may be queued.
    (100, 5242), (10_000, 52), (20_000, 48), (40_000, 48), (100_000, 20), (1 << 20, 2),
    (3 << 20, 0),
  ])
  func limitsQueuedResponsesBySize(size: Int, count: Int) {
    let brake = AdmissionBrake()

    for _ in 0..<count { brake.offer(size, size: size) }
    #expect(brake.hold == .nothing)
    brake.offer(size, size: size)
    #expect(brake.hold == .all)
    for _ in 0...count { brake.take(size) }
    #expect(brake.hold == .nothing)
  }

  @Test func reservesRoomForTheOldestRequest() {
    let brake = AdmissionBrake()
    let releases = Atomic(0)
    brake.whenReleased { releases.add(1, ordering: .relaxed) }

    brake.keep(49 << 20)
    #expect(brake.hold == .allButOldest)
    brake.ripen(49 << 20)
    brake.offer(49 << 20, size: 49 << 20)
    #expect(brake.hold == .all)
    brake.take(49 << 20)
    #expect(brake.hold == .nothing && releases.load(ordering: .relaxed) == 1)
  }
}
