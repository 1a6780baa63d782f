import TestSupport
import Testing
import WirelineCore

@testable import WirelineCities

@Suite struct KeyDecoderTests {
  private static let escape = "\u{1B}"

  private static func scalars(_ text: String) -> [TerminalKey] {
    text.unicodeScalars.map(TerminalKey.scalar)
  }

  /// Bytes and the keys decoded without `flush`.
  private static let known: [(String, [TerminalKey])] = [
    ("aé東\u{1F600}", [.scalar("a"), .scalar("é"), .scalar("東"), .scalar("\u{1F600}")]),
    ("e\u{301}", [.scalar("e"), .scalar("\u{301}")]),
    ("\r\n", [.enter, .enter]), ("\t\u{8}\u{7F}", [.tab, .backspace, .backspace]),
    ("\u{1}\u{3}\u{1A}", [.control("a"), .control("c"), .control("z")]),
    ("\u{0}\u{1C}\u{1F}", []),
    // CSI
    ("\(escape)[A\(escape)[B\(escape)[C\(escape)[D", [.up, .down, .right, .left]),
    ("\(escape)[H\(escape)[F\(escape)[Z", [.home, .end]),
    ("\(escape)[1~\(escape)[4~\(escape)[7~\(escape)[8~", [.home, .end, .home, .end]),
    ("\(escape)[3~\(escape)[5~\(escape)[6~\(escape)[2~", [.delete, .pageUp, .pageDown]),
    // Modifiers
    ("\(escape)[1;2A\(escape)[1;5B\(escape)[5;5~", [.up, .down, .pageUp]),
    ("\(escape)[1;5C\(escape)[1;3D\(escape)[1;2C", [.wordRight, .wordLeft, .right]),
    ("\(escape)[1;5:1C\(escape)[1;;C", [.wordRight, .right]),
    ("\(escape)\(escape)[Ax", [.up, .scalar("x")]),
    // SS3
    ("\(escape)OA\(escape)OB\(escape)OC\(escape)OD", [.up, .down, .right, .left]),
    ("\(escape)OH\(escape)OF\(escape)OM\(escape)O5A", [.home, .end, .enter, .up]),
    // Alt
    ("\(escape)b\(escape)f\(escape)\u{7F}", [.wordLeft, .wordRight, .control("w")]),
    ("\(escape)xa\(escape)éb\(escape)\rc", scalars("aébc")),
    ("\(escape)\u{3}", [.control("c")]),
    // Unknown sequences are dropped.
    ("\(escape)[15~a\(escape)[?2026;2$yb\(escape)[12;40Rc", scalars("abc")),
    ("\(escape)[<0;12;4Ma\(escape)[Ib\(escape)[[Ac\(escape)OPd", scalars("abcd")),
    ("\(escape)[999999999999999999999999;5Aa\(escape)[1;2;3;4;5;6Ab", [.up] + scalars("ab")),
    // Interrupted by another key.
    ("\(escape)[1;\u{3}", [.control("c")]), ("\(escape)[\(escape)[A", [.up]),
    ("\(escape)[1é", [.scalar("é")]), ("\(escape)O\r", [.enter]),
    // C1 as UTF-8
    ("\u{9B}A", [.scalar("A")]),
    // Bracketed paste
    ("\(escape)[200~a b\(escape)[201~\r", [.scalar("a"), .scalar(" "), .scalar("b"), .enter]),
    ("\(escape)[200~a\rb\nc\td\(escape)[201~", scalars("a\rb\nc\td")),
    ("\(escape)[200~\(escape)[A\(escape)\(escape)[201~y", scalars("y")),
    ("\(escape)[200~\u{7}\u{7F}\u{4}é\(escape)[201~\u{4}", [.scalar("é"), .control("d")]),
    ("\(escape)[200~a\u{3}\r", [.scalar("a"), .control("c"), .enter]),
    ("\(escape)[201~a", [.scalar("a")]),
  ]

