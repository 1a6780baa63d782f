/// Text for a terminal, parts of which have a style.
///
/// What comes into it is escaped (`TerminalText`): text from elsewhere cannot steer the terminal.
package struct StyledText: Equatable, Sendable {
  /// Without styles.
  package private(set) var text: String
  /// In order, none over another.
  private var runs: [Run] = []

  private struct Run: Equatable, Sendable {
    /// Bytes of the text, whole characters.
    var range: Range<Int>
    let style: TextStyle
  }

  /// - Parameter text: any text.
  package init(_ text: String = "", _ style: TextStyle? = nil) {
    self.text = ""
    append(text, style)
  }

  /// - Parameter text: without control characters.
  package init(escaped text: String) { self.text = text }

  /// In columns of a terminal.
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

  /// Adds spaces until it is so wide.
  package mutating func pad(to width: Int) {
    text += String(repeating: " ", count: max(0, width - self.width))
  }

  /// The text, if it is not wider than `limit`; else its beginning, and an ellipsis.
  func cut(to limit: Int) -> (text: StyledText, width: Int) {
    let (plain, width) = DisplayWidth.cut(text, to: limit)
    var result = StyledText(escaped: plain)
    guard !runs.isEmpty else { return (result, width) }
    let isWhole = plain.utf8.count == text.utf8.count && plain == text
    let kept = isWhole ? plain.utf8.count : max(0, plain.utf8.count - "…".utf8.count)
    result.runs = runs.filter { $0.range.lowerBound < kept }.map { run in
      Run(range: run.range.lowerBound..<min(kept, run.range.upperBound), style: run.style)
    }
    return (result, width)
  }

  /// Appends it, with the sequences of its styles where colours are wanted.
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
