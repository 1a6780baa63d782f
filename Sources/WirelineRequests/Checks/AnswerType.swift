internal import WirelineCore

/// What `--require` may ask of a value. `integer` is a number without a fraction, however written.
package enum AnswerType: String, CaseIterable, Sendable {
  case string, number, integer, boolean, array, object, null

  /// Whether a value is of this type.
  func includes(_ value: JSONView) -> Bool {
    switch self {
    case .integer: value.type == .number && AnswerType.isWhole(value.raw)
    default: value.type.rawValue == rawValue
    }
  }

  /// Whether the digits of a valid number have no fraction: `12`, `1.0`, `12e3`, `1.5e1`, at any
  /// length and size.
  private static func isWhole(_ number: ArraySlice<UInt8>) -> Bool {
    let parts = number.split(maxSplits: 1) { $0 | 0x20 == 0x65 }
    let digits = parts[0].split(separator: JSONByte.point, maxSplits: 1)
    let fraction = digits.count > 1 ? digits[1].count : 0
    let written = digits.joined().reversed()
    let zeros = written.prefix { $0 == JSONByte.zero }.count
    // Nothing but zeros, perhaps after a minus.
    if written.allSatisfy({ $0 == JSONByte.zero || $0 == JSONByte.minus }) { return true }
    let exponent = parts.count > 1 ? exponent(parts[1]) : 0
    return exponent >= fraction - zeros
  }

  /// One that is too large for an `Int` is as good as the largest.
  private static func exponent(_ digits: ArraySlice<UInt8>) -> Int {
    let text = String(decoding: digits, as: UTF8.self)
    return Int(text) ?? (text.hasPrefix("-") ? Int.min : Int.max)
  }
}
