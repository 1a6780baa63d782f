/// The grammar of RFC 8259, one function per rule.
struct StrictJSONReader {
  private let bytes: [UInt8]
  private let maximumDepth: Int
  private let allowsDuplicates: Bool
  private var offset = 0
  private var depth = 0

  init(_ bytes: [UInt8], maximumDepth: Int = 600, allowsDuplicates: Bool = false) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
    self.allowsDuplicates = allowsDuplicates
  }

  mutating func document() throws(StrictJSONError) -> StrictJSON {
    let value = try element()
    guard offset == bytes.count else { throw failure("text after the value") }
    return value
  }

  private func failure(_ reason: String) -> StrictJSONError {
    StrictJSONError(reason: reason, offset: offset)
  }

  private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0a, 0x0d].contains(byte) { offset += 1 }
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  private mutating func element() throws(StrictJSONError) -> StrictJSON {
    skipSpace()
    let start = offset
    let value = try value()
    guard let text = String(validating: bytes[start..<offset], as: UTF8.self) else {
      throw StrictJSONError(reason: "not UTF-8", offset: start)
    }
    skipSpace()
    return StrictJSON(value: value, text: text)
  }

  private mutating func value() throws(StrictJSONError) -> StrictJSON.Value {
    switch next {
    case UInt8(ascii: "{"):
      return try nested { reader throws(StrictJSONError) in try reader.object() }
    case UInt8(ascii: "["):
      return try nested { reader throws(StrictJSONError) in try reader.array() }
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func nested(
    _ body: (inout Self) throws(StrictJSONError) -> StrictJSON.Value
  ) throws(StrictJSONError) -> StrictJSON.Value {
    depth += 1
    guard depth <= maximumDepth else { throw failure("nested too deep") }
    let value = try body(&self)
    depth -= 1
    return value
  }

  private mutating func word(
    _ word: String, _ value: StrictJSON.Value
  ) throws(StrictJSONError) -> StrictJSON.Value {
    guard bytes[offset...].starts(with: word.utf8) else { throw failure("expected \(word)") }
    offset += word.utf8.count
    return value
  }

  private mutating func object() throws(StrictJSONError) -> StrictJSON.Value {
    offset += 1
    skipSpace()
    if skip("}") { return .object([]) }
    var fields: [StrictJSON.Member] = []
    repeat {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw failure("expected a name") }
      let name = try string()
      guard allowsDuplicates || !fields.contains(where: { $0.name == name }) else {
        throw failure("duplicate name \(name)")
      }
      skipSpace()
      guard skip(":") else { throw failure("expected a colon") }
      fields.append(.init(name: name, value: try element()))
    } while skip(",")
    guard skip("}") else { throw failure("object not closed") }
    return .object(fields)
  }

  private mutating func array() throws(StrictJSONError) -> StrictJSON.Value {
    offset += 1
    skipSpace()
    if skip("]") { return .array([]) }
    var elements: [StrictJSON] = []
    repeat { elements.append(try element()) } while skip(",")
    guard skip("]") else { throw failure("array not closed") }
    return .array(elements)
  }

  private mutating func digits() throws(StrictJSONError) {
    guard let byte = next, (0x30...0x39).contains(byte) else { throw failure("expected a digit") }
    while let byte = next, (0x30...0x39).contains(byte) { offset += 1 }
  }

  private mutating func number() throws(StrictJSONError) -> StrictJSON.Value {
    _ = skip("-")
    if !skip("0") { try digits() }
    if skip(".") { try digits() }
    if skip("e") || skip("E") {
      if !skip("+") { _ = skip("-") }
      try digits()
    }
    return .number
  }

  private mutating func string() throws(StrictJSONError) -> String {
    offset += 1
    var content: [UInt8] = []
    while !skip("\"") {
      guard let byte = next else { throw failure("string not closed") }
      guard byte >= 0x20 else { throw failure("control character in a string") }
      offset += 1
      if byte == UInt8(ascii: "\\") {
        content += Array(try escaped().utf8)
      } else {
        content.append(byte)
      }
    }
    guard let string = String(validating: content, as: UTF8.self) else {
      throw failure("not UTF-8")
    }
    return string
  }

  private mutating func escaped() throws(StrictJSONError) -> String {
    guard let byte = next else { throw failure("string not closed") }
    offset += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
      return String(UnicodeScalar(byte))
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicode()
    default: throw failure("unknown escape")
    }
  }

  private mutating func unicode() throws(StrictJSONError) -> String {
    var units = [try fourDigits()]
    if (0xd800..<0xdc00).contains(units[0]), skip("\\"), skip("u") {
      units.append(try fourDigits())
    }
    guard let string = String(validating: units, as: UTF16.self) else {
      throw failure("lone surrogate")
    }
    return string
  }

  private mutating func fourDigits() throws(StrictJSONError) -> UInt16 {
    let digits = bytes[offset...].prefix(4)
    let isHexadecimal = digits.allSatisfy { Character(UnicodeScalar($0)).isHexDigit && $0 < 0x80 }
    guard digits.count == 4, isHexadecimal,
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw failure("expected four hexadecimal digits") }
    offset += 4
    return unit
  }
}

/// The error for a text that is not JSON.
package struct StrictJSONError: Error, CustomStringConvertible {
  package let reason: String
  /// The offset in bytes.
  package let offset: Int

  package var description: String { "\(reason) at byte \(offset)" }
}
