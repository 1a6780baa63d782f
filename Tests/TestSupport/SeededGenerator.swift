/// Reproducible random numbers: SplitMix64.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// Returns input that a parser has to survive: every prefix of a valid document, mutations of it
  /// and random bytes.
  package static func inputs(like sample: String, count: Int = 2000) -> [[UInt8]] {
    let bytes = Array(sample.utf8)
    var random = SeededGenerator(seed: 11)
    let prefixes = (0...bytes.count).map { Array(bytes[..<$0]) }
    return prefixes
      + (0..<count).flatMap { _ in [random.mutation(of: bytes), random.bytes(0...60)] }
  }

  /// The input of `inputs(like:count:)` as text.
  package static func texts(like sample: String, count: Int = 2000) -> [String] {
    inputs(like: sample, count: count).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns random bytes, whose number is in `range`.
  package mutating func bytes(_ range: ClosedRange<Int>) -> [UInt8] {
    let count = Int.random(in: range, using: &self)
    return (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }

  /// Returns a copy with one to four bytes changed, inserted or removed.
  package mutating func mutation(of bytes: [UInt8]) -> [UInt8] {
    var changed = bytes
    for _ in 0..<Int.random(in: 1...4, using: &self) where !changed.isEmpty {
      let index = Int.random(in: 0..<changed.count, using: &self)
      switch Int.random(in: 0..<4, using: &self) {
      case 0: changed[index] = UInt8(truncatingIfNeeded: next())
      case 1: changed[index] ^= 1 << UInt8.random(in: 0..<8, using: &self)
      case 2: changed.insert(UInt8(truncatingIfNeeded: next()), at: index)
      default: changed.remove(at: index)
      }
    }
    return changed
  }
}
