import TestSupport
import Testing

@Suite struct StrictJSONTests {
  /// `JSONConformanceTests` have all kinds of invalid text, and duplicate names, which the tools
  /// accept.
  @Test(arguments: [#"{"a":1,"a":2}"#, "[1,]"])
  func rejectsInvalidText(text: String) {
    #expect(throws: StrictJSONError.self) { try StrictJSON(text) }
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
