/// A simple recursive validator of RFC 8259 over Unicode scalars, to check the fast scanner.
///
/// Shares no code with the scanner.
struct SlowJSONValidator {
  private var rest: Substring.UnicodeScalarView

  static func accepts(_ bytes: [UInt8]) -> Bool {
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    var validator = SlowJSONValidator(rest: Substring(text).unicodeScalars)
    return validator.isText()
  }

  private mutating func isText() -> Bool {
    skipSpace()
    guard isValue(depth: 0) else { return false }
    skipSpace()
    return rest.isEmpty
  }

  private mutating func skipSpace() {
    while let scalar = rest.first, [0x20, 0x09, 0x0A, 0x0D].contains(scalar.value) {
      rest.removeFirst()
    }
  }

  private mutating func skip(_ literal: String) -> Bool {
    guard rest.starts(with: literal.unicodeScalars) else { return false }
    rest.removeFirst(literal.unicodeScalars.count)
    return true
  }

  private mutating func isValue(depth: Int) -> Bool {
    switch rest.first {
    case "{": isContainer(depth: depth + 1, open: "{", close: "}") { $0.isMember(depth: $1) }
    case "[": isContainer(depth: depth + 1, open: "[", close: "]") { $0.isValue(depth: $1) }
    case "\"": isString()
    case "t": skip("true")
    case "f": skip("false")
    case "n": skip("null")
    default: isNumber()
    }
  }

  private mutating func isContainer(
    depth: Int, open: String, close: String,
    child: (inout SlowJSONValidator, Int) -> Bool
  ) -> Bool {
    guard depth <= 512, skip(open) else { return false }
    skipSpace()
    if skip(close) { return true }
    repeat {
      skipSpace()
      guard child(&self, depth) else { return false }
      skipSpace()
    } while skip(",")
    return skip(close)
  }

  private mutating func isMember(depth: Int) -> Bool {
    guard isString() else { return false }
    skipSpace()
    guard skip(":") else { return false }
    skipSpace()
    return isValue(depth: depth)
  }

  private mutating func isString() -> Bool {
    guard skip("\"") else { return false }
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"": return true
      case "\\": guard isEscape() else { return false }
      default: guard scalar.value >= 0x20 else { return false }
      }
    }
    return false
  }

  private mutating func isEscape() -> Bool {
    guard let scalar = rest.popFirst() else { return false }
    guard scalar == "u" else { return "\"\\/bfnrt".unicodeScalars.contains(scalar) }
    guard let unit = codeUnit() else { return false }
    if (0xDC00...0xDFFF).contains(unit) { return false }
    guard (0xD800...0xDBFF).contains(unit) else { return true }
    guard skip("\\u"), let low = codeUnit() else { return false }
    return (0xDC00...0xDFFF).contains(low)
  }

  private mutating func codeUnit() -> Int? {
    let digits = rest.prefix(4)
    guard digits.count == 4, digits.allSatisfy(\.properties.isASCIIHexDigit) else { return nil }
    rest.removeFirst(4)
    return Int(String(Substring(digits)), radix: 16)
  }

  private mutating func isNumber() -> Bool {
    _ = skip("-")
    if !skip("0") { guard isDigits() else { return false } }
    if skip(".") { guard isDigits() else { return false } }
    if skip("e") || skip("E") {
      _ = skip("+") || skip("-")
      guard isDigits() else { return false }
    }
    return true
  }

  private mutating func isDigits() -> Bool {
    let digits = rest.prefix { ("0"..."9").contains($0) }
    rest.removeFirst(digits.count)
    return !digits.isEmpty
  }
}
