internal import WirelineCore

/// The layout of the file in a politeness directory: a table of hosts by hash, as a value.
///
///     header     1 KB, begins with `header`
///     buckets    65,536 of 1 KB, 16 slots each
///     slot       64 B: key (16), last, notBefore, interval, slowed (8 each), unused (8), check (8)
///
/// Numbers are little-endian. One file with fixed slots, rather than a file for each host, needs no
/// inode for each of a million hosts, and nothing to clean up: the file is sparse, at most 64 MB,
/// and a full bucket gives up the host that was used longest ago. A slot is within one page, so it
/// is written as a whole or not at all when its process is killed; `check` catches what is neither.
/// Host names are stored as hashes.
package enum SharedHostTable {
  package static let header = Array("wireline hosts 1\n".utf8)
  package static let bucketCount = 1 << 16
  package static let bucketSize = slotSize * 16
  package static let slotSize = 64

  /// A host.
  package struct Key: Hashable, Sendable {
    let first: UInt64
    let second: UInt64

    /// - Parameter host: name and port, as requests to it share a limit.
    package init(host: String) {
      let hash = SHA256.hash(data: Array(host.utf8)).withUnsafeBytes { Array($0) }
      first = SharedHostTable.number(hash, 0)
      second = SharedHostTable.number(hash, 8)
    }

    init(first: UInt64, second: UInt64) {
      self.first = first
      self.second = second
    }

    /// The number of its bucket, from 0.
    package var bucket: Int { Int(first % UInt64(SharedHostTable.bucketCount)) }
  }

  /// Where a host is in its bucket, or would be stored.
  package struct Place: Equatable, Sendable {
    /// In bytes from the start of the bucket.
    package let offset: Int
    /// What is known of the host; the initial state if it is not stored.
    package var state: SharedHostState
  }

  /// Finds a host.
  ///
  /// - Parameter bucket: its bytes; those beyond the end of the file count as zeros.
  package static func place(of key: Key, in bucket: [UInt8]) -> Place {
    var free: (offset: Int, last: Int64)?
    for offset in stride(from: 0, to: bucketSize, by: slotSize) {
      guard offset + slotSize <= bucket.count, let slot = read(bucket, at: offset) else {
        if free.map({ $0.last >= 0 }) ?? true { free = (offset, -1) }
        continue
      }
      if slot.key == key { return Place(offset: offset, state: slot.state) }
      let last = max(slot.state.last, slot.state.notBefore, 0)
      if free.map({ last < $0.last }) ?? true { free = (offset, last) }
    }
    return Place(offset: free?.offset ?? 0, state: SharedHostState())
  }

  /// The bytes of a slot.
  package static func slot(_ key: Key, _ state: SharedHostState) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(slotSize)
    for number in [key.first, key.second] { append(number, to: &bytes) }
    for time in [state.last, state.notBefore, state.interval, state.slowed, 0] {
      append(UInt64(bitPattern: time), to: &bytes)
    }
    append(check(bytes[...]), to: &bytes)
    return bytes
  }

  /// - Returns: nil for an empty or a damaged slot.
  private static func read(_ bytes: [UInt8], at offset: Int) -> (key: Key, state: SharedHostState)?
  {
    let stored = number(bytes, offset + 56)
    guard stored != 0, stored == check(bytes[offset..<offset + 56]) else { return nil }
    var state = SharedHostState()
    state.last = Int64(bitPattern: number(bytes, offset + 16))
    state.notBefore = Int64(bitPattern: number(bytes, offset + 24))
    state.interval = Int64(bitPattern: number(bytes, offset + 32))
    state.slowed = Int64(bitPattern: number(bytes, offset + 40))
    let key = Key(first: number(bytes, offset), second: number(bytes, offset + 8))
    return (key, state)
  }

  /// FNV-1a; never 0, which is what an empty slot has.
  private static func check(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash | 1
  }

  private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  fileprivate static func number(_ bytes: [UInt8], _ offset: Int) -> UInt64 {
    var number: UInt64 = 0
    for place in (0..<8).reversed() { number = number << 8 | UInt64(bytes[offset + place]) }
    return number
  }
}
