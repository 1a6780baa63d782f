import TestSupport
import Testing

@testable import WirelineCities
@testable import WirelineCore

@Suite struct CityFoldingTests {
  @Test(
    arguments: [
      ("São Paulo", "sao paulo"), ("SAO-PAULO", "sao paulo"), ("Łódź", "lodz"),
      ("Straße", "strasse"), ("STRASSE", "strasse"), ("Ålesund", "alesund"),
      ("Þórshöfn", "thorshofn"), ("Ærø", "aero"), ("Đà Nẵng", "da nang"),
      ("L’Aquila", "laquila"), ("Lʼviv", "lviv"), ("Yur”yivka", "yuryivka"),
      ("St. John's", "st johns"), ("St.-Charles", "st charles"), ("D.C.", "d c"), ("A, B,", "a b"),
      ("'.\"", ""),
      ("  a \t b  ", "a b"), ("", ""), ("---", ""), ("\u{200B}\u{301}\u{AD}", ""),
      // Invalid in the city data: an œ twice, once as the byte of Windows-1252.
      ("Mons-en-Barœ\u{9C}ul", "mons en baroeul"),
    ])
  func folds(text: String, folded: String) {
    #expect(fold(text) == bytes(folded))
  }

  @Test(arguments: ["100%_*", "a?b[c]{d}|e\\f~g^h", ":;()&/#@!$+=<>", "0123456789"])
  func preservesOtherASCII(text: String) {
    #expect(fold(text) == bytes(text))
  }

  /// Letters that Unicode does not decompose.
  @Test(
    arguments: [
      ("ẞ", "ss"), ("Ø", "o"), ("Ł", "l"), ("Đ", "d"), ("Ð", "d"), ("Þ", "th"), ("Æ", "ae"),
      ("Œ", "oe"), ("Ŋ", "n"), ("Ħ", "h"), ("Ŧ", "t"), ("ĸ", "q"), ("Ə", "e"), ("Ɓ", "b"),
      ("Ɖ", "d"), ("Ɗ", "d"), ("Ƙ", "k"), ("Ɛ", "e"), ("Ɔ", "o"), ("Ƒ", "f"), ("Ɣ", "g"),
      ("Ƴ", "y"), ("Ɲ", "n"), ("Ɨ", "i"), ("Ʉ", "u"), ("Ʋ", "v"), ("Ƶ", "z"), ("Ǥ", "g"),
      ("Ɵ", "o"), ("Ʒ", "z"), ("ȷ", "j"), ("ɫ", "l"), ("ʀ", "r"), ("ʣ", "dz"), ("ʔ", ""),
      ("Қ", "к"), ("Ғ", "г"), ("Ң", "н"), ("Ұ", "у"), ("Ү", "у"), ("Ө", "о"), ("Ә", "а"),
      ("Һ", "х"), ("Ґ", "г"), ("Ҳ", "х"), ("Ҷ", "ч"),
    ])
  func foldsLettersWithoutDecomposition(letter: String, folded: String) {
    #expect(fold(letter) == bytes(folded))
    #expect(fold(letter.lowercased()) == bytes(folded))
  }

  @Test(
    arguments: [
      // Turkish: dotted and dotless are equal.
      ("İstanbul", "istanbul"), ("ISPARTA", "isparta"), ("Iğdır", "igdir"), ("IĞDIR", "igdir"),
      ("I\u{307}zmir", "izmir"),
      // Vietnamese: two marks on a letter, in any order.
      ("Huế", "hue"), ("HU\u{1EBE}", "hue"), ("a\u{302}\u{323}", "a"), ("a\u{323}\u{302}", "a"),
      ("Thủ Ðức", "thu duc"), ("ƯỚC", "uoc"),
      ("Москва", "москва"), ("МОСКВА", "москва"), ("Орёл", "орел"), ("Йошкар-Ола", "иошкар ола"),
      ("Ելեւան և", "ելեւան եւ"), ("ᲗᲑᲘᲚᲘᲡᲘ", "თბილისი"),
      ("Ελλάς", "ελλασ"), ("ΕΛΛΆΣ", "ελλασ"), ("Ἀθῆναι", "αθηναι"), ("ᾳ", "αι"), ("ϊΐ", "ιι"),
      // Points, tatweel, forms of alef; letters that differ between Arabic and Persian keyboards.
      ("مَكَّة", "مكه"), ("القــاهرة", "القاهره"), ("أإآٱا", "ااااا"), ("مؤتة", "موته"),
      ("تهران کی", "تهران كي"), ("موسى", "موسي"), ("\u{FEF7}", "لا"), ("٢٠ ۳", "20 3"),
      ("בְּאֵר שֶׁבַע", "באר שבע"), ("תל־אביב", "תל אביב"), ("צה״ל ג׳", "צהל ג"), ("ײ", "יי"),
      // Vowel signs and voicing are letters of the word; tones and nuktas are not.
      ("หมู่บ้าน", "หมูบาน"), ("น้ำ", "น\u{E4D}า"), ("ज़िला", "जिला"), ("दिल्ली", "दिल्ली"),
      ("が", "か\u{3099}"), ("ｶﾞ", "カ\u{3099}"), ("東京", "東京"),
      ("སྐྱིད", "སྐྱིད"),
    ])
  func foldsScripts(text: String, folded: String) {
    #expect(fold(text) == bytes(folded))
  }

