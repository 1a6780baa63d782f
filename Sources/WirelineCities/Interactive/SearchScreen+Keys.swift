internal import WirelineCore

/// What the keys do.
///
/// | key | |
/// |---|---|
/// | Up, Ctrl-P; Down, Ctrl-N | the row before; the next |
/// | Page Up; Page Down | as many rows as are shown |
/// | Home; End | the line's ends; while the line is empty, the first and the last row |
/// | Enter | accept |
/// | Tab, Ctrl-F | put the mark on the row, or take it away |
/// | Escape, Ctrl-C; Ctrl-D in an empty line | quit, status 130 |
/// | Ctrl-L; Ctrl-Z | draw anew; suspend |
/// | others | those of `LineEditor` |
extension SearchScreen {
  mutating func press(_ key: TerminalKey, at now: Instant) -> [Effect] {
    if key == .enter { return accept(at: now) }
    cancelAccept()
    notice = nil
    switch key {
    case .escape, .control("c"): return [.quit(.interrupted)]
    case .control("d") where editor.isEmpty: return [.quit(.interrupted)]
    case .control("l"): return [.redraw]
    case .control("z"): return [.suspend]
    case .tab, .control("f"): return selectedRow.map { [.toggle($0.id)] } ?? []
    default: break
    }
    if let row = destination(of: key) {
      choose(row)
      return []
    }
    return edit(key, at: now)
  }

  /// The row that the key goes to, be it there or not; nil for another key.
  private func destination(of key: TerminalKey) -> Int? {
    switch key {
    case .up, .control("p"): selection - 1
    case .down, .control("n"): selection + 1
    case .pageUp: selection - max(1, roomForRows)
    case .pageDown: selection + max(1, roomForRows)
    case .home where editor.isEmpty: 0
    case .end where editor.isEmpty: rows.count - 1
    default: nil
    }
  }

  private mutating func edit(_ key: TerminalKey, at now: Instant) -> [Effect] {
    let before = editor.text
    if !editor.apply(key), case .scalar = key {
      notice = "no more than \(LineEditor.defaultLimit) characters"
    }
    return editor.text == before ? [] : changeText(at: now)
  }
}
