/// Goes over a `Link` field, RFC 8288 appendix B.2.
struct WebLinkParser {
  private var rest: Substring.UTF8View

  init(_ field: String) { rest = field[...].utf8 }

  /// The next link; nil at the end, and at what is none.
  mutating func next() -> WebLink? {
    _ = take { Self.isSpace($0) || $0 == 0x2C }
    guard rest.popFirst() == 0x3C else { return nil }
    let target = take { $0 != 0x3E }
    guard rest.popFirst() != nil else { return nil }
    var relations: String?
    var anchor: String?
    while let (name, value) = parameter() {
      // RFC 8288 §3.3: of several the first counts.
      switch name {
      case "rel": relations = relations ?? value
      case "anchor": anchor = anchor ?? value
      default: break
      }
    }
    // Up to the comma whatever else stands there.
    _ = take { $0 != 0x2C }
    return WebLink(
      target: target, relations: Self.words(relations ?? ""), anchor: anchor)
  }

  /// `; name`, `; name=token` or `; name="quoted"`; an empty one is passed over.
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

  private mutating func token() -> String {
    take { !Self.isSpace($0) && $0 != 0x3B && $0 != 0x2C }
  }

  /// RFC 9110 §5.6.4; one without an end goes to the end of the field.
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

  /// RFC 8288 §2.1: relation types are compared without case.
  private static func words(_ relations: String) -> [String] {
    relations.lowercased().split { $0 == " " || $0 == "\t" }.map(String.init)
  }
}
