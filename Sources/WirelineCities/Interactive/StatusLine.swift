internal import WirelineCore

/// The second line of a screen: `12 of 354 · 0.4 ms · 3 days old`.
enum StatusLine {
  static func text(_ screen: SearchScreen) -> String {
    var parts: [String] = []
    if screen.isSearching {
      parts.append("searching…")
    } else if let elapsed = screen.elapsed {
      if !screen.rows.isEmpty {
        parts = ["\(screen.rows.count) of \(screen.total)", time(elapsed)]
      } else if screen.message == nil, !screen.editor.isEmpty {
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
