import TestSupport
import Testing
import WirelineCore

@Suite struct JSONWriterTests {
  private func text(_ build: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    build(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test func insertsCommasBetweenFieldsAndElements() {
    let text = text {
      $0.beginObject()
      $0.field("a", 1)
      $0.key("b")
      $0.beginArray()
      $0.number(1)
      $0.beginObject()
      $0.endObject()
      $0.beginArray()
      $0.endArray()
      $0.null()
      $0.boolean(true)
      $0.endArray()
      $0.field("c", "d")
      $0.endObject()
      $0.endLine()
      $0.beginObject()
      $0.endObject()
      $0.endLine()
    }

    #expect(text == #"{"a":1,"b":[1,{},[],null,true],"c":"d"}"# + "\n{}\n")
  }

  @Test func writesFieldsOfEveryType() throws {
    let view = try JSONView.parse(Array("{ \"x\":\n1.50 }".utf8))
    let text = text {
      $0.beginObject()
      $0.field("string", "é")
      $0.field("int", Int.min)
      $0.field("int64", Int64.max)
      $0.field("double", 0.1)
      $0.field("whole", 12.0)
      $0.field("bool", false)
      $0.field("list", ["a", "b"])
      $0.field("none", [String]())
      $0.field("raw", raw: Array("[1]".utf8))
      $0.field("view", view)
      $0.endObject()
    }

    #expect(
      text == #"{"string":"é","int":-9223372036854775808,"int64":9223372036854775807,"#
        + #""double":0.1,"whole":12.0,"bool":false,"list":["a","b"],"none":[],"raw":[1],"#
        + #""view":{"x":1.50}}"#)
  }

  @Test func omitsFieldsWithNonFiniteNumbers() {
    let text = text {
      $0.beginObject()
      $0.field("a", Double.nan)
      $0.field("b", 1)
      $0.field("c", Double.infinity)
      $0.field("d", -Double.infinity)
      $0.endObject()
    }

    #expect(text == #"{"b":1}"#)
  }

  static let strings: [(String, String)] = [
    ("", #""""#), ("plain", #""plain""#), ("a\"b\\c", #""a\"b\\c""#),
    ("\n\r\t\u{8}\u{C}", #""\n\r\t\b\f""#),
    ("\u{0}\u{1F}", #""\u0000\u001f""#), ("\u{7F}/<>&'", "\"\u{7F}/<>&'\""), ("é北😀", "\"é北😀\""),
    ("\u{2028}", "\"\u{2028}\""),
    ("longer than eight \"bytes\"", #""longer than eight \"bytes\"""#),
    ("é\"é", #""é\"é""#), ("\"", #""\"""#),
  ]

  @Test(arguments: strings)
  func escapesOnlyWhatIsRequired(_ value: String, _ expected: String) {
    #expect(text { $0.string(value) } == expected)
    #expect(text { $0.string(utf8: Array(value.utf8)) } == expected)
    #expect(text { $0.key(named: value) } == expected + ":")
  }

  @Test(arguments: Array(0...0x7F) + [0xE9])
  func escapesAtAllPositions(scalar: UInt8) {
    let special = String(Unicode.Scalar(scalar))
    let control = "\\u00" + (scalar < 0x10 ? "0" : "") + String(scalar, radix: 16)
    let short: [UInt8: String] = [
      0x22: #"\""#, 0x5C: #"\\"#, 8: #"\b"#, 9: #"\t"#, 10: #"\n"#, 12: #"\f"#, 13: #"\r"#,
    ]
    let written = short[scalar] ?? (scalar < 0x20 ? control : special)
    for length in Array(0...8) + [16, 17, 64, 65] {
      for position in 0...length {
        let (before, after) = (
          String(repeating: "a", count: position), String(repeating: "b", count: length - position)
        )

        #expect(text { $0.string(before + special + after) } == "\"\(before)\(written)\(after)\"")
      }
    }
  }

  @Test(arguments: [0, 9, 10, 99, 100, 1001, 999_999, 1_000_000, 1 << 49, .max / 1000] as [Int64])
  func writesNumbersAsSwiftDoes(number: Int64) {
    for number in [number, -number, number - 1] {
      let duration = Duration.microseconds(number)

      #expect(text { $0.number(number) } == "\(number)")
      #expect(
        text { $0.field("a", milliseconds: duration) } == "\"a\":\(duration.milliseconds)")
    }
  }

  @Test(arguments: [1, 70])
  func writesNoFieldForMalformedUTF8(length: Int) {
    let malformed = [UInt8](repeating: 0x61, count: length) + [0xFF]
    var results: [Bool] = []

    let text = text {
      $0.beginObject()
      results.append($0.field("a", utf8: malformed))
      results.append($0.field("b", utf8: Array("é".utf8)))
      results.append($0.field("c", utf8: malformed))
      $0.field("d", -120)
      $0.endObject()
    }

    #expect(results == [false, true, false])
    #expect(text == #"{"b":"é","d":-120}"#)
  }

  @Test(arguments: 1...4)
  func repairsMalformedUTF8LikeTheStandardLibrary(seed: UInt64) throws {
    var generator = JSONTextGenerator(seed: seed)
    for _ in 0..<1000 {
      let bytes = generator.noise()
      var writer = JSONWriter()

      writer.string(utf8: bytes)

      #expect(try JSONView.parse(writer.bytes).string == String(decoding: bytes, as: UTF8.self))
      #expect(StrictJSON.isAcceptable(writer.bytes))
    }
  }

  @Test func copiesFieldsVerbatim() throws {
    let text = #"{"a":1.50,"b":1E+2,"c":-0.0,"d":12345678901234567890123,"e":"\u0041\/","f":[ 1 ]}"#
    let view = try JSONView.parse(Array(text.utf8))

    let copy = self.text {
      $0.beginObject()
      $0.fields(of: view)
      $0.endObject()
    }

    #expect(copy == text)
  }

  @Test func omitsReplacedFields() throws {
    let view = try JSONView.parse(Array(#"{"ref":1,"a":2,"r\u0065f":3}"#.utf8))

    let text = text {
      $0.beginObject()
      $0.field("ref", "mine")
      $0.fields(of: view, except: JSONNames(["ref"]))
      $0.endObject()
    }

    #expect(text == #"{"ref":"mine","a":2}"#)
  }

  @Test func compactsValuesWithLineBreaks() throws {
    let pretty = try JSONView.parse(Array("{\r\n  \"a\": [1,\n 2]\r}".utf8))
    let spaced = try JSONView.parse(Array("[ 1 ]".utf8))

    #expect(text { $0.value(pretty) } == #"{"a":[1,2]}"#)
    #expect(text { $0.value(spaced) } == "[ 1 ]")
  }
}
