/// Integers in decimal, without a `String` on the way.
package enum JSONDigits {
  package static func append(_ magnitude: UInt64, isNegative: Bool, to output: inout [UInt8]) {
    // 2^64 has 20 digits.
    output.append(addingCapacity: 21) { span in
      if isNegative { span.append(JSONByte.minus) }
      let count = count(of: magnitude)
      span.append(repeating: JSONByte.zero, count: count)
      span.withUnsafeMutableBufferPointer { room, written in
        var rest = magnitude
        var position = written
        for _ in 0..<count {
          position &-= 1
          room[position] = JSONByte.zero &+ UInt8(truncatingIfNeeded: rest % 10)
          rest /= 10
        }
      }
    }
  }

  private static func count(of magnitude: UInt64) -> Int {
    var (count, limit) = (1, UInt64(10))
    while magnitude >= limit, count < 20 {
      count += 1
      // 10^20 does not fit, and is not needed: the count ends the loop.
      limit = limit &* 10
    }
    return count
  }
}
