internal import CUTF8Proc

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
  case warning
  /// Yelp's red, #D32323.
  case stars

  static let end = "\u{1B}[0m"

  var sequence: String {
    switch self {
    case .title: "\u{1B}[1m"
    case .label: "\u{1B}[2m"
    case .warning: "\u{1B}[33m"
    case .stars: "\u{1B}[38;2;211;35;35m"
    }
  }
}

/// The width of text on a terminal, in columns.
///
/// Marks and format characters have width 0, East Asian wide characters and emoji 2, others 1. A
/// grapheme is as wide as its widest scalar.
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
    let start = prefix(text, columns: limit - 1)
    return (start + "…", of(start) + 1)
  }

  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }

  private static func width(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    // U+FE0F selects the emoji form of a character that also has a narrow one.
    if scalars.count > 1, scalars.contains("\u{FE0F}") || isFlag(scalars) { return 2 }
    return scalars.reduce(0) { max($0, Int(utf8proc_charwidth(Int32($1.value)))) }
  }

  /// Whether the scalars are regional indicators, each of which is narrow.
  private static func isFlag(_ scalars: Character.UnicodeScalarView) -> Bool {
    scalars.allSatisfy { (0x1F1E6...0x1F1FF).contains($0.value) }
  }

  /// Returns the beginning of the text that fits, without an ellipsis.
  package static func prefix(_ text: String, columns: Int) -> String {
    var used = 0
    return String(text.prefix { fits($0, in: columns, used: &used) })
  }

  /// Returns the longest suffix that fits, without an ellipsis.
  package static func suffix(_ text: String, columns: Int) -> String {
    var used = 0
    return String(text.reversed().prefix { fits($0, in: columns, used: &used) }.reversed())
  }

  private static func fits(_ character: Character, in columns: Int, used: inout Int) -> Bool {
    used += of(String(character))
    return used <= columns
  }
}
