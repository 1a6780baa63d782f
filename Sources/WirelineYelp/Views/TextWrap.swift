internal import WirelineCore

/// Text in lines that fit a width, broken between words where that can be.
enum TextWrap {
  /// The lines, without control characters and spaces at their ends.
  ///
  /// A line feed in the text ends a line, several leave one empty line; what else could steer the
  /// terminal is escaped. A word that is wider than a line is broken anywhere.
  ///
  /// - Parameters:
  ///   - text: any text.
  ///   - width: in columns; what is narrower than two is taken for two, which any character fits.
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
        let head = TextWidth.prefix(word, columns: width)
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
