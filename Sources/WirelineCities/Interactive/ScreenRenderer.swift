internal import WirelineCore

/// Draws frames on a terminal, from the line of its cursor down.
///
/// Between two frames the cursor is in the first line. Each line is erased on its own, so that the
/// screen does not flicker. The terminal does not wrap meanwhile, so a character that it shows
/// wider than expected truncates its line but does not move the other lines.
struct ScreenRenderer: Sendable {
  private static let begin = "\u{1B}[?25l\u{1B}[?7l"
  private static let end = "\u{1B}[?7h\u{1B}[?25h"

  private let isStyled: Bool
  /// The frame that the terminal shows; nil if unknown.
  private var shown: ScreenFrame?
  private var isDrawn = false

  init(isStyled: Bool = true) { self.isStyled = isStyled }

  /// The bytes that make the terminal show a screen; empty if it already does.
  mutating func draw(_ screen: SearchScreen) -> [UInt8] {
    let frame = ScreenFrame(screen, isStyled: isStyled)
    if frame == shown { return [] }
    defer { shown = frame }
    isDrawn = true
    var output = Self.begin
    if shown == nil { output += "\r\u{1B}[J" }
    // Erase before drawing: after a full line the cursor is on its last character.
    output += frame.lines.map { "\r\u{1B}[K" + $0 }.joined(separator: "\r\n")
    var line = frame.lines.count - 1
    if let shown, shown.lines.count > frame.lines.count {
      output += "\r\n\u{1B}[J"
      line += 1
    }
    if line > 0 { output += "\u{1B}[\(line)A" }
    output += "\r" + (frame.cursor > 0 ? "\u{1B}[\(frame.cursor)C" : "") + Self.end
    return Array(output.utf8)
  }

  /// Forgets the frame that the terminal shows, because its size changed or another process wrote
  /// to it. The next frame is drawn completely, from the line of the cursor.
  mutating func forget() { shown = nil }

  /// Clears the terminal; the next frame is drawn at its top.
  mutating func clear() -> [UInt8] {
    shown = nil
    return Array("\u{1B}[H\u{1B}[2J".utf8)
  }

  /// Erases the screen and leaves the cursor at the start of its first line.
  mutating func erase() -> [UInt8] {
    shown = nil
    guard isDrawn else { return [] }
    isDrawn = false
    return Array("\r\u{1B}[J".utf8)
  }
}

/// The lines of a screen, and the position of the cursor.
private struct ScreenFrame: Equatable, Sendable {
  private static let keys = "↑↓ select · Enter print · Tab favourite · Esc quit"

  /// At least one line, without line ends, no wider than the terminal.
  let lines: [String]
  let cursor: Int

  init(_ screen: SearchScreen, isStyled: Bool) {
    let columns = screen.size.columns
    /// ECMA-48 §8.3.117, SELECT GRAPHIC RENDITION.
    func styled(_ text: String, as style: String) -> String {
      isStyled && !text.isEmpty ? "\u{1B}[\(style)m\(text)\u{1B}[0m" : text
    }
    let first = PromptLine(screen.editor, columns: columns)
    var lines = [first.text]
    if screen.size.rows > 2 || (screen.size.rows == 2 && screen.rows.isEmpty) {
      let status = DisplayWidth.cut(StatusLine.text(screen), to: columns).text
      lines.append(styled(status, as: "2"))
    }
    for index in screen.shownRows {
      let isSelected = index == screen.selection
      let row = screen.rows[index]
      let gutter = (isSelected ? "> " : "  ") + (row.isMarked ? "★ " : "  ")
      let text = DisplayWidth.prefix(gutter + screen.layout.text(of: row), columns: columns)
      lines.append(isSelected ? styled(text, as: "7") : text)
    }
    if screen.hasKeyLine {
      lines.append(styled(DisplayWidth.cut(Self.keys, to: columns).text, as: "2"))
    }
    self.lines = lines
    cursor = first.cursor
  }
}

/// The first line of a screen: the prompt and the text.
struct PromptLine: Equatable, Sendable {
  private static let prompt = "> "
  /// The minimum width of the text in columns, below which the prompt is omitted.
  private static let leastText = 8

  let text: String
  /// The number of columns before the cursor; less than the terminal's columns.
  let cursor: Int

  /// The start of a text that is too long is omitted.
  init(_ editor: LineEditor, columns: Int) {
    let prompt = Self.prompt.count + Self.leastText <= columns ? Self.prompt : ""
    let room = columns - prompt.count
    // The cursor needs a column.
    let before = DisplayWidth.suffix(editor.before, columns: room - 1)
    let width = DisplayWidth.of(before)
    text = prompt + before + DisplayWidth.prefix(editor.after, columns: room - width)
    cursor = prompt.count + width
  }
}

/// The second line of a screen: `12 of 354 · 0.4 ms · 3 days old`.
enum StatusLine {
  static func text(_ screen: SearchScreen) -> String {
    var parts: [String] = []
    if let elapsed = screen.elapsed {
      if !screen.rows.isEmpty {
        parts = ["\(screen.rows.count) of \(screen.total)", time(elapsed)]
      } else if screen.message == nil, !screen.editor.isEmpty, screen.isCurrent {
        parts = ["nothing found", time(elapsed)]
      }
    }
    parts += [screen.message, screen.notice].compactMap { $0.map(TerminalText.escaped) }
    return parts.joined(separator: " · ")
  }

  /// `0.4 ms`, `35 ms`, `1.2 s`
  static func time(_ duration: Duration) -> String {
    let tenths = Int((duration / .milliseconds(1) * 10).rounded())
    if tenths < 100 { return "\(tenths / 10).\(tenths % 10) ms" }
    if tenths < 9995 { return "\((tenths + 5) / 10) ms" }
    return "\((tenths + 500) / 10_000).\((tenths + 500) / 1000 % 10) s"
  }
}
