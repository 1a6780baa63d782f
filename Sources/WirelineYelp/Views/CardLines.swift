internal import WirelineCore

/// The lines of a card: a heading, then labeled values.
struct CardLines {
  /// The width of the label column, which ends in two spaces.
  private static let labelWidth = 15
  /// The minimum width for wrapping text.
  private static let narrowest = 20

  private let width: Int
  private(set) var lines: [StyledText] = []

  init(width: Int) { self.width = width }

  mutating func add(_ line: StyledText) {
    if !line.text.isEmpty { lines.append(line) }
  }

  mutating func add(text: String?, indent: Int = 0) {
    let wrapped = TextWrap.lines(text ?? "", width: max(width - indent, Self.narrowest))
    for line in wrapped {
      lines.append(
        StyledText(escaped: line.isEmpty ? "" : String(repeating: " ", count: indent) + line))
    }
  }

  mutating func add(_ label: String, _ value: String?) {
    add(
      label,
      rows: TextWrap.lines(value ?? "", width: max(width - Self.labelWidth, Self.narrowest)))
  }

  /// Adds a web address, which is not wrapped so that it can be copied.
  mutating func add(_ label: String, link: String?) {
    if let link, !link.isEmpty { add(label, rows: [link]) }
  }

  mutating func add(_ label: String, rows: [String]) {
    for (index, row) in rows.enumerated() {
      lines.append(Self.line(index == 0 ? label : "", value: StyledText(row)))
    }
  }

  /// One line of all parts that are not empty.
  static func joined(_ parts: [StyledText], by separator: String) -> StyledText {
    var line = StyledText()
    for part in parts where !part.text.isEmpty {
      if !line.text.isEmpty { line.append(separator) }
      line.append(part)
    }
    return line
  }

  private static func line(_ label: String, value: StyledText) -> StyledText {
    let label = DisplayWidth.cut(TerminalText.escaped(label), to: labelWidth - 2).text
    var line = StyledText(label, .label)
    line.pad(to: labelWidth)
    line.append(value)
    return line
  }
}

/// Wraps text between words where possible.
enum TextWrap {
  /// Returns the lines without control characters and trailing spaces.
  ///
  /// Line feeds end lines; several leave one empty line. Other control characters are escaped.
  /// Words wider than a line are broken anywhere.
  ///
  /// - Parameter width: in columns; at least two, which fit any character.
  static func lines(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    // CR LF is one character.
    for paragraph in text.split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" })
    {
      let wrapped = paragraphLines(paragraph, max(width, 2))
      if wrapped.isEmpty, lines.last?.isEmpty ?? true { continue }
      lines += wrapped.isEmpty ? [""] : wrapped
    }
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  private static func paragraphLines(_ paragraph: Substring, _ width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var used = 0
    for word in paragraph.split(whereSeparator: { $0 == " " || $0 == "\t" }) {
      var word = TerminalText.escaped(String(word))
      var size = DisplayWidth.of(word)
      if used > 0, used + 1 + size <= width {
        line += " " + word
        used += 1 + size
        continue
      }
      if used > 0 { lines.append(line) }
      while size > width {
        let head = DisplayWidth.prefix(word, columns: width)
        lines.append(head)
        word = String(word.dropFirst(head.count))
        size = DisplayWidth.of(word)
      }
      (line, used) = (word, size)
    }
    if used > 0 || !line.isEmpty { lines.append(line) }
    return lines
  }
}
