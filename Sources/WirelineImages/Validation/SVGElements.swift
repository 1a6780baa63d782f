/// SVG: start and end tags up to the end of the root element. Not an XML parser: element names are
/// counted, not compared.
struct SVGElements: StructureValidator {
  private enum Step {
    case text, opening, startTag, endTag, instruction, declaration, comment, characters, doctype
    case doctypeComment
  }

  private var step = Step.text
  /// The last four bytes, the latest one in the lowest byte.
  private var recent: UInt32 = 0
  private var quote: UInt8 = 0
  private var depth = 0
  private var doctypeDepth = 0
  /// The beginning of the root element's name; nil after it was validated.
  private var rootName: [UInt8]? = []
  private var isOver = false
  private var hasTrailingData = false

  var first: ReadRequest { .run }

  mutating func read(_ field: StructureField, at offset: Int) -> ReadRequest { .run }

  mutating func scan(
    _ bytes: UnsafeRawBufferPointer, at offset: Int
  ) -> (used: Int, next: ReadRequest)? {
    for (position, byte) in bytes.enumerated() {
      recent = recent << 8 | UInt32(byte)
      if let reason = consume(byte) { return (position, .invalid(reason)) }
    }
    return nil
  }

  func result(at total: Int) -> ValidationResult {
    guard isOver else { return .invalid("missing end of the svg element") }
    return hasTrailingData || step != .text ? .trailing : .complete
  }

  private mutating func consume(_ byte: UInt8) -> String? {
    switch step {
    case .text: text(byte)
    case .opening: return opening(byte)
    case .startTag, .endTag: return tag(byte)
    case .instruction: if ends(with: "?>") { step = .text }
    case .declaration: declaration(byte)
    case .comment: if ends(with: "-->") { step = .text }
    case .characters: if ends(with: "]]>") { step = .text }
    case .doctype: doctype(byte)
    case .doctypeComment: if ends(with: "-->") { step = .doctype }
    }
    return nil
  }

  private func ends(with text: StaticString) -> Bool {
    text.withUTF8Buffer { letters in
      let wanted = letters.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      return recent & (letters.count >= 4 ? .max : 1 << (8 * UInt32(letters.count)) - 1) == wanted
    }
  }

  private mutating func text(_ byte: UInt8) {
    if byte == UInt8(ascii: "<") {
      step = .opening
    } else if isOver, byte > 0x20 {
      hasTrailingData = true
    }
  }

  private mutating func opening(_ byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "?"): step = .instruction
    case UInt8(ascii: "!"): step = .declaration
    case UInt8(ascii: "/"):
      step = .endTag
      if depth == 0, !isOver { return "end tag before the svg element" }
    default:
      step = .startTag
      return tag(byte)
    }
    if isOver, step == .endTag { hasTrailingData = true }
    return nil
  }

  private mutating func tag(_ byte: UInt8) -> String? {
    if quote != 0 {
      if byte == quote { quote = 0 }
      return nil
    }
    if step == .startTag, let reason = root(byte) { return reason }
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
    case UInt8(ascii: ">"): closeTag()
    default: break
    }
    return nil
  }

  private mutating func closeTag() {
    defer { step = .text }
    if isOver {
      hasTrailingData = true
    } else if step == .endTag {
      depth -= 1
      isOver = depth == 0
    } else if ends(with: "/>") {
      isOver = depth == 0
    } else {
      depth += 1
    }
  }

  private mutating func root(_ byte: UInt8) -> String? {
    guard var name = rootName else { return nil }
    if byte > 0x20, byte != UInt8(ascii: ">"), byte != UInt8(ascii: "/"), name.count < 64 {
      name.append(byte)
      rootName = name
      return nil
    }
    rootName = nil
    return name.split(separator: UInt8(ascii: ":")).last.map(Array.init) == Array("svg".utf8)
      ? nil : "the root element is not svg"
  }

  private mutating func declaration(_ byte: UInt8) {
    if ends(with: "<!--") {
      step = .comment
      recent = 0
    } else if byte == UInt8(ascii: "[") {
      step = .characters
    } else if byte == UInt8(ascii: "D") {
      // `<!DOCTYPE`. In `<![CDATA[` the bracket is read first.
      step = .doctype
      doctypeDepth = 0
    } else if byte == UInt8(ascii: ">") {
      step = .text
    }
  }

  private mutating func doctype(_ byte: UInt8) {
    if quote != 0 {
      if byte == quote { quote = 0 }
      return
    }
    if ends(with: "<!--") {
      doctypeDepth -= 1
      step = .doctypeComment
      recent = 0
      return
    }
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
    case UInt8(ascii: "["), UInt8(ascii: "<"): doctypeDepth += 1
    case UInt8(ascii: "]"): doctypeDepth -= 1
    case UInt8(ascii: ">") where doctypeDepth == 0: step = .text
    case UInt8(ascii: ">"): doctypeDepth -= 1
    default: break
    }
  }
}