  @Test(
    arguments: Array(
      "'’‘‛‚ʼʻʽʾʿʹˈˊˋ´`′‵΄᾽᾿＇｀ꞌʔ՚׳\"“”„‟«»ʺˮ״＂〝〞".unicodeScalars))
  func dropsApostrophesAndQuotationMarks(sign: Unicode.Scalar) {
    #expect(fold("L\(sign)viv") == bytes("lviv"))
  }

  @Test(arguments: Array("-‐‑‒–—―⁃−﹘﹣－֊־᠆⸺〜˗".unicodeScalars))
  func foldsHyphens(sign: Unicode.Scalar) {
    #expect(fold("\(sign)Aix\(sign) \(sign)en") == bytes("aix en"))
  }

  @Test(
    arguments: [
      "\u{9}", "\u{A}", "\u{20}", "\u{85}", "\u{A0}", "\u{1680}", "\u{2000}", "\u{2003}",
      "\u{2009}",
      "\u{200A}", "\u{2028}", "\u{2029}", "\u{202F}", "\u{205F}", "\u{3000}", "\r\n",
    ])
  func foldsSpaces(space: String) {
    #expect(fold("\(space)New\(space)\(space)York\(space)") == bytes("new york"))
  }

  /// Soft hyphen, joiners, directions, variation selectors, fillers, tags.
  @Test(
    arguments: [
      0xAD, 0x80, 0x9F, 0x34F, 0x61C, 0x180B, 0x180E, 0x1160, 0x200B, 0x200C, 0x200D, 0x200E,
      0x200F,
      0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2060, 0x2066, 0x2069, 0x3164, 0xFE00, 0xFE0F,
      0xFEFF,
      0xFFA0, 0xFFF9, 0xE0001, 0xE0020, 0xE0100, 0xE01EF, 0x300, 0x36F, 0x20DD, 0x20E3, 0x1AB0,
    ] as [UInt32])
  func dropsInvisibleScalarsAndMarks(value: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(value))
    var text = "Ber"
    text.unicodeScalars.append(scalar)
    #expect(fold(text + "lin") == bytes("berlin"))
  }

  @Test(arguments: [0...0x2FFFF, 0xE0000...0xE0FFF, 0x10FF00...0x10FFFF] as [ClosedRange<UInt32>])
  func isIdempotentForEveryScalar(values: ClosedRange<UInt32>) {
    for first in stride(from: values.lowerBound, through: values.upperBound, by: 32) {
      var once: [UInt8] = []
      var twice: [UInt8] = []
      let texts = (first..<first + 32).compactMap(Unicode.Scalar.init).map { "a\($0)b" }
      Array(texts.joined().utf8).withUnsafeBytes { CityFolding.append($0, to: &once) }
      once.withUnsafeBytes { CityFolding.append($0, to: &twice) }
      if once != twice { Issue.record("from U+\(String(first, radix: 16))") }
    }
  }

  @Test func appendsToExistingBytes() {
    var folded = Array("x ".utf8)
    Array(" - Łódź ".utf8).withUnsafeBytes { CityFolding.append($0, to: &folded) }
    #expect(String(decoding: folded, as: UTF8.self) == "x lodz")
    Array(" ".utf8).withUnsafeBytes { CityFolding.append($0, to: &folded) }
    #expect(String(decoding: folded, as: UTF8.self) == "x lodz")
  }

  /// Truncated, lone continuation, overlong, surrogate, beyond the last scalar.
  @Test(
    arguments: [
      [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0x80], [0xBF, 0xBF], [0xC1, 0x81],
      [0xE0, 0x81, 0x81], [0xE0, 0x80, 0xA0], [0xF0, 0x80, 0x81, 0x81], [0xF0, 0x8C, 0x83, 0xA9],
      [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF], [0xFE, 0xFE],
    ] as [[UInt8]])
  func dropsInvalidUTF8(bytes: [UInt8]) {
    var folded: [UInt8] = []
    (Array("Ber".utf8) + bytes + Array("lin".utf8)).withUnsafeBytes {
      CityFolding.append($0, to: &folded)
    }
    #expect(String(decoding: folded, as: UTF8.self) == "berlin")
  }

  private func fold(_ text: String) -> [UInt8] { CityFolding.fold(text) }

  /// Compared as bytes, because strings with the same normal form are equal.
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
}
