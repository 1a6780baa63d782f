/// Prints JSON for people: one field or element per line, indented by 2, optionally coloured.
///
/// Makes one pass over the validated bytes, so numbers keep their digits and strings their escapes.
/// Characters that could control a terminal become equivalent JSON escapes.
package struct JSONPrinter: Sendable {
  private let palette: JSONPalette

  package init(isColored: Bool) {
    palette = isColored ? .colors : .plain
  }

  /// Returns the text with a line feed.
  package func text(of view: JSONView) -> [UInt8] {
    view.raw.withUnsafeBytes { text in
      var printing = JSONPrinting(of: text, palette)
      return printing.run()
    }
  }
}

/// The pass of `JSONPrinter` over a text, which must be valid. Unexpected bytes are copied.
struct JSONPrinting {
  private let text: UnsafeRawBufferPointer
  private let palette: JSONPalette
  private var at = 0
  private var nesting = JSONNesting()
  private var isBeforeKey = false
  private var output: [UInt8] = []

  init(of text: UnsafeRawBufferPointer, _ palette: JSONPalette) {
    self.text = text
    self.palette = palette
  }

  mutating func run() -> [UInt8] {
    while at < text.count { printToken() }
    output.append(JSONByte.lineFeed)
    return output
  }

  private mutating func printToken() {
    switch text[at] {
    case JSONByte.openBrace, JSONByte.openBracket: open()
    case JSONByte.closeBrace, JSONByte.closeBracket: close()
    case JSONByte.comma: comma()
    case JSONByte.colon: colon()
    case JSONByte.quote: string()
    case let byte where JSONByte.isSpace(byte): at += 1
    case let byte: scalar(byte)
    }
  }

  private mutating func open() {
    let isObject = text[at] == JSONByte.openBrace
    output.append(text[at])
    at += 1
    while at < text.count, JSONByte.isSpace(text[at]) { at += 1 }
    guard at < text.count else { return }
    if text[at] == (isObject ? JSONByte.closeBrace : JSONByte.closeBracket) {
      output.append(text[at])
      at += 1
      return
    }
    _ = nesting.push(object: isObject)
    isBeforeKey = isObject
    newLine()
  }

  private mutating func close() {
    if nesting.depth > 0 { nesting.pop() }
    newLine()
    output.append(text[at])
    at += 1
    isBeforeKey = false
  }

  private mutating func comma() {
    output.append(JSONByte.comma)
    at += 1
    isBeforeKey = nesting.isObject
    newLine()
  }

  private mutating func colon() {
    output.append(JSONByte.colon)
    output.append(JSONByte.space)
    at += 1
    isBeforeKey = false
  }

  private mutating func newLine() {
    output.append(JSONByte.lineFeed)
    output.append(contentsOf: repeatElement(JSONByte.space, count: 2 * nesting.depth))
  }

  private mutating func string() {
    output += isBeforeKey ? palette.key : palette.string
    let start = at
    at += 1
    while at < text.count, text[at] != JSONByte.quote {
      at += text[at] == JSONByte.backslash ? 2 : 1
    }
    at = min(at + 1, text.count)
    TerminalJSON.append(UnsafeRawBufferPointer(rebasing: text[start..<at]), to: &output)
    output += palette.end
  }

  private mutating func scalar(_ first: UInt8) {
    let start = at
    at += 1
    while at < text.count, !Self.endsScalar(text[at]) { at += 1 }
    output += color(of: first)
    output.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[start..<at]))
    output += palette.end
  }

  private func color(of first: UInt8) -> [UInt8] {
    switch JSONByte.type(startingWith: first) {
    case .boolean: palette.boolean
    case .null: palette.null
    default: palette.number
    }
  }

  private static func endsScalar(_ byte: UInt8) -> Bool {
    byte == JSONByte.comma || byte == JSONByte.closeBrace || byte == JSONByte.closeBracket
      || JSONByte.isSpace(byte)
  }
}

/// The styles of the parts of JSON text: none, or sequences of ECMA-48 §8.3.117.
///
/// The colours of jq and gojq: keys bold blue, strings green, numbers cyan, booleans yellow, null
/// grey. Only keys are bold.
struct JSONPalette: Sendable {
  let key: [UInt8]
  let string: [UInt8]
  let number: [UInt8]
  let boolean: [UInt8]
  let null: [UInt8]
  let end: [UInt8]

  static let plain = JSONPalette(key: [], string: [], number: [], boolean: [], null: [], end: [])

  static let colors = JSONPalette(
    key: sequence("34;1"), string: sequence("32"), number: sequence("36"),
    boolean: sequence("33"), null: sequence("90"), end: sequence("0"))

  private static func sequence(_ parameters: String) -> [UInt8] {
    Array("\u{1B}[\(parameters)m".utf8)
  }
}

/// Escapes JSON for a terminal.
enum TerminalJSON {
  /// Appends valid JSON text or a part of it.
  ///
  /// JSON already escapes C0 (RFC 8259 §7). DEL, C1 and the characters that change the text
  /// direction or break the line occur in strings only, and are escaped as `\u009b`.
  static func append(_ json: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    if json.allSatisfy({ $0 < 0x7F }) { return output.append(contentsOf: json) }
    for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
      if scalar.value >= 0x7F, TerminalText.isControl(scalar) {
        output += "\\u\(scalar.value.text(digits: 4, radix: 16))".utf8
      } else {
        output += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
  }
}
