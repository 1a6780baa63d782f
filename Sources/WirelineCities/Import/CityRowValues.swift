internal import WirelineCore

/// Checks of the names and countries in a city file.
enum CityRowText {
  /// The maximum length of names and countries.
  static let maximumBytes = 400

  /// - Throws: unless the name has 1 to 400 bytes, no control character, and not only spaces.
  static func checkName(_ name: UnsafeRawBufferPointer) throws(BadCityRow.Reason) {
    guard name.count <= maximumBytes else { throw .longName }
    var isBlank = true
    for byte in name {
      if byte < JSONByte.space { throw .controlCharacter }
      if byte != JSONByte.space { isBlank = false }
    }
    if isBlank { throw .noName }
  }

  /// - Throws: unless the country has 0 to 400 bytes without control characters.
  static func checkCountry(_ country: UnsafeRawBufferPointer) throws(BadCityRow.Reason) {
    guard country.count <= maximumBytes, country.allSatisfy({ $0 >= JSONByte.space }) else {
      throw .badCountry
    }
  }

  /// Converts a country code of two letters to upper case; other texts are unchanged.
  static func upperCaseCode(_ range: Range<Int>, of text: inout [UInt8]) {
    guard range.count == 2, range.allSatisfy({ (text[$0] | 0x20) &- 0x61 < 26 }) else { return }
    for index in range { text[index] &= 0xDF }
  }
}

/// The values of numbers in a city file, and checks of them.
enum CityRowNumber {
  private static let maximumBytes = 255

  /// The value of an integer, even if written as `1.0` or `1e3`; nil for other numbers.
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

  /// Whether a number of at most 255 bytes is in `-limit...limit`.
  static func isDegrees(_ number: UnsafeRawBufferPointer, within limit: Int) -> Bool {
    number.count <= maximumBytes && abs(degrees(number)) <= Double(limit)
  }

  /// The value of a JSON number; infinite for other text.
  static func degrees(_ number: UnsafeRawBufferPointer) -> Double {
    guard JSONDecimal.isNumber(number) else { return .infinity }
    return JSONDecimal(number).exactDouble ?? Double(String(decoding: number, as: UTF8.self))
      ?? .infinity
  }
}
