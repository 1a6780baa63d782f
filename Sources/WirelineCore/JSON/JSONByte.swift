internal import Glibc

/// The type of a JSON value (RFC 8259 §3).
package enum JSONType: String, Equatable, Sendable {
  case null, boolean, number, string, array, object
}

/// The location and type of a value in the scanned text.
package struct JSONSpan: Equatable, Sendable {
  /// Byte offsets, without surrounding white space.
  package let range: Range<Int>
  package let type: JSONType
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
/// The bytes that have a meaning in RFC 8259.
///
/// Public, because in other modules the constants of a `package` type are not inlined (Swift 6.3).
public enum JSONByte {
  public static let tab: UInt8 = 0x09
  public static let lineFeed: UInt8 = 0x0A
  public static let carriageReturn: UInt8 = 0x0D
  public static let space: UInt8 = 0x20
  public static let quote: UInt8 = 0x22
  public static let plus: UInt8 = 0x2B
  public static let comma: UInt8 = 0x2C
  public static let minus: UInt8 = 0x2D
  public static let point: UInt8 = 0x2E
  public static let slash: UInt8 = 0x2F
  public static let zero: UInt8 = 0x30
  public static let nine: UInt8 = 0x39
  public static let colon: UInt8 = 0x3A
  public static let openBracket: UInt8 = 0x5B
  public static let backslash: UInt8 = 0x5C
  public static let closeBracket: UInt8 = 0x5D
  public static let openBrace: UInt8 = 0x7B
  public static let closeBrace: UInt8 = 0x7D

  /// RFC 8259 §2: space, tab, line feed, carriage return.
  @inline(__always)
  public static func isSpace(_ byte: UInt8) -> Bool {
    byte == space || byte == lineFeed || byte == carriageReturn || byte == tab
  }

  @inline(__always)
  public static func isDigit(_ byte: UInt8) -> Bool { byte &- zero <= 9 }

  /// Returns the type of the values that start with `byte`, or nil if no value does.
  @inline(__always)
  package static func type(startingWith byte: UInt8) -> JSONType? {
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

  /// Whether `text` contains a line break, which in JSON occurs only between tokens.
  package static func hasLineBreak(_ text: UnsafeRawBufferPointer) -> Bool {
    has(lineFeed, in: text) || has(carriageReturn, in: text)
  }

  package static func has(_ byte: UInt8, in text: UnsafeRawBufferPointer) -> Bool {
    text.baseAddress.map { memchr($0, Int32(byte), text.count) != nil } ?? false
  }

  /// Returns the value of a hexadecimal digit of either case, or nil for other bytes.
  package static func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case zero...nine: UInt32(byte &- zero)
    case 0x41...0x46: UInt32(byte &- 0x41) &+ 10
    case 0x61...0x66: UInt32(byte &- 0x61) &+ 10
    default: nil
    }
  }
}