  @Test(arguments: known)
  func decodesKeys(text: String, expected: [TerminalKey]) {
    let bytes = Array(text.utf8)
    for size in 1...bytes.count {
      var decoder = KeyDecoder()
      var keys: [TerminalKey] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        keys += decoder.feed(bytes[start..<min(start + size, bytes.count)])
      }
      #expect(keys == expected, "in pieces of \(size)")
      #expect(!decoder.isUndecided)
      #expect(decoder == KeyDecoder() || decoder.flush().isEmpty)
    }
  }

  /// After the delay without further bytes.
  @Test(
    arguments: [
      ("\u{1B}", [.escape]), ("a\u{1B}", [.scalar("a"), .escape]), ("\u{1B}\u{1B}", [.escape]),
      ("\u{1B}[", []), ("\u{1B}O", []), ("\u{1B}[1;5", []), ("\u{1B}[[", []), ("", []),
      ("a", [.scalar("a")]),
    ] as [(String, [TerminalKey])])
  func flushesUndecidedKeys(text: String, expected: [TerminalKey]) {
    var decoder = KeyDecoder()

    let keys = decoder.feed(text.utf8) + decoder.flush()

    #expect(keys == expected)
    #expect(!decoder.isUndecided)
    #expect(decoder.feed("x".utf8) == [.scalar("x")])
  }

  @Test(
    arguments: [
      [0xFF], [0xC0, 0xAF], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
      [0xF8, 0x88, 0x80, 0x80, 0x80], [0x80], [0xE6, 0x9D], [0xE6], [0x9B], [0xC3],
      [0xE0, 0x82, 0xA9], [0xF0, 0x80, 0x82, 0xA9], [0xC3, 0xC3],
      // A paste that ends within a character.
      [0x1B, 0x5B, 0x32, 0x30, 0x30, 0x7E, 0xC3, 0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E, 0xA9],
    ] as [[UInt8]])
  func dropsInvalidUTF8(bytes: [UInt8]) {
    var decoder = KeyDecoder()

    #expect(decoder.feed(bytes + Array("x\r".utf8)) == [.scalar("x"), .enter])
  }

  @Test func flushKeepsPartialCharacter() {
    var decoder = KeyDecoder()

    #expect(decoder.feed([0xE6]).isEmpty)
    #expect(!decoder.isUndecided)
    #expect(decoder.flush().isEmpty)
    #expect(decoder.feed([0x9D, 0xB1]) == [.scalar("東")])
  }

  @Test func flushKeepsPaste() {
    var decoder = KeyDecoder()

    #expect(decoder.feed("\u{1B}[200~a".utf8) == [.scalar("a")])
    #expect(!decoder.isUndecided)
    #expect(decoder.flush().isEmpty)
    #expect(decoder.feed("\rb\u{1B}[20".utf8) == [.scalar("\r"), .scalar("b")])
    #expect(decoder.flush().isEmpty)
    #expect(decoder.feed("1~\r".utf8) == [.enter])
  }

  /// After each prefix of each sequence and a flush, Ctrl-C and text are decoded.
  @Test func recoversFromEveryPartialSequence() {
    for (text, _) in Self.known {
      let bytes = Array(text.utf8)
      for length in 0...bytes.count {
        var decoder = KeyDecoder()
        _ = decoder.feed(bytes[..<length])
        _ = decoder.flush()
        #expect(!decoder.isUndecided)
        // In a paste, a partial end sequence is text.
        #expect(decoder.feed([0x03]).last == .control("c"), "after \(bytes[..<length])")
        #expect(decoder.feed("x".utf8) == [.scalar("x")])
      }
    }
  }

  /// Without a flush before it.
  @Test func decodesCtrlCAfterRandomBytes() {
    var random = SeededGenerator(seed: 4)
    let samples = Self.known.map { Array($0.0.utf8) }
    for round in 0..<4000 {
      let sample = samples[round % samples.count]
      let bytes = round.isMultiple(of: 2) ? random.bytes(0...40) : random.mutation(of: sample)
      var whole = KeyDecoder()
      var pieces = KeyDecoder()

      let keys = whole.feed(bytes)

      #expect(keys == bytes.flatMap { pieces.feed([$0]) })
      #expect(whole == pieces)
      #expect(keys.allSatisfy(Self.isClean))
      // The first may complete a character.
      #expect(whole.feed([0x03, 0x03]).last == .control("c"), "after \(bytes)")
    }
  }

  private static func isClean(_ key: TerminalKey) -> Bool {
    guard case .scalar(let scalar) = key else { return true }
    return scalar.value >= 0xA0 || (0x20...0x7E).contains(scalar.value)
      || ["\t", "\r", "\n"].contains(scalar)
  }
}
