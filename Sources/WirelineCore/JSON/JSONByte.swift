internal import Glibc

/// The bytes that mean something in RFC 8259, by name.
enum JSONByte {
  static let tab: UInt8 = 0x09
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let quote: UInt8 = 0x22
  static let plus: UInt8 = 0x2B
  static let comma: UInt8 = 0x2C
  static let minus: UInt8 = 0x2D
  static let point: UInt8 = 0x2E
  static let slash: UInt8 = 0x2F
  static let zero: UInt8 = 0x30
  static let nine: UInt8 = 0x39
  static let colon: UInt8 = 0x3A
  static let openBracket: UInt8 = 0x5B
  static let backslash: UInt8 = 0x5C
  static let closeBracket: UInt8 = 0x5D
  static let openBrace: UInt8 = 0x7B
  static let closeBrace: UInt8 = 0x7D

  /// RFC 8259 §2: space, tab, line feed, carriage return.
  @inline(__always)
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == space || byte == lineFeed || byte == carriageReturn || byte == tab
  }

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte &- zero <= 9 }

  /// The kind of value that begins with `byte`; nil if none does.
  @inline(__always)
  static func type(startingWith byte: UInt8) -> JSONType? {
    switch byte {
    case quote: .string
    case openBrace: .object
    case openBracket: .array
    case minus, zero...nine: .number
    case 0x74, 0x66: .boolean
    case 0x6E: .null
    default: nil
    }
  }

  /// A line feed or a carriage return; in JSON text they stand between tokens only.
  static func hasLineBreak(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let start = text.baseAddress else { return false }
    return memchr(start, Int32(lineFeed), text.count) != nil
      || memchr(start, Int32(carriageReturn), text.count) != nil
  }

  /// The value of a hexadecimal digit of either case; nil for other bytes.
  static func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case zero...nine: UInt32(byte &- zero)
    case 0x41...0x46: UInt32(byte &- 0x41) &+ 10
    case 0x61...0x66: UInt32(byte &- 0x61) &+ 10
    default: nil
    }
  }
}
