/// The bytes are not one JSON text as RFC 8259 has it, or not the kind of value that was asked for.
package struct JSONSyntaxError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Where it was noticed: bytes from the start of the scanned text, from 0.
  ///
  /// For an input that ends too early this is its length.
  package let offset: Int
  /// What is wrong there.
  package let reason: Reason

  /// An error at a place; `offset` in bytes from 0.
  package init(offset: Int, reason: Reason) {
    self.offset = offset
    self.reason = reason
  }

  /// One line, lower case: `unexpected character 'x' at byte 12`.
  package var description: String { "\(reason) at byte \(offset)" }

  /// What is wrong. The list is closed; a text for people is in `description`.
  package enum Reason: Equatable, Sendable {
    /// No value: nothing, or only white space.
    case emptyInput
    /// The text ends inside a value.
    case unexpectedEnd
    /// A byte that cannot stand here, outside a string.
    case unexpectedCharacter(UInt8)
    /// A second value, or anything else, after the only one.
    case trailingCharacter(UInt8)
    /// The text ends inside a string.
    case unterminatedString
    /// A byte under 0x20 inside a string (RFC 8259 §7).
    case controlCharacter(UInt8)
    /// A backslash with a character that RFC 8259 §7 does not list.
    case invalidEscape(UInt8)
    /// `\uD800` … `\uDFFF` outside a pair.
    case loneSurrogate
    /// Not well-formed UTF-8 (RFC 3629 §4), inside a string.
    case invalidUTF8
    /// Digits with a leading zero, no digit after `-`, `.` or `e`.
    case invalidNumber
    /// More than 512 arrays and objects inside each other.
    case tooDeep
    /// One streamed element is longer than the limit, in bytes.
    case elementTooLong(limit: Int)
    /// A valid value, but the caller needs an object.
    case notAnObject(found: JSONType)
    /// The stream is valid up to here, but the caller needs an array.
    case notAnArray(found: JSONType)

    /// More bytes might have made it right.
    package var isShortage: Bool { self == .unexpectedEnd || self == .unterminatedString }
  }
}

extension JSONSyntaxError.Reason: CustomStringConvertible {
  /// The same without the place: `unterminated string`.
  package var description: String {
    switch self {
    case .emptyInput: "no value"
    case .unexpectedEnd: "unexpected end"
    case .unexpectedCharacter(let byte): "unexpected character \(Self.quoted(byte))"
    case .trailingCharacter(let byte): "unexpected character \(Self.quoted(byte)) after the value"
    case .unterminatedString: "unterminated string"
    case .controlCharacter(let byte): "unescaped control character \(Self.quoted(byte))"
    case .invalidEscape(let byte): "invalid escape with \(Self.quoted(byte))"
    case .loneSurrogate: "lone surrogate escape"
    case .invalidUTF8: "invalid UTF-8"
    case .invalidNumber: "invalid number"
    case .tooDeep: "depth over \(JSONScanner.maximumDepth)"
    case .elementTooLong(let limit): "element over \(limit) bytes"
    case .notAnObject(let found): "not an object: found \(found)"
    case .notAnArray(let found): "not an array: found \(found)"
    }
  }

  /// A byte for people: `'x'`, or `0x1b` where the terminal must not get it raw.
  private static func quoted(_ byte: UInt8) -> String {
    if byte > 0x20, byte < 0x7F { return "'\(Character(Unicode.Scalar(byte)))'" }
    let digits = String(byte, radix: 16)
    return digits.utf8.count == 1 ? "0x0\(digits)" : "0x\(digits)"
  }
}
