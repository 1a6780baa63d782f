import TestSupport
import Testing

@testable import WirelineCore

@Suite struct CityFoldingTests {
  @Test(
    arguments: [
      ("São Paulo", "sao paulo"), ("SAO-PAULO", "sao paulo"), ("Łódź", "lodz"),
      ("Straße", "strasse"), ("STRASSE", "strasse"), ("Ålesund", "alesund"),
      ("Þórshöfn", "thorshofn"),
      ("İstanbul", "istanbul"), ("Iğdır", "igdir"), ("Đà Nẵng", "da nang"), ("Ærø", "aero"),
      ("L’Aquila", "l'aquila"), ("Lʼviv", "l'viv"), ("  a \t b  ", "a b"), ("Москва", "москва"),
      ("МОСКВА", "москва"), ("Ελλάς", "ελλασ"), ("", ""), ("---", ""), ("100%_*", "100%_*"),
    ])
  func folds(text: String, folded: String) {
    #expect(String(decoding: CityFolding.fold(text), as: UTF8.self) == folded)
  }

  /// The same name, composed and decomposed.
  @Test(
    arguments: [
      ("\u{E9}", "e\u{301}"), ("\u{1EA5}", "a\u{302}\u{301}"),
      ("\u{AC01}", "\u{1100}\u{1161}\u{11A8}"),
      ("\u{212B}", "A\u{30A}"), ("\u{1E9B}\u{323}", "\u{17F}\u{323}\u{307}"),
    ])
  func normalFormsAreAlike(composed: String, decomposed: String) {
    #expect(CityFolding.fold(composed) == CityFolding.fold(decomposed))
  }

  @Test func foldingTwiceIsFoldingOnceForEveryScalar() {
    for value in UInt32(0)...0x2FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let once = CityFolding.fold("a\(Character(scalar))b")
      #expect(CityFolding.fold(String(decoding: once, as: UTF8.self)) == once, "U+\(value)")
    }
  }

  @Test func bytesThatAreNoTextDoNotTrap() {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<2000 {
      let bytes = (0..<12).map { _ in UInt8.random(in: 0...255, using: &random) }
      var folded: [UInt8] = []
      bytes.withUnsafeBytes { CityFolding.append($0, to: &folded) }
      #expect(String(validating: folded, as: UTF8.self) != nil)
    }
  }
}
