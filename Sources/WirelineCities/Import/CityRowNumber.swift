internal import WirelineCore

/// Numbers of a city file, judged in the digits that they are written in.
enum CityRowNumber {
  /// The longest coordinate, in bytes.
  static let maximumBytes = 255

  /// Whether the text is a number as JSON has it (RFC 8259 §6), and nothing else.
  static func isNumber(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let first = text.first, JSONByte.type(startingWith: first) == .number,
      var cursor = JSONCursor(text), (try? cursor.skipNumber()) != nil
    else { return false }
    return cursor.at == cursor.end
  }

  /// The whole number, also when it is written `1.0` or `1e3`; nil for others.
  static func integer(_ number: UnsafeRawBufferPointer) -> Int64? {
    // 18 digits do not overflow.
    guard number.count <= 18 else { return JSONDecimal(number).integer.map(Int64.init) }
    var value: Int64 = 0
    for byte in number {
      guard JSONByte.isDigit(byte) else { return JSONDecimal(number).integer.map(Int64.init) }
      value = value &* 10 &+ Int64(byte &- JSONByte.zero)
    }
    return value
  }

  /// Whether the number is from `-limit` to `limit`.
  static func isDegrees(_ number: UnsafeRawBufferPointer, within limit: Int) -> Bool {
    guard number.count <= maximumBytes else { return false }
    var position = number.first == JSONByte.minus ? 1 : 0
    var whole = 0
    while position < number.count, JSONByte.isDigit(number[position]) {
      whole = min(whole &* 10 &+ Int(number[position] &- JSONByte.zero), 1000)
      position += 1
    }
    var isOver = whole > limit
    if position < number.count, number[position] == JSONByte.point {
      position += 1
      while position < number.count, JSONByte.isDigit(number[position]) {
        isOver = isOver || whole == limit && number[position] != JSONByte.zero
        position += 1
      }
    }
    if position == number.count { return !isOver }
    // With an exponent: rounded, and not finite or nil when it is out of all range.
    let value = Double(String(decoding: number, as: UTF8.self)) ?? .infinity
    return abs(value) <= Double(limit)
  }
}
