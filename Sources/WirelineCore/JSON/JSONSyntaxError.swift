/// A violation of RFC 8259, or a valid value of the wrong type.
package struct JSONSyntaxError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The byte offset of the error in the scanned text; its length if it ends too early.
  package let offset: Int
  package let reason: Reason

  /// The maximum nesting of arrays and objects that the scanner accepts.
  package static let maximumDepth = 512

  package init(offset: Int, reason: Reason) {
    self.offset = offset
    self.reason = reason
  }

  /// One line, lower case: `unexpected character 'x' at byte 12`.
  package var description: String { "\(reason) at byte \(offset)" }

  package enum Reason: Equatable, Sendable {
    case emptyInput
    case unexpectedEnd
    case unexpectedCharacter(UInt8)
    case trailingCharacter(UInt8)
    case unterminatedString
    /// A byte below 0x20 inside a string (RFC 8259 §7).
    case controlCharacter(UInt8)
    /// A backslash before a character that RFC 8259 §7 does not list.
    case invalidEscape(UInt8)
    /// `\uD800` to `\uDFFF` outside a pair.
    case loneSurrogate
    /// Malformed UTF-8 (RFC 3629 §4) inside a string.
    case invalidUTF8
    /// A missing digit after `-`, `.` or `e`.
    case invalidNumber
    case tooDeep
    /// A streamed element longer than the limit, in bytes.
    case elementTooLong(limit: Int)
    case notAnObject(found: JSONType)

    /// Whether more bytes could complete the text.
    package var isShortage: Bool { self == .unexpectedEnd || self == .unterminatedString }
  }
}

extension JSONSyntaxError.Reason: CustomStringConvertible {
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
    case .tooDeep: "depth over \(JSONSyntaxError.maximumDepth)"
    case .elementTooLong(let limit): "element over \(limit) bytes"
    case .notAnObject(let found): "not an object: found \(found)"
    }
  }

  /// `'x'`, or `0x1b` for a byte that a terminal must not receive.
  private static func quoted(_ byte: UInt8) -> String {
    if byte > 0x20, byte < 0x7F { return "'\(Character(Unicode.Scalar(byte)))'" }
    return "0x\(Hexadecimal.encode([byte]))"
  }
}
