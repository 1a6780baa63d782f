extension JSONCase {
  /// Texts that RFC 8259 does not allow, section by section.
  static let rejected: [JSONCase] =
    empty + badNumbers + badLiterals + badStrings + badEscapes + badBytes + badArrays
    + badObjects + badSurroundings + badDepths

  private static let empty = ["", " ", "\n", "\r\n\t "].map { JSONCase($0) }

  // §6
  private static let badNumbers = [
    "-", "+", "+1", "--1", "-+1", "01", "00", "-01", "-00", "012", "0x1", "0x", "0b1", "0o7",
    "1.", "-1.", ".5", "-.5", ".", "-.", "0.", "0.e1", "1.e1", "1.5.5", "1..5", "1e", "1E", "1e+",
    "1e-", "1.0e", "1e1.5", "1e1e1", "1ee1", "1e++1", "1e+-1", "e1", "1_000", "1,000", "1 000",
    "NaN", "-NaN", "Infinity", "-Infinity", "inf", "-inf", "1a", "1a2", "-a", "[-]", "[1.]", "[.1]",
    "[01]", "[1e]", "[+1]", "１", "[-١]", "1f", "1L", "- 1", "1 .5", "0x1p3", "[1:2]", "[-foo]",
  ].map { JSONCase($0) }

  // §3
  private static let badLiterals = [
    "t", "tr", "tru", "truE", "True", "TRUE", "truee", "true1", "f", "fals", "False", "falsee",
    "n", "nul", "nulL", "Null", "NULL", "nulll", "nan", "undefined", "nil", "None", "yes", "abc",
    "[tru]", "[fals]", "[nul]", "[truefalse]", "[true false]", "trux", "nulx", "falsx",
  ].map { JSONCase($0) }

  // §7
  private static let badStrings =
    [
      "\"", "\"a", "a\"", "\"abcdefg", "\"abcdefgh", "'a'", "`a`", "\"a\"b\"", "\"\"\"", "“a”",
      "\"a\nb\"", "\"a\tb\"", "\"\r\"", "\"abcdefgh\n\"", "[\"a]", "[\"a", #"["a\"]"#, "\u{85}",
    ].map { JSONCase($0) }
    + (0..<0x20).map { JSONCase("control \($0)", content: [UInt8($0)]) }

  private static let badEscapes =
    [
      #""\""#, #""\"#, #""\a""#, #""\0""#, #""\x00""#, #""\'""#, #""\v""#, #""\e""#, #""\U0041""#,
      #""\ ""#, "\"\\\n\"", #""\é""#, #""\u""#, #""\u0""#, #""\u00""#, #""\u004""#, #""\u004G""#,
      #""\uG000""#, #""\u 041""#, #""\u+041""#, #""\u{41}""#, #""\u00"41""#, #""\u12"#,
      #""\uD800""#, #""\uDBFF""#, #""\uDC00""#, #""\uDFFF""#, #""\uD800x""#, #""\uD800\n""#,
      #""\uD800\""#, #""\uD800\u""#, #""\uD800\u0041""#, #""\uD800\uD800""#, #""\uD800\uDBFF""#,
      #""\uDC00\uD800""#, #""\uDC00\uDC00""#, #""\uD800\uE000""#, #""\uD83D\uDE0""#,
      #""\uD83D\uDE0g""#,
      #""\uD83D \uDE00""#, #"{"\uD800":1}"#, #"{"\q":1}"#, "\\u0041", #"[\n]"#, #""\1""#,
    ].map { JSONCase($0) }

  // §8.1, RFC 3629 §3–4
  private static let badBytes =
    [
      // Continuation bytes alone, and overlong sequences.
      [0x80], [0xBF], [0xC0, 0xAF], [0xC1, 0xBF], [0xE0, 0x80, 0xAF], [0xE0, 0x9F, 0xBF],
      [0xF0, 0x80, 0x80, 0xAF], [0xF0, 0x8F, 0xBF, 0xBF], [0xC0, 0x80],
      // Surrogates, and a pair of them in CESU-8.
      [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80],
      // After the last character.
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80],
      [0xFC, 0x84, 0x80, 0x80, 0x80, 0x80], [0xFE], [0xFF],
      // Cut off by the end, or by ASCII.
      [0xC3], [0xC3, 0x28], [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xE2, 0x82, 0x28],
      [0xF0, 0x9F, 0x98], [0xF0, 0x28, 0x8C, 0xBC], [0xF0, 0x9F, 0x28, 0xBC],
      [0xF0, 0x9F, 0x98, 0x28],
      // Latin-1, the end of a long string, and a continuation byte after a character.
      [0x63, 0x61, 0x66, 0xE9], Array("abcdefghijklmnop".utf8) + [0xFF], [0xC3, 0xA9, 0xA9],
    ].map { JSONCase("string of \($0)", content: $0) }
    + [
      // In a name, outside strings, instead of a value, and zero bytes.
      [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D], [0x5B, 0xFF, 0x5D], [0xC3, 0xA9], [0x00],
      [0x31, 0x00],
      // UTF-16.
      [0x00, 0x5B, 0x00, 0x5D], [0x5B, 0x00, 0x5D, 0x00], [0xFE, 0xFF, 0x00, 0x31],
      // RFC 8259 §8.1 allows parsers to ignore a byte order mark. The line reader drops it; the
      // scanner rejects it.
      [0xEF, 0xBB, 0xBF, 0x31], [0xEF, 0xBB, 0x31],
    ].map { JSONCase("\($0)", $0) }

  // §5
  private static let badArrays = [
    "[", "]", "[1", "[1,", "[1,]", "[,1]", "[,]", "[,", "[1,,2]", "[1 2]", "[1;2]", "[[]", "[]]",
    "[1]]", "[1}", "[}", "[1:1]", "[\"a\":1]", "[1,\n]", "[[1],]", "[1,2", "[\"\"", "[{}", "[*]",
    "(1)", "[1)", "[1]x", "[\"a\" \"b\"]", "[\u{A0}]", "[\u{2060}]", "[\u{0B}]", "[\u{0C}1]",
  ].map { JSONCase($0) }

  // §4
  private static let badObjects = [
    "{", "}", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{,}", "{,\"a\":1}",
    "{\"a\":1,,\"b\":2}", "{\"a\" 1}", "{\"a\",1}", "{\"a\"::1}", "{\"a\":}", "{:1}", "{a:1}",
    "{'a':1}", "{1:1}", "{null:1}", "{[]:1}", "{{}:1}", "{\"a\":1 \"b\":2}", "{\"a\":1;\"b\":2}",
    "{\"a\":1]", "{]", "{\"a\"}", "{\"a\":1}}", "{\"a\":1}{", "{\"a\"=1}", "{\"a\":=1}",
    "{\"a\":1:2}", "{true}", "{\"a\":a}", "{\"a\":\"b}", "{\"a:1}", "{\"a\":1,\"b\"}", "{#\"a\":1}",
  ].map { JSONCase($0) }

  // §2
  private static let badSurroundings = [
    "1 2", "1,", ",1", "1]", "[] []", "{}{}", "{} x", "\"a\" \"b\"", "true true", "null,",
    "[]\u{0}",
    "// c\n1", "1 // c", "/* c */ 1", "1 /* c */", "[1/*c*/]", "# c\n1", "<html>", "1;", "\u{0B}1",
    "1\u{0C}", "\u{A0}1", "1\u{FEFF}", "\u{2028}1", "{\"a\":1}\\n", "*", "&", "<", ">", "%PDF-1.4",
  ].map { JSONCase($0) }

  private static let badDepths = [
    JSONCase("513 arrays", Array(nested(513, "[", "", "]").utf8)),
    JSONCase("513 objects", Array(nested(512, "{\"\":", "{}", "}").utf8)),
    JSONCase("100,000 open arrays", [UInt8](repeating: 0x5B, count: 100_000)),
    JSONCase("100,000 open objects", Array(String(repeating: "{\"\":", count: 100_000).utf8)),
  ]
}
