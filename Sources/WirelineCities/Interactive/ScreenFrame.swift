internal import WirelineCore

/// What a screen looks like: lines that a terminal is given as they are, and where its cursor is.
struct ScreenFrame: Equatable, Sendable {
  /// At least one; without line ends, no wider than the terminal.
  let lines: [String]
  /// Columns before the cursor, in the first line.
  let cursor: Int

  /// - Parameter isStyled: whether what is selected is shown in reverse too, and the status faint.
  init(_ screen: SearchScreen, prompt: String, isStyled: Bool) {
    let columns = screen.size.columns
    let first = PromptLine(prompt: prompt, editor: screen.editor, columns: columns)
    var lines = [first.text]
    if screen.size.rows > 2 || (screen.size.rows == 2 && screen.rows.isEmpty) {
      let status = DisplayWidth.cut(StatusLine.text(screen), to: columns).text
      lines.append(isStyled ? Self.styled(status, "2") : status)
    }
    for index in screen.shownRows {
      let isSelected = index == screen.selection
      let text = Self.text(screen.rows[index], isSelected: isSelected, screen.layout, columns)
      lines.append(isStyled && isSelected ? Self.styled(text, "7") : text)
    }
    self.lines = lines
    cursor = first.cursor
  }

  private static func text(
    _ row: SearchRow, isSelected: Bool, _ layout: RowLayout, _ columns: Int
  ) -> String {
    let gutter = (isSelected ? "> " : "  ") + (row.isMarked ? "★ " : "  ")
    return TextWidth.prefix(gutter + layout.text(of: row), columns: columns)
  }

  /// ECMA-48 §8.3.117, SELECT GRAPHIC RENDITION.
  private static func styled(_ text: String, _ style: String) -> String {
    text.isEmpty ? "" : "\u{1B}[\(style)m\(text)\u{1B}[0m"
  }
}
