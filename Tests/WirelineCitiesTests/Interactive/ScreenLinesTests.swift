import Testing

@testable import WirelineCities
@testable import WirelineCore

@Suite struct ScreenLinesTests {
  @Test(arguments: [
    ("abc", 0, 20, "> abc", 5), ("abc", 2, 20, "> abc", 3), ("東京", 1, 20, "> 東京", 4),
    // Too long: the text before the cursor takes precedence.
    ("abcdefghijkl", 0, 12, "> defghijkl", 11), ("abcdefghijkl", 12, 12, "> abcdefghij", 2),
    ("abcdefghijkl", 1, 12, "> cdefghijkl", 11), ("東京東京東京", 0, 12, "> 東京東京", 10),
    // No room for the prompt.
    ("abc", 0, 9, "abc", 3), ("abcdefghijkl", 0, 4, "jkl", 3), ("abc", 0, 1, "", 0),
    ("abc", 3, 1, "a", 0), ("東京", 1, 1, "", 0), ("東京", 2, 2, "東", 0), ("", 0, 1, "", 0),
  ])
  func fitsPrompt(text: String, left: Int, columns: Int, line: String, cursor: Int) {
    var editor = LineEditor(text)
    for _ in 0..<left { _ = editor.apply(.left) }

    let prompt = PromptLine(editor, columns: columns)

    #expect(prompt.text == line)
    #expect(prompt.cursor == cursor)
  }

  @Test(
    arguments: [
      (.microseconds(0), "0.0 ms"), (.microseconds(440), "0.4 ms"),
      (.microseconds(9_940), "9.9 ms"),
      (.microseconds(9_960), "10 ms"), (.microseconds(34_600), "35 ms"),
      (.milliseconds(999), "999 ms"),
      (.microseconds(999_600), "1.0 s"), (.milliseconds(1_250), "1.3 s"), (.seconds(75), "75.0 s"),
    ] as [(Duration, String)])
  func formatsTimes(duration: Duration, expected: String) {
    #expect(StatusLine.time(duration) == expected)
  }

  @Test(
    arguments: [
      ("a", 12, nil, "12 of 354 · 0.4 ms"),
      ("a", 12, "8 days old", "12 of 354 · 0.4 ms · 8 days old"),
      ("a", 0, nil, "nothing found · 0.4 ms"), ("a", 0, "no \u{1B}[1m", "no \\x1b[1m"),
      ("", 0, nil, ""),
      ("", 12, nil, "12 of 354 · 0.4 ms"),
    ] as [(String, Int, String?, String)])
  func formatsStatus(text: String, rows: Int, message: String?, expected: String) {
    let now = ContinuousClock.now
    var screen = SearchScreen(text: text, size: TerminalSize(columns: 80, rows: 24), at: now)
    #expect(StatusLine.text(screen).isEmpty)
    _ = screen.handle(.tick, at: now)
    var results = SearchResults.sample(rows)
    if rows > 0 { results.total = 354 }
    results.message = message

    _ = screen.handle(.found(results), at: now)

    #expect(StatusLine.text(screen) == expected)
  }
}
