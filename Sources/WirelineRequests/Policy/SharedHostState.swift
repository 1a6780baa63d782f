internal import WirelineCore

/// The state of a host shared by all processes with the same politeness directory.
///
/// Times are nanoseconds since 1970. A monotonic clock starts at a different point on each machine
/// and after each restart. A wall clock can be set back, so impossible future times are ignored;
/// the worst case is one delay of up to `slack` too much.
package struct SharedHostState: Equatable, Sendable {
  package struct Limits: Sendable {
    /// The rate of all processes together; nil for no limit.
    package var rate: Rate?
    package var longestPause: Duration

    package init(rate: Rate? = nil, longestPause: Duration = RetryPolicy().maximumRetryAfter) {
      self.rate = rate
      self.longestPause = longestPause
    }
  }

  /// When the last request began; 0 for never.
  package var last: Int64 = 0
  /// The end of a pause requested by `Retry-After`.
  package var notBefore: Int64 = 0
  /// The interval between requests after refusals; 0 for none (`AdaptiveRateLimit`).
  package var interval: Int64 = 0
  package var slowed: Int64 = 0

  /// The maximum clock difference between machines.
  static let slack: Int64 = 5_000_000_000

  package init() {}

  /// Decides about a request and counts it if it may begin.
  ///
  /// Stores the start of the last request rather than the next permitted time, since processes may
  /// have different rates: one with 5/h must not delay one with 10/s for an hour. Requests of all
  /// processes count, so together they stay below each process's rate. There are no bursts.
  ///
  /// - Returns: the delay before the next try; zero if the request may begin.
  package mutating func claim(_ limits: Limits, now: Int64) -> Duration {
    ignoreImpossibleTimes(limits, now)
    let spacing = max(limits.rate.map { Self.nanoseconds($0.interval) } ?? 0, interval)
    let free = max(last == 0 ? 0 : last + spacing, notBefore)
    if free > now { return .nanoseconds(free - now) }
    last = now
    interval = Int64(Double(interval) * AdaptiveRateLimit.easing)
    if interval < Self.nanoseconds(AdaptiveRateLimit.shortest) { interval = 0 }
    return .zero
  }

  /// Records a requested pause. The latest end counts.
  package mutating func pause(for wait: Duration, _ limits: Limits, now: Int64) {
    ignoreImpossibleTimes(limits, now)
    notBefore = max(notBefore, now + Self.nanoseconds(min(wait, limits.longestPause)))
  }

  /// Increases the interval after a refusal.
  package mutating func slow(_ limits: Limits, now: Int64) {
    ignoreImpossibleTimes(limits, now)
    guard interval > 0 else {
      interval = Self.nanoseconds(AdaptiveRateLimit.first)
      slowed = now
      return
    }
    guard now - slowed >= Self.nanoseconds(AdaptiveRateLimit.grace) else { return }
    interval = min(2 * interval, Self.nanoseconds(AdaptiveRateLimit.longest))
    slowed = now
  }

  private mutating func ignoreImpossibleTimes(_ limits: Limits, _ now: Int64) {
    if last < 0 || last > now + Self.slack { last = 0 }
    if slowed < 0 || slowed > now { slowed = 0 }
    if notBefore < 0 || notBefore > now + Self.nanoseconds(limits.longestPause) + Self.slack {
      notBefore = 0
    }
    if interval < 0 || interval > Self.nanoseconds(AdaptiveRateLimit.longest) { interval = 0 }
  }

  /// Cannot overflow: rates are at least one request in ten years.
  private static func nanoseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}

/// The layout of the host table in a politeness directory.
///
/// header     1 KB, begins with `header`
/// buckets    65,536 of 1 KB, 16 slots each
/// slot       64 B: key (16), last, notBefore, interval, slowed (8 each), unused (8), check (8)
///
/// Numbers are little-endian. A single sparse file of at most 64 MB with fixed slots needs no
/// cleanup and no inode per host; a full bucket evicts the least recently used host. A slot does
/// not cross a page, so a killed process has written all of it or nothing; `check` detects other
/// damage. Host names are stored as hashes.
enum SharedHostTable {
  static let header = Array("wireline hosts 1\n".utf8)
  static let bucketCount = 1 << 16
  static let bucketSize = slotSize * 16
  static let slotSize = 64

  struct Key: Hashable, Sendable {
    let first: UInt64
    let second: UInt64

    var bucket: Int { Int(first % UInt64(SharedHostTable.bucketCount)) }
  }

  struct Slot: Equatable, Sendable {
    let offset: Int
    var state: SharedHostState
  }

  /// Finds the slot of a host, or one to store it in.
  ///
  /// - Parameter bucket: its bytes; bytes beyond the end of the file count as zeros.
  static func slot(of key: Key, in bucket: [UInt8]) -> Slot {
    var free: (offset: Int, last: Int64)?
    for offset in stride(from: 0, to: bucketSize, by: slotSize) {
      guard offset + slotSize <= bucket.count, let slot = read(bucket, at: offset) else {
        if free.map({ $0.last >= 0 }) ?? true { free = (offset, -1) }
        continue
      }
      if slot.key == key { return Slot(offset: offset, state: slot.state) }
      let last = max(slot.state.last, slot.state.notBefore, 0)
      if free.map({ last < $0.last }) ?? true { free = (offset, last) }
    }
    return Slot(offset: free?.offset ?? 0, state: SharedHostState())
  }

  /// - Parameter host: name and port.
  static func key(_ host: String) -> Key {
    let hash = SHA256.hash(data: Array(host.utf8)).withUnsafeBytes { Array($0) }
    return Key(first: number(hash, 0), second: number(hash, 8))
  }

  static func encode(_ key: Key, _ state: SharedHostState) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(slotSize)
    for number in [key.first, key.second] { append(number, to: &bytes) }
    for time in [state.last, state.notBefore, state.interval, state.slowed, 0] {
      append(UInt64(bitPattern: time), to: &bytes)
    }
    append(check(bytes[...]), to: &bytes)
    return bytes
  }

  /// - Returns: nil for an empty or damaged slot.
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

  /// FNV-1a. Never 0, which marks an empty slot.
  private static func check(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash | 1
  }

  private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  private static func number(_ bytes: [UInt8], _ offset: Int) -> UInt64 {
    bytes.withUnsafeBytes {
      UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
  }
}
