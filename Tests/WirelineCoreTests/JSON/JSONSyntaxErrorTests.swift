import Testing
import WirelineCore

@Suite struct JSONSyntaxErrorTests {
  static let texts: [(String, String)] = [
    ("", "no value at byte 0"),
    ("  ", "no value at byte 2"),
    ("[1,2", "unexpected end at byte 4"),
    ("tru", "unexpected end at byte 3"),
    ("{\"a\":1,x}", "unexpected character 'x' at byte 7"),
    ("[1,]", "unexpected character ']' at byte 3"),
    ("<html>", "unexpected character '<' at byte 0"),
    ("[\u{1B}]", "unexpected character 0x1b at byte 1"),
    ("[\u{0}]", "unexpected character 0x00 at byte 1"),
    ("[trub]", "unexpected character 'b' at byte 4"),
    ("{\"a\":1} {", "unexpected character '{' after the value at byte 8"),
    ("01", "unexpected character '1' after the value at byte 1"),
    ("[\"abc", "unterminated string at byte 5"),
    ("[\"a\nb\"]", "unescaped control character 0x0a at byte 3"),
    ("[\"a\\xb\"]", "invalid escape with 'x' at byte 4"),
    ("[\"\\u00g0\"]", "invalid escape with 'g' at byte 6"),
    ("[\"\\uD83D\"]", "lone surrogate escape at byte 2"),
    ("[\"ab\\uDE00\"]", "lone surrogate escape at byte 4"),
    ("[1.x]", "invalid number at byte 3"),
    ("[-]", "invalid number at byte 2"),
    (String(repeating: "[", count: 600), "depth over 512 at byte 512"),
  ]

  @Test(arguments: texts)
  func describesErrorAndOffset(_ text: String, _ expected: String) {
    let error = #expect(throws: JSONSyntaxError.self) { try JSONView.parse(Array(text.utf8)) }

    #expect(error?.description == expected)
  }

  @Test func reportsStartOfInvalidUTF8() {
    let bytes: [UInt8] = Array("{\"a\":\"é".utf8) + [0xE2, 0x28, 0xA1, 0x22, 0x7D]

    let error = #expect(throws: JSONSyntaxError.self) { try JSONView.parse(bytes) }

    #expect(error?.description == "invalid UTF-8 at byte 8")
  }

  static let kinds: [(String, String)] = [
    ("[]", "array"), ("\"a\"", "string"), ("1", "number"), ("true", "boolean"), (" null", "null"),
  ]

  @Test(arguments: kinds)
  func namesTypeOfOtherValues(_ text: String, _ kind: String) {
    let error = #expect(throws: JSONSyntaxError.self) {
      try JSONObject(Array(text.utf8), names: JSONNames([]))
    }

    #expect(error?.description == "not an object: found \(kind) at byte 0")
  }
}
