/// Escapes control characters of text for a terminal, piece by piece, as `\x1b`, and detects data
/// that is not text.
package struct TerminalFilter: Sendable {
  /// Whether a piece was not text: not UTF-8, or with C0 controls other than tab, line feed,
  /// carriage return and escape. Coloured text contains escapes.
  package private(set) var isBinary = false
  /// The beginning of a character, which the next piece completes.
  private var rest: [UInt8] = []

  package init() {}

  package mutating func filtered(_ piece: UnsafeRawBufferPointer) -> [UInt8] {
    var bytes = rest + piece
    rest = bytes.suffix(Self.incompleteBytes(bytes))
    bytes.removeLast(rest.count)
    if !isBinary { isBinary = Self.isBinary(bytes) }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      let isC1 = byte == 0xC2 && index + 1 < bytes.count && bytes[index + 1] < 0xA0
      if isC1 { index += 1 }
      if isC1 || byte == 0x7F || byte < 0x20 && !Self.isSpace(byte) {
        text += "\\x\(Hexadecimal.encode([bytes[index]]))".utf8
      } else {
        text.append(byte)
      }
      index += 1
    }
    return text
  }

  /// The beginning of a character that did not end, such as the last letter of a text in Latin-1.
  package mutating func finish() -> [UInt8] {
    defer { rest = [] }
    return isBinary ? [] : rest
  }

  private static func isBinary(_ bytes: [UInt8]) -> Bool {
    bytes.contains { $0 < 0x20 && $0 != 0x1B && !isSpace($0) }
      || String(validating: bytes, as: UTF8.self) == nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// The number of bytes at the end that begin a character of UTF-8.
  private static func incompleteBytes(_ bytes: [UInt8]) -> Int {
    for (count, byte) in bytes.suffix(3).reversed().enumerated() where byte & 0xC0 != 0x80 {
      // 0xF5 and above begin no character.
      let length = byte < 0xC0 || byte > 0xF4 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      return count + 1 < length ? count + 1 : 0
    }
    return 0
  }
}
