internal import WirelineCore

/// What is asked of a city's name and country.
enum CityRowText {
  /// The longest name or country, in UTF-8.
  static let maximumBytes = 400

  /// - Throws: unless it is of 1 to 400 bytes, not all spaces, without control characters.
  static func checkName(_ name: UnsafeRawBufferPointer) throws(BadCityRow.Reason) {
    guard name.count <= maximumBytes else { throw .longName }
    var isBlank = true
    for byte in name {
      if byte < JSONByte.space { throw .controlCharacter }
      if byte != JSONByte.space { isBlank = false }
    }
    if isBlank { throw .noName }
  }

  /// - Throws: unless it is of 0 to 400 bytes without control characters.
  static func checkCountry(_ country: UnsafeRawBufferPointer) throws(BadCityRow.Reason) {
    guard country.count <= maximumBytes, country.allSatisfy({ $0 >= JSONByte.space }) else {
      throw .badCountry
    }
  }

  /// Of ASCII.
  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  /// Whether all bytes are well-formed UTF-8 (RFC 3629 §4).
  static func isUTF8(_ text: UnsafeRawBufferPointer) -> Bool {
    guard var cursor = JSONCursor(text) else { return true }
    while true {
      cursor.skipPlain()
      guard cursor.at < cursor.end else { return true }
      if cursor.base[cursor.at] < 0x80 {
        cursor.at &+= 1
      } else {
        guard let next = try? cursor.skipMultibyte(from: cursor.at), next > cursor.at else {
          return false
        }
        cursor.at = next
      }
    }
  }
}
