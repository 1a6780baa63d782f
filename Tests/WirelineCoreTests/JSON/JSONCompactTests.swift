import Testing
import WirelineCore

@Suite struct JSONCompactTests {
  static let texts: [(String, String)] = [
    (" 1 ", "1"),
    ("[ ]", "[]"),
    ("{\n}", "{}"),
    ("[ 1 ,\t2\r\n]", "[1,2]"),
    (#" { "a b" : " c\t " , "d":[ {} , [ ] ] } "#, #"{"a b":" c\t ","d":[{},[]]}"#),
    (#"["\u0041\/","é",1.50e+01,-0.0]"#, #"["\u0041\/","é",1.50e+01,-0.0]"#),
    (
      "[12345678901234567890123, 0.1000000000000000055]",
      "[12345678901234567890123,0.1000000000000000055]"
    ),
  ]

  @Test(arguments: texts)
  func removesOnlyInsignificantSpace(_ text: String, _ expected: String) throws {
    var output = Array("before ".utf8)

    try Array(text.utf8).withUnsafeBytes { try JSONScanner.compact($0, into: &output) }

    #expect(String(decoding: output, as: UTF8.self) == "before " + expected)
    #expect(try JSONScanner.compacted(Array(text.utf8)) == Array(expected.utf8))
  }

  @Test(arguments: JSONCase.rejected)
  func leavesOutputUnchangedOnError(_ text: JSONCase) throws {
    var output = Array("before".utf8)

    let error = try #require(throws: JSONSyntaxError.self) {
      try text.bytes.withUnsafeBytes { try JSONScanner.compact($0, into: &output) }
    }

    #expect(output == Array("before".utf8))
    #expect(throws: error) { try JSONView.parse(text.bytes) }
  }

  @Test(arguments: 1...4)
  func agreesWithReferenceOnRandomTexts(seed: UInt64) throws {
    var generator = JSONTextGenerator(seed: seed)
    for _ in 0..<500 {
      let text = generator.text()
      var output: [UInt8] = []

      try text.withUnsafeBytes { try JSONScanner.compact($0, into: &output) }

      #expect(output == withoutSpace(text))
    }
  }

  /// Works byte by byte: a quote without a backslash before it begins or ends a string.
  private func withoutSpace(_ text: [UInt8]) -> [UInt8] {
    var isInString = false
    var isEscaped = false
    return text.filter { byte in
      defer { isEscaped = byte == 0x5C && !isEscaped }
      if byte == 0x22, !isEscaped { isInString.toggle() }
      return isInString || ![0x20, 0x09, 0x0A, 0x0D].contains(byte)
    }
  }
}
