import TestSupport
import Testing
import WirelineCore

@testable import WirelineCities

@Suite struct LineEditorTests {
  /// Text, keys, and the expected line with a bar as the cursor.
  @Test(
    arguments: [
      ("abc", [], "abc|"), ("abc", [.left, .left], "a|bc"),
      ("abc", [.left, .scalar("x")], "abx|c"), ("abc", [.left, .left, .left, .left], "|abc"),
      ("abc", [.home, .right], "a|bc"), ("abc", [.control("a"), .control("e"), .right], "abc|"),
      ("abc", [.left, .backspace], "a|c"), ("abc", [.left, .delete], "ab|"),
      ("abc", [.home, .backspace], "|abc"), ("abc", [.end, .delete], "abc|"),
      ("abc", [.home, .control("d")], "|bc"), ("abc", [.left, .control("u")], "|c"),
      ("abc", [.home, .right, .control("k")], "a|"), ("abc", [.control("b")], "ab|c"),
      ("new york  ", [.control("w")], "new |"), ("new york", [.left, .control("w")], "new |k"),
      ("new york", [.control("w"), .control("w"), .control("w")], "|"),
      ("new york", [.wordLeft], "new |york"), ("new york", [.wordLeft, .wordLeft], "|new york"),
      ("new york", [.home, .wordRight], "new| york"),
      ("new york", [.home, .wordRight, .wordRight, .wordRight], "new york|"),
      // By grapheme.
      ("e\u{301}x", [.left, .left], "|e\u{301}x"), ("e\u{301}", [.backspace], "|"),
      ("👨‍👩‍👧x", [.left, .backspace], "|x"), ("🇫🇷🇩🇪", [.left], "🇫🇷|🇩🇪"),
      ("東京", [.left, .delete], "東|"),
      // The cursor stays between characters.
      ("ex", [.left, .scalar("\u{301}")], "e\u{301}|x"),
      ("🇩🇪", [.home, .scalar("🇫")], "🇫🇩|🇪"),
      ("a\u{301}", [.home, .scalar("e")], "e|a\u{301}"),
      // Pasted text.
      ("a\nb\rc\td\u{2028}e", [], "a b c d e|"), ("a\u{1B}[31m\u{7}\u{202E}b\u{0}", [], "a[31mb|"),
      ("", [.backspace, .delete, .left, .right, .control("w"), .control("k")], "|"),
    ] as [(String, [TerminalKey], String)])
  func editsLines(text: String, keys: [TerminalKey], expected: String) {
    var editor = LineEditor(text)

    for key in keys { #expect(editor.apply(key) == true) }

    #expect(editor.before + "|" + editor.after == expected)
    #expect(editor.count == editor.text.count)
    #expect(editor.isEmpty == editor.text.isEmpty)
  }

  @Test(
    arguments: [
      .up, .down, .tab, .enter, .escape, .pageUp, .pageDown, .control("c"), .control("g"),
    ] as [TerminalKey])
  func ignoresOtherKeys(key: TerminalKey) {
    var editor = LineEditor("abc")

    #expect(editor.apply(key) == false)
    #expect(editor == LineEditor("abc"))
  }

  @Test func rejectsCharactersBeyondLimit() {
    var editor = LineEditor(String(repeating: "é", count: 150))

    #expect(editor.count == 100)
    #expect(editor.insert("x") == false)
    #expect(editor.apply(.scalar("x")) == false)
    #expect(editor.text == String(repeating: "é", count: 100))
    _ = editor.apply(.backspace)
    #expect(editor.insert("x") == true)
  }

  @Test func fullLineAcceptsCombiningMark() {
    var editor = LineEditor("ae", limit: 2)

    #expect(editor.insert("\u{301}") == true)
    #expect(editor.text == "ae\u{301}")
    #expect(editor.insert("b") == false)
  }

  @Test func limitsCombiningMarks() {
    let editor = LineEditor("a" + String(repeating: "\u{301}", count: 100_000))

    #expect(editor.count == 1)
    #expect(editor.text.utf8.count <= 1600)
  }

  @Test func randomKeysKeepCursorBetweenCharacters() {
    var random = SeededGenerator(seed: 44)
    let keys: [TerminalKey] = [
      .left, .right, .home, .end, .backspace, .delete, .wordLeft, .wordRight, .control("w"),
      .scalar("a"), .scalar(" "), .scalar("\u{301}"), .scalar("東"), .scalar("🇫"),
      .scalar("\u{200D}"), .scalar("👩"), .scalar("\u{1F3FD}"), .scalar("\n"), .scalar("क"),
      .scalar("\u{94D}"), .scalar("\u{1160}"), .scalar("\u{1100}"),
    ]
    for _ in 0..<200 {
      var editor = LineEditor(limit: 20)
      for _ in 0..<60 {
        _ = editor.apply(keys[Int.random(in: 0..<keys.count, using: &random)])
        let text = editor.text
        #expect(editor.before.count + editor.after.count == text.count)
        #expect(editor.count == text.count && text.count <= 20)
      }
    }
  }
}
