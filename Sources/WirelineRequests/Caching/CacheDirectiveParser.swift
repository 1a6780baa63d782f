internal import WirelineCore

/// Takes a `Cache-Control` field value apart, RFC 9111 §5.2, forgivingly: what
/// a server meant to forbid must not get lost in a slip of its grammar.
struct CacheDirectiveParser {
  private let bytes: [UInt8]
  private var place = 0

  init(_ value: String) { bytes = Array(value.utf8) }

  mutating func directives() -> [CacheDirective] {
    var found: [CacheDirective] = []
    while place < bytes.count {
      if let directive = directive() { found.append(directive) }
      place += 1
    }
    return found
  }

  /// Reads up to the next comma or the end; nil for an empty member.
  private mutating func directive() -> CacheDirective? {
    skipSpaces()
    if peek == Self.quote, quoted() != nil {
      // A member that is a quoted string is none that anyone has defined.
      _ = rest()
      return nil
    }
    let start = place
    while let byte = peek, byte != Self.comma, byte != Self.equals { place += 1 }
    let name = String(decoding: bytes[start..<place], as: UTF8.self)
    let trimmed = name.trimmingSpaces
    guard peek == Self.equals else {
      guard !trimmed.isEmpty else { return nil }
      return CacheDirective(name: trimmed.lowercased(), argument: nil, isMalformed: false)
    }
    place += 1
    let (argument, isSound) = argument()
    // RFC 9110 §5.6.6: no white space around the "=".
    return CacheDirective(
      name: trimmed.lowercased(), argument: argument,
      isMalformed: !isSound || name.last == " " || name.last == "\t")
  }

  private mutating func argument() -> (String, isSound: Bool) {
    let start = place
    skipSpaces()
    let hasSpace = place > start
    if peek == Self.quote, let text = quoted() {
      return (text, rest().isEmpty && !hasSpace)
    }
    let text = rest()
    let isToken = !text.isEmpty && text.utf8.allSatisfy(HeaderFields.isTokenByte)
    return (text, isToken && !hasSpace)
  }

  /// A quoted string without its quotes; nil, and nothing read, where it does
  /// not end: otherwise it would swallow the directives after it.
  private mutating func quoted() -> String? {
    var text: [UInt8] = []
    var next = place + 1
    while next < bytes.count, bytes[next] != Self.quote {
      if bytes[next] == Self.backslash, next + 1 < bytes.count { next += 1 }
      text.append(bytes[next])
      next += 1
    }
    guard next < bytes.count else { return nil }
    place = next + 1
    return String(decoding: text, as: UTF8.self)
  }

  /// What is left before the next comma, without white space at its ends.
  private mutating func rest() -> String {
    let start = place
    while let byte = peek, byte != Self.comma { place += 1 }
    return String(decoding: bytes[start..<place], as: UTF8.self).trimmingSpaces
  }

  private mutating func skipSpaces() {
    while let byte = peek, byte == 0x20 || byte == 0x09 { place += 1 }
  }

  private var peek: UInt8? { place < bytes.count ? bytes[place] : nil }

  private static let comma = UInt8(ascii: ",")
  private static let equals = UInt8(ascii: "=")
  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")
}
