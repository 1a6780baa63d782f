/// Which arrays and objects are open: one bit each, 512 at most, no memory of its own.
struct JSONNesting: Sendable {
  private(set) var depth = 0
  /// The innermost 64 at most, the innermost in bit 0, 1 for an object.
  private var current: UInt64 = 0
  /// The full words outside of `current`, outermost first.
  private var outer = InlineArray<7, UInt64>(repeating: 0)
  private let limit: Int

  /// - Parameter limit: 512 at most.
  init(limit: Int = JSONScanner.maximumDepth) {
    self.limit = min(limit, 512)
  }

  @inline(__always)
  var isObject: Bool { current & 1 == 1 }

  /// - Returns: false if that is one too many.
  @inline(__always)
  mutating func push(object: Bool) -> Bool {
    guard depth < limit else { return false }
    if depth & 63 == 0, depth > 0 { outer[depth >> 6 &- 1] = current }
    current = current << 1 | (object ? 1 : 0)
    depth &+= 1
    return true
  }

  /// Call it only with `depth` over 0.
  @inline(__always)
  mutating func pop() {
    depth &-= 1
    if depth & 63 == 0, depth > 0 {
      current = outer[depth >> 6 &- 1]
    } else {
      current >>= 1
    }
  }
}
