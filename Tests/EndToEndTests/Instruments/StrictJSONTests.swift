import TestSupport
import Testing

@Suite struct StrictJSONTests {
  @Test(arguments: [
    "{}", "[]", " [ 1 , 2 ] ", "\"\"", "0", "-0", "1.5e+10", "1E-2", "true", "null",
    #"{"a":[{"b":null}],"":1}"#, #""\u00e9\ud83d\ude00\/\b""#, "\"é😀\u{7f}\"",
  ])
  func acceptsValidText(text: String) throws {
    _ = try StrictJSON(text)
  }

  @Test(arguments: [
    "", " ", "{", "[1,]", "{\"a\":1,}", "{a:1}", "{\"a\" 1}", "01", "1.", ".5", "+1", "1e", "-",
    "NaN", "tru", "nullx", "1 2", "\"\n\"", #""\x""#, #""\ud800""#, #""\udc00x""#, #""\u12g4""#,
    "\"abc", "'a'", #"{"a":1,"a":2}"#, "\u{feff}1", "[1]//",
  ])
  func rejectsInvalidText(text: String) {
    #expect(throws: StrictJSONError.self) { try StrictJSON(text) }
  }

  @Test(arguments: [
    [0x22, 0xff, 0x22], [0x22, 0xc0, 0x80, 0x22], [0x22, 0xed, 0xa0, 0x80, 0x22],
  ])
  func rejectsMalformedUTF8(bytes: [UInt8]) {
    #expect(throws: StrictJSONError.self) { try StrictJSON(bytes: bytes) }
  }

  @Test func preservesDigits() throws {
    let json = try StrictJSON(#"{"a":1.50e1,"b":[12345678901234567890]}"#)

    #expect(json["a"]?.text == "1.50e1")
    #expect(json["a"]?.number == 15)
    #expect(json["b"]?[0]?.text == "12345678901234567890")
    #expect(json["b"]?.text == "[12345678901234567890]")
  }

  @Test func survivesEveryPrefixAndMutation() throws {
    let sample = Array(#"{"a":[1,-2.5e3,"x\u00e9\n",true,null],"b":{"c":"é"}}"#.utf8)
    var generator = SeededGenerator(seed: 1)

    for length in 0..<sample.count {
      #expect(throws: StrictJSONError.self) { try StrictJSON(bytes: Array(sample[..<length])) }
    }
    for _ in 0..<2000 { _ = try? StrictJSON(bytes: generator.mutation(of: sample)) }
    for _ in 0..<2000 { _ = try? StrictJSON(bytes: generator.bytes(0...20)) }
    #expect(throws: StrictJSONError.self) {
      try StrictJSON(String(repeating: "[", count: 100_000))
    }
  }
}
