/// Reads the value of a header field from left to right, RFC 9110 §5.6.
package struct FieldScanner {
  private var rest: Substring.UTF8View

  package init(_ value: String) { rest = value[...].utf8 }

  package var next: UInt8? { rest.first }

  /// Reads a byte if it is the next one.
  package mutating func skip(_ byte: Character) -> Bool {
    guard let next, next == byte.asciiValue else { return false }
    rest.removeFirst()
    return true
  }

  /// - Returns: whether there was white space.
  @discardableResult
  package mutating func skipSpaces() -> Bool { !take { $0 == 0x20 || $0 == 0x09 }.isEmpty }

  /// Reads up to one of these characters or the end.
  package mutating func take(until ends: StaticString) -> String {
    take { byte in !ends.withUTF8Buffer { $0.contains(byte) } }
  }

  package mutating func take(while isWanted: (UInt8) -> Bool) -> String {
    let part = rest.prefix(while: isWanted)
    rest = rest[part.endIndex...]
    return String(decoding: part, as: UTF8.self)
  }

  /// Reads a quoted string, RFC 9110 §5.6.4, and removes its quotes and escapes; nil if there is
  /// none. An unterminated string extends to the end.
  package mutating func quoted() -> String? { readQuoted()?.text }

  /// Reads a quoted string. Reads nothing and returns nil if it is unterminated.
  package mutating func terminatedQuoted() -> String? {
    var ahead = self
    guard let (text, isTerminated) = ahead.readQuoted(), isTerminated else { return nil }
    self = ahead
    return text
  }

  private mutating func readQuoted() -> (text: String, isTerminated: Bool)? {
    guard skip("\"") else { return nil }
    var content: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == 0x22 { return (String(decoding: content, as: UTF8.self), true) }
      content.append(byte == 0x5C ? rest.popFirst() ?? byte : byte)
    }
    return (String(decoding: content, as: UTF8.self), false)
  }
}

extension String {
  /// The text with a backslash before each quote and backslash.
  package var escapedQuotes: String {
    reduce(into: "") { result, character in
      if character == "\"" || character == "\\" { result.append("\\") }
      result.append(character)
    }
  }
}
