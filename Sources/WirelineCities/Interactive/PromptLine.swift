internal import WirelineCore

/// The first line of a screen: the prompt, the text being typed, and where the cursor stands.
struct PromptLine: Equatable, Sendable {
  /// So much of the text is seen, or the prompt makes room.
  private static let leastText = 8

  let text: String
  /// Columns before the cursor; less than the terminal has.
  let cursor: Int

  /// A text that is too long is shown from where its part before the cursor has room.
  init(prompt: String, editor: LineEditor, columns: Int) {
    let prompt = TerminalText.escaped(prompt)
    let promptWidth = DisplayWidth.of(prompt)
    let isPrompted = promptWidth + Self.leastText <= columns
    let room = isPrompted ? columns - promptWidth : columns
    // The cursor itself needs a column.
    let before = TextWidth.suffix(editor.before, columns: room - 1)
    let width = DisplayWidth.of(before)
    let after = TextWidth.prefix(editor.after, columns: room - width)
    text = (isPrompted ? prompt : "") + before + after
    cursor = (isPrompted ? promptWidth : 0) + width
  }
}
