import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineYelp

@Suite struct StyledTextTests {
  private func written(_ text: StyledText, isColored: Bool = true) -> String {
    var line = ""
    text.write(to: &line, isColored: isColored)
    return line
  }

  private var mixed: StyledText {
    var text = StyledText("a")
    text.append("★★", .stars)
    text.append(StyledText("日本", .title))
    text.append("z")
    return text
  }

  @Test func wrapsPartsInStyles() {
    #expect(
      written(mixed) == "a\u{1B}[38;2;211;35;35m★★\u{1B}[0m\u{1B}[1m日本\u{1B}[0mz")
    #expect(written(mixed, isColored: false) == "a★★日本z")
    #expect(mixed.width == 8)
  }

  @Test(
    arguments: [
      (8, "a\u{1B}[38;2;211;35;35m★★\u{1B}[0m\u{1B}[1m日本\u{1B}[0mz", 8),
      (6, "a\u{1B}[38;2;211;35;35m★★\u{1B}[0m\u{1B}[1m日\u{1B}[0m…", 6),
      (5, "a\u{1B}[38;2;211;35;35m★★\u{1B}[0m…", 4),
      (3, "a\u{1B}[38;2;211;35;35m★\u{1B}[0m…", 3), (2, "a…", 2), (1, "…", 1), (0, "", 0),
    ])
  func endsTheStyleAtACut(limit: Int, text: String, width: Int) {
    let cut = mixed.cut(to: limit)

    #expect(written(cut.text) == text)
    #expect(cut.width == width)
  }

  @Test func escapesControlCharacters() {
    var text = StyledText("a\u{1B}[31mb\n", .title)
    text.append("\u{9B}1m\u{202E}")

    #expect(text.text == #"a\x1b[31mb\n\x9b1m\u{202e}"#)
    #expect(written(text) == "\u{1B}[1m" + #"a\x1b[31mb\n"# + "\u{1B}[0m" + #"\x9b1m\u{202e}"#)
  }

  @Test func padsByDisplayWidth() {
    var text = StyledText("東京")
    text.pad(to: 6)
    text.pad(to: 3)

    #expect(text.text == "東京  ")
  }

  @Test(
    arguments: [
      ("", 10, []), ("one two three", 7, ["one two", "three"]), ("one  two ", 20, ["one two"]),
      ("abcdefghij k", 4, ["abcd", "efgh", "ij k"]), ("x abcdef", 4, ["x", "abcd", "ef"]),
      ("日本語のテキスト", 6, ["日本語", "のテキ", "スト"]), ("a\n\n\n\nb\r\nc\n", 9, ["a", "", "b", "c"]),
      ("\n\na", 9, ["a"]), ("a\tb\u{1B}[2J", 40, [#"a b\x1b[2J"#]), ("a\rb", 9, [#"a\rb"#]),
      ("e\u{301}e\u{301}e\u{301}", 2, ["e\u{301}e\u{301}", "e\u{301}"]), ("日本", 0, ["日", "本"]),
      ("👩‍👩‍👧👩‍👩‍👧", 3, ["👩‍👩‍👧", "👩‍👩‍👧"]), (" \n \n", 9, []),
    ])
  func wrapsByDisplayWidth(text: String, width: Int, lines: [String]) {
    #expect(TextWrap.lines(text, width: width) == lines)
  }

  @Test func fitsRandomText() {
    var generator = SeededGenerator(seed: 11)
    let sample = Array(
      "A 日本 review\nof e\u{301}tudes 👍🏽 with-a-long-word\u{1B}[0m \u{200D}end".utf8)
    for width in 2..<40 {
      for _ in 0..<40 {
        let text = String(decoding: generator.mutation(of: sample), as: UTF8.self)
        let lines = TextWrap.lines(text, width: width)

        #expect(lines.allSatisfy { DisplayWidth.of($0) <= width })
        #expect(lines.allSatisfy { TerminalText.escaped($0) == $0 })
      }
    }
  }
}
