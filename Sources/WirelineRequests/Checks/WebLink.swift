/// A link of a `Link` field, RFC 8288 §3.
struct WebLink: Sendable, Equatable {
  /// The reference between `<` and `>`, verbatim.
  let target: String
  /// The relation types of the first `rel`, in lower case: `next`, `prev`, or a URI.
  let relations: [String]
  /// The link's context if it is not the response itself, verbatim.
  var anchor: String?

  /// Parses the links of a field.
  ///
  /// Lenient like RFC 8288 appendix B.2: ignores the text after the last valid link, and all
  /// parameters except `rel` and `anchor`.
  static func links(_ field: String) -> [WebLink] {
    var parser = WebLinkParser(field)
    var links: [WebLink] = []
    while let link = parser.next() { links.append(link) }
    return links
  }
}

/// Parses a `Link` field, RFC 8288 appendix B.2.
private struct WebLinkParser {
  private var rest: Substring.UTF8View

  init(_ field: String) { rest = field[...].utf8 }

  /// Returns the next link; nil at the end and at invalid text.
  mutating func next() -> WebLink? {
    _ = take { Self.isSpace($0) || $0 == 0x2C }
    guard rest.popFirst() == 0x3C else { return nil }
    let target = take { $0 != 0x3E }
    guard rest.popFirst() != nil else { return nil }
    var relations: String?
    var anchor: String?
    while let (name, value) = parameter() {
      // RFC 8288 §3.3: the first occurrence counts.
      switch name {
      case "rel": relations = relations ?? value
      case "anchor": anchor = anchor ?? value
      default: break
      }
    }
    // Skip the rest up to the comma.
    _ = take { $0 != 0x2C }
    return WebLink(target: target, relations: Self.words(relations ?? ""), anchor: anchor)
  }

  /// Reads `; name`, `; name=token` or `; name="quoted"`, skipping empty parameters.
  private mutating func parameter() -> (name: String, value: String)? {
    skipSpace()
    guard rest.first == 0x3B else { return nil }
    _ = take { $0 == 0x3B || Self.isSpace($0) }
    let name = take { !Self.isSpace($0) && $0 != 0x3D && $0 != 0x3B && $0 != 0x2C }
    skipSpace()
    guard rest.first == 0x3D else { return (name.lowercased(), "") }
    rest.removeFirst()
    skipSpace()
    return (name.lowercased(), rest.first == 0x22 ? quoted() : token())
  }

  private mutating func token() -> String { take { !Self.isSpace($0) && $0 != 0x3B && $0 != 0x2C } }

  /// RFC 9110 §5.6.4. An unterminated string extends to the end of the field.
  private mutating func quoted() -> String {
    rest.removeFirst()
    var content: [UInt8] = []
    while let byte = rest.popFirst(), byte != 0x22 {
      if byte == 0x5C, let escaped = rest.popFirst() {
        content.append(escaped)
      } else {
        content.append(byte)
      }
    }
    return String(decoding: content, as: UTF8.self)
  }

  private mutating func skipSpace() { _ = take(while: Self.isSpace) }

  private mutating func take(while isWanted: (UInt8) -> Bool) -> String {
    let part = rest.prefix(while: isWanted)
    rest = rest[part.endIndex...]
    return String(decoding: part, as: UTF8.self)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// RFC 8288 §2.1: relation types are case-insensitive.
  private static func words(_ relations: String) -> [String] {
    relations.lowercased().split { $0 == " " || $0 == "\t" }.map(String.init)
  }
}
