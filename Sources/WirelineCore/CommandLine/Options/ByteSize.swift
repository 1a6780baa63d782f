/// A size in bytes: digits, and K, M, G or T for powers of 1024.
///
/// `500` is 500 bytes, `64K` 65,536, `1g` 1,073,741,824.
package struct ByteSize: ArgumentValue, Equatable {
  package let bytes: Int

  package init(bytes: Int) { self.bytes = bytes }

  package init(parsing argument: String) throws(InvalidArgument) {
    guard let bytes = Self.bytes(argument) else {
      throw InvalidArgument(expected: Self.expected)
    }
    self.bytes = bytes
  }

  /// As it could be typed, in the largest unit that divides it: `16M`.
  package var text: String {
    if bytes <= 0 { return "\(bytes)" }
    let units = ["", "K", "M", "G", "T"]
    let power = min(bytes.trailingZeroBitCount / 10, units.count - 1)
    return "\(bytes >> (10 * power))\(units[power])"
  }

  private static func bytes(_ text: String) -> Int? {
    let unit: Int
    switch text.utf8.last.map({ $0 | 0x20 }) {
    case UInt8(ascii: "k"): unit = 1 << 10
    case UInt8(ascii: "m"): unit = 1 << 20
    case UInt8(ascii: "g"): unit = 1 << 30
    case UInt8(ascii: "t"): unit = 1 << 40
    default: return Int(digits: text)
    }
    guard let number = Int(digits: text.dropLast()) else { return nil }
    let (product, overflow) = number.multipliedReportingOverflow(by: unit)
    return overflow ? nil : product
  }
}
