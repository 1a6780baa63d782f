import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct SharedHostTableTests {
  private func state(_ last: Int64, notBefore: Int64 = 0) -> SharedHostState {
    var state = SharedHostState()
    state.last = last
    state.notBefore = notBefore
    state.interval = 7
    state.slowed = -8
    return state
  }

  /// Hosts that share a bucket.
  private func hosts(_ count: UInt64) -> [SharedHostTable.Key] {
    let step = UInt64(SharedHostTable.bucketCount)
    return (0..<count).map { SharedHostTable.Key(first: 7 + step * $0, second: $0) }
  }

  private func store(
    _ key: SharedHostTable.Key, _ state: SharedHostState, in bucket: inout [UInt8]
  ) {
    let slot = SharedHostTable.slot(of: key, in: bucket)
    let missing = slot.offset + SharedHostTable.slotSize - bucket.count
    if missing > 0 { bucket += [UInt8](repeating: 0, count: missing) }
    let end = slot.offset + SharedHostTable.slotSize
    bucket.replaceSubrange(slot.offset..<end, with: SharedHostTable.encode(key, state))
  }

  @Test func findsStoredHosts() {
    let keys = hosts(3)
    var bucket: [UInt8] = []
    for (index, key) in keys.enumerated() { store(key, state(Int64(index + 1)), in: &bucket) }

    let slots = keys.map { SharedHostTable.slot(of: $0, in: bucket) }

    #expect(slots.map(\.offset) == [0, 64, 128])
    #expect(slots.map(\.state) == [state(1), state(2), state(3)])
    #expect(bucket.count == 192)
  }

  @Test func unknownHostHasInitialState() {
    let key = SharedHostTable.key("a")

    for bucket in [[], [UInt8](repeating: 0, count: 1024), [UInt8](repeating: 0xFF, count: 1024)] {
      let slot = SharedHostTable.slot(of: key, in: bucket)
      #expect(slot == SharedHostTable.Slot(offset: 0, state: SharedHostState()))
    }
  }

  /// Cuts the slot at every length and flips every bit.
  @Test func treatsDamagedSlotAsEmpty() {
    let key = SharedHostTable.key("a")
    let bytes = SharedHostTable.encode(key, state(5))
    #expect(bytes.count == SharedHostTable.slotSize)

    for length in 0..<bytes.count {
      let slot = SharedHostTable.slot(of: key, in: Array(bytes.prefix(length)))
      #expect(slot.state == SharedHostState())
    }
    // The lowest bit of the check is always set.
    for bit in 0..<bytes.count * 8 where bit != 56 * 8 {
      var damaged = bytes
      damaged[bit / 8] ^= 1 << (bit % 8)
      #expect(SharedHostTable.slot(of: key, in: damaged).state == SharedHostState(), "bit \(bit)")
    }
  }

  @Test func evictsLeastRecentlyUsedHost() {
    let keys = hosts(17)
    var bucket: [UInt8] = []
    for (index, key) in keys.prefix(16).enumerated() {
      // The fourth host is the least recently used, but paused.
      let state =
        index == 3 ? state(1, notBefore: 5000) : state(Int64(index == 9 ? 50 : 100 + index))
      store(key, state, in: &bucket)
    }

    store(keys[16], state(900), in: &bucket)

    #expect(bucket.count == SharedHostTable.bucketSize)
    let found = keys.map { SharedHostTable.slot(of: $0, in: bucket).state.last }
    #expect(found[9] == 0)
    #expect(found[3] == 1)
    #expect(found[16] == 900)
    #expect(found.count { $0 == 0 } == 1)
  }

  @Test func spreadsHostsOverBuckets() {
    let keys = (0..<1000).map { SharedHostTable.key("host-\($0).example:443") }

    #expect(Set(keys).count == 1000)
    #expect(Set(keys.map(\.bucket)).count > 980)
    #expect(keys.allSatisfy { (0..<SharedHostTable.bucketCount).contains($0.bucket) })
  }
}
