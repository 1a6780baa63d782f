/// A decoded JSON number: (-1)^`isNegative` × `digits` × 10^`exponent`.
package struct JSONDecimal {
  private var isNegative = false
  private var digits: UInt64 = 0
  private var exponent = 0
  /// Whether the digits do not fit.
  private var isOverlong = false

  package init(_ number: UnsafeRawBufferPointer) {
    var position = 0
    if number.first == JSONByte.minus {
      isNegative = true
      position += 1
    }
    var isFraction = false
    while position < number.count, number[position] | 0x20 != 0x65 {
      if number[position] == JSONByte.point {
        isFraction = true
      } else {
        append(number[position] &- JSONByte.zero)
        if isFraction { exponent -= 1 }
      }
      position += 1
    }
    if position < number.count {
      addExponent(UnsafeRawBufferPointer(rebasing: number[(position + 1)...]))
    }
  }

  /// Whether a text is exactly one JSON number (RFC 8259 §6).
  package static func isNumber(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let first = text.first, JSONByte.type(startingWith: first) == .number,
      var cursor = JSONCursor(text), (try? cursor.skipNumber()) != nil
    else { return false }
    return cursor.at == cursor.end
  }

  /// The number if it is integral and fits an `Int`.
  package var integer: Int? {
    guard !isOverlong else { return nil }
    if digits == 0 { return 0 }
    var (magnitude, exponent) = (digits, exponent)
    while exponent < 0, magnitude % 10 == 0 {
      magnitude /= 10
      exponent += 1
    }
    guard exponent >= 0, exponent < 20 else { return nil }
    for _ in 0..<exponent {
      let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      magnitude = product
    }
    if isNegative, magnitude == UInt64(Int.max) + 1 { return Int.min }
    return Int(exactly: magnitude).map { isNegative ? -$0 : $0 }
  }

  /// The correctly rounded number, or nil if one multiplication or division cannot produce it.
  ///
  /// W. D. Clinger, How to Read Floating Point Numbers Accurately (1990): digits up to 2^53 and
  /// powers up to 10^22 are exact in `Double`, so their product or quotient is correctly rounded.
  package var exactDouble: Double? {
    guard !isOverlong, digits <= 1 << 53, exponent >= -22, exponent <= 22 else {
      return digits == 0 && !isOverlong ? (isNegative ? -0.0 : 0) : nil
    }
    let magnitude = Double(digits)
    let value =
      exponent < 0
      ? magnitude / Self.powersOfTen[-exponent] : magnitude * Self.powersOfTen[exponent]
    return isNegative ? -value : value
  }

  private mutating func append(_ digit: UInt8) {
    let (product, overflow) = digits.multipliedReportingOverflow(by: 10)
    let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
    if overflow || carry { isOverlong = true } else { digits = sum }
  }

  private mutating func addExponent(_ text: UnsafeRawBufferPointer) {
    var value = 0
    for byte in text where JSONByte.isDigit(byte) {
      // No line has enough digits to offset an exponent above this limit.
      value = min(value * 10 + Int(byte &- JSONByte.zero), 1 << 40)
    }
    exponent += text.first == JSONByte.minus ? -value : value
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}

extension Int {
  /// Parses 1 to 18 decimal digits without a sign.
  package init?(digits text: Substring) { self.init(digitBytes: text.utf8) }

  package init?(digits text: String) { self.init(digitBytes: text.utf8) }

  private init?(digitBytes bytes: some Sequence<UInt8>) {
    var number = 0
    var count = 0
    for byte in bytes {
      guard byte >= 0x30, byte <= 0x39, count < 18 else { return nil }
      number = number * 10 + Int(byte - 0x30)
      count += 1
    }
    guard count > 0 else { return nil }
    self = number
  }
}
