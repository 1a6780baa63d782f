/// Text for a terminal with styled parts.
///
/// Added text is escaped (`TerminalText`), so it cannot control the terminal.
package struct StyledText: Equatable, Sendable {
  package private(set) var text: String
  private var runs: [Run] = []

  private struct Run: Equatable, Sendable {
    /// A range of bytes, at character boundaries.
    var range: Range<Int>
    let style: TextStyle
  }

  package init(_ text: String = "", _ style: TextStyle? = nil) {
    self.text = ""
    append(text, style)
  }

  /// - Parameter text: without control characters.
  package init(escaped text: String) { self.text = text }

  package var width: Int { DisplayWidth.of(text) }

  /// - Parameter more: any text.
  package mutating func append(_ more: String, _ style: TextStyle? = nil) {
    let start = text.utf8.count
    text += TerminalText.escaped(more)
    guard let style, text.utf8.count > start else { return }
    runs.append(Run(range: start..<text.utf8.count, style: style))
  }

  package mutating func append(_ more: StyledText) {
    let start = text.utf8.count
    text += more.text
    runs += more.runs.map { run in
      Run(range: (start + run.range.lowerBound)..<(start + run.range.upperBound), style: run.style)
    }
  }

  /// Pads with spaces to a width.
  package mutating func pad(to width: Int) {
    text += String(repeating: " ", count: max(0, width - self.width))
  }

  func cut(to limit: Int) -> (text: StyledText, width: Int) {
    let (plain, width) = DisplayWidth.cut(text, to: limit)
    var result = StyledText(escaped: plain)
    guard !runs.isEmpty else { return (result, width) }
    let isWhole = plain.utf8.count == text.utf8.count && plain == text
    let end = isWhole ? plain.utf8.count : max(0, plain.utf8.count - "…".utf8.count)
    result.runs = runs.filter { $0.range.lowerBound < end }.map { run in
      Run(range: run.range.lowerBound..<min(end, run.range.upperBound), style: run.style)
    }
    return (result, width)
  }

  func write(to line: inout String, isColored: Bool) {
    guard isColored, !runs.isEmpty else {
      line += text
      return
    }
    var written = 0
    for run in runs {
      line += piece(written..<run.range.lowerBound)
      line += run.style.sequence
      line += piece(run.range)
      line += TextStyle.end
      written = run.range.upperBound
    }
    line += piece(written..<text.utf8.count)
  }

  private func piece(_ range: Range<Int>) -> Substring {
    let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
    return text[start..<text.utf8.index(start, offsetBy: range.count)]
  }
}

/// The style of a part of a text: a sequence of ECMA-48 §8.3.117.
package enum TextStyle: Sendable {
  case title
  case label
  /// The current one of several values.
  case current
  case warning
  /// Yelp's red, #D32323.
  case stars

  static let end = "\u{1B}[0m"

  var sequence: String {
    switch self {
    case .title, .current: "\u{1B}[1m"
    case .label: "\u{1B}[2m"
    case .warning: "\u{1B}[33m"
    case .stars: "\u{1B}[38;2;211;35;35m"
    }
  }
}

/// The width of text on a terminal, in columns.
///
/// A simplified Unicode Standard Annex 11: marks and format characters have width 0, East Asian
/// wide characters and emoji 2, others 1. A grapheme is as wide as its widest scalar.
package enum DisplayWidth {
  package static func of(_ text: String) -> Int {
    if isPlain(text) { return text.utf8.count }
    return text.reduce(0) { $0 + width(of: $1) }
  }

  /// The text, cut to `limit` columns with an ellipsis if it is wider.
  package static func cut(_ text: String, to limit: Int) -> (text: String, width: Int) {
    let whole = of(text)
    guard whole > limit else { return (text, whole) }
    guard limit > 0 else { return ("", 0) }
    let start = TextWidth.prefix(text, columns: limit - 1)
    return (start + "…", of(start) + 1)
  }

  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }

  private static func width(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    // U+FE0F selects the emoji form of a character that also has a narrow one.
    if scalars.count > 1, scalars.contains("\u{FE0F}") || isFlag(scalars) { return 2 }
    return scalars.reduce(0) { max($0, width(of: $1)) }
  }

  /// Whether the scalars are regional indicators, each of which is narrow.
  private static func isFlag(_ scalars: Character.UnicodeScalarView) -> Bool {
    scalars.allSatisfy { (0x1F1E6...0x1F1FF).contains($0.value) }
  }

  private static func width(of scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    if wide.contains(where: { $0.contains(scalar.value) }) { return 2 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: return 1
    }
  }

  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x23E9...0x23EC, 0x2614...0x2615, 0x2648...0x2653,
    0x26A1...0x26A1, 0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5, 0x26D4...0x26D4,
    0x26EA...0x26EA, 0x26F2...0x26F5, 0x26FA...0x26FD, 0x2705...0x2705, 0x270A...0x270B,
    0x274C...0x274C, 0x2753...0x2757, 0x2795...0x2797, 0x2B1B...0x2B1C, 0x2B50...0x2B55,
    0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
    0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF, 0x1F004...0x1F004,
    0x1F0CF...0x1F0CF, 0x1F18E...0x1F18E, 0x1F191...0x1F19A, 0x1F200...0x1F320,
    0x1F32D...0x1F335, 0x1F337...0x1F37C, 0x1F37E...0x1F393, 0x1F3A0...0x1F3CA,
    0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0, 0x1F3F4...0x1F3F4, 0x1F3F8...0x1F43E,
    0x1F440...0x1F440, 0x1F442...0x1F4FC, 0x1F4FF...0x1F53D, 0x1F54B...0x1F54E,
    0x1F550...0x1F567, 0x1F57A...0x1F57A, 0x1F595...0x1F596, 0x1F5A4...0x1F5A4,
    0x1F5FB...0x1F64F, 0x1F680...0x1F6C5, 0x1F6CC...0x1F6CC, 0x1F6D0...0x1F6D2,
    0x1F6D5...0x1F6DF, 0x1F6EB...0x1F6EC, 0x1F6F4...0x1F6FC, 0x1F7E0...0x1F7EB,
    0x1F90C...0x1F93A, 0x1F93C...0x1F945, 0x1F947...0x1FAFF, 0x20000...0x3FFFD,
  ]
}

/// Text cut to terminal columns without an ellipsis; `DisplayWidth.cut` adds one.
package enum TextWidth {
  /// Returns the beginning of the text that fits.
  package static func prefix(_ text: String, columns: Int) -> String {
    var used = 0
    return String(text.prefix { fits($0, columns, &used) })
  }

  /// Returns the end of the text that fits.
  package static func suffix(_ text: String, columns: Int) -> String {
    var used = 0
    return String(text.reversed().prefix { fits($0, columns, &used) }.reversed())
  }

  private static func fits(_ character: Character, _ columns: Int, _ used: inout Int) -> Bool {
    used += DisplayWidth.of(String(character))
    return used <= columns
  }
}
