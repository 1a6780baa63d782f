/// The way of `JSONPrinter` over one validated text.
///
/// What follows what was checked by the scanner: a bracket here always fits, and a byte that could
/// not be there would be copied.
struct JSONPrinting {
  private let text: UnsafeRawBufferPointer
  private let palette: JSONPalette
  private var at = 0
  private var nesting = JSONNesting()
  /// The next string is the name of a member.
  private var isBeforeKey = false
  private var output: [UInt8] = []

  init(of text: UnsafeRawBufferPointer, _ palette: JSONPalette) {
    self.text = text
    self.palette = palette
  }

  /// The next piece of the output; empty at the end.
  mutating func next(atLeast count: Int) -> [UInt8] {
    output.removeAll(keepingCapacity: true)
    while at < text.count, output.count < count { token() }
    if at == text.count {
      // The line feed at the end is written once.
      at += 1
      output.append(JSONByte.lineFeed)
    }
    return output
  }

  private mutating func token() {
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
