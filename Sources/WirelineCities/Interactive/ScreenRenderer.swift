/// Frames → bytes for a terminal: drawn at its cursor and below, not on a screen of their own.
///
/// Between two frames the cursor is in the first line. Only lines that changed are drawn. While it
/// draws, the terminal does not wrap: where it counts a character for wider than we do, the end of
/// a line is lost, and not the place of all that follow.
package struct ScreenRenderer: Sendable {
  private static let begin = "\u{1B}[?25l\u{1B}[?7l"
  private static let end = "\u{1B}[?7h\u{1B}[?25h"

  private let prompt: String
  private let isStyled: Bool
  /// What the terminal shows; nil if nothing can be said of it.
  private var shown: ScreenFrame?
  /// Whether there may be something to take away.
  private var isDrawn = false

  /// - Parameters:
  ///   - prompt: before the line; any text.
  ///   - isStyled: false where `NO_COLOR` or `--color never` asks for plain text.
  package init(prompt: String = "> ", isStyled: Bool = true) {
    self.prompt = prompt
    self.isStyled = isStyled
  }

  /// What makes the terminal show this state; nothing if it does.
  package mutating func draw(_ screen: SearchScreen) -> [UInt8] {
    let frame = ScreenFrame(screen, prompt: prompt, isStyled: isStyled)
    if frame == shown { return [] }
    defer { shown = frame }
    isDrawn = true
    var pen = Pen()
    pen.output = Self.begin
    if shown == nil { pen.output += "\r\u{1B}[J" }
    let old = shown?.lines ?? []
    for (line, text) in frame.lines.enumerated() where line >= old.count || old[line] != text {
      pen.move(to: line, of: old.count)
      // Erased before, not after: in the last column the cursor would be on the last character.
      pen.output += "\r\u{1B}[K" + text
    }
    if frame.lines.count < old.count {
      pen.move(to: frame.lines.count, of: old.count)
      pen.output += "\r\u{1B}[J"
    }
    pen.move(to: 0, of: old.count)
    pen.output += "\r" + (frame.cursor > 0 ? "\u{1B}[\(frame.cursor)C" : "") + Self.end
    return Array(pen.output.utf8)
  }

  /// Forgets what the terminal shows: it has another size, or somebody wrote there. The next frame
  /// is drawn whole, from the line where the cursor is.
  package mutating func forget() { shown = nil }

  /// Clears the whole terminal; the next frame is drawn at its top.
  package mutating func clear() -> [UInt8] {
    shown = nil
    return Array("\u{1B}[H\u{1B}[2J".utf8)
  }

  /// Takes the screen away; the cursor stays in its first line, at the beginning.
  package mutating func erase() -> [UInt8] {
    shown = nil
    guard isDrawn else { return [] }
    isDrawn = false
    return Array("\r\u{1B}[J".utf8)
  }
}

/// Where the cursor is, in lines below the first.
private struct Pen {
  var output = ""
  private var line = 0

  /// - Parameter old: lines below which there may be none, so that the terminal has to scroll.
  mutating func move(to target: Int, of old: Int) {
    if target < line { output += "\u{1B}[\(line - target)A" }
    let within = min(target, old - 1)
    if within > line {
      output += "\u{1B}[\(within - line)B"
      line = within
    }
    if target > line { output += String(repeating: "\r\n", count: target - line) }
    line = target
  }
}
