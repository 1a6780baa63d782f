import TestSupport
import Testing

@testable import WirelineCore

@Suite struct JSONPrinterTests {
  private func plain(_ text: [UInt8]) throws -> [UInt8] {
    JSONPrinter(isColored: false).text(of: try JSONView.parse(text))
  }

  private func printed(_ text: String, isColored: Bool = false) throws -> String {
    let view = try JSONView.parse(Array(text.utf8))
    return String(decoding: JSONPrinter(isColored: isColored).text(of: view), as: UTF8.self)
  }

  @Test(
    arguments: [
      ("1.50e+003", "1.50e+003\n"), (" \"a\" ", "\"a\"\n"), ("[]", "[]\n"), ("{ \n }", "{}\n"),
      ("[1,[ ],{}]", "[\n  1,\n  [],\n  {}\n]\n"), ("null", "null\n"),
      (
        #"{"a":{"b" :[true,-0.10]},"c:,{":"d\"\\"}"#,
        """
        {
          "a": {
            "b": [
              true,
              -0.10
            ]
          },
          "c:,{": "d\\"\\\\"
        }

        """
      ),
    ])
  func indentsLines(text: String, expected: String) throws {
    #expect(try printed(text) == expected)
  }

  @Test func colorsParts() throws {
    let text = try printed(#"{"k":["s","t",1,true,false,null,{"n":{}}]}"#, isColored: true)

    #expect(
      text.replacing("\u{1B}[") == """
        {
          <34;1m"k"<0m: [
            <32m"s"<0m,
            <32m"t"<0m,
            <36m1<0m,
            <33mtrue<0m,
            <33mfalse<0m,
            <90mnull<0m,
            {
              <34;1m"n"<0m: {}
            }
          ]
        }

        """)
  }

  @Test(
    arguments: [
      ("\u{7F}", #"\u007f"#), ("\u{80}\u{9B}31m", #"\u0080\u009b31m"#), ("\u{A0}é", "\u{A0}é"),
      ("\u{2028}\u{202E}\u{2066}\u{2069}", #"\u2028\u202e\u2066\u2069"#), ("\u{2027}", "\u{2027}"),
      ("\u{202F}\u{2065}\u{206A}", "\u{202F}\u{2065}\u{206A}"), (#"\u001b[31m"#, #"\u001b[31m"#),
      ("北京😀", "北京😀"), ("\u{203E}\u{2092}", "\u{203E}\u{2092}"),
    ])
  func escapesTerminalControls(content: String, expected: String) throws {
    #expect(try printed("\"\(content)\"") == "\"\(expected)\"\n")
    #expect(try printed("{\"\(content)\":1}") == "{\n  \"\(expected)\": 1\n}\n")
  }

  /// Printed text is the same JSON, and printing it again changes nothing.
  @Test(arguments: 1...8)
  func printsEquivalentJSON(seed: UInt64) throws {
    var generator = JSONTextGenerator(seed: seed)
    for _ in 0..<300 {
      let text = generator.text()
      let printed = try plain(text)

      #expect(try plain(printed) == printed)
      #expect(printed.allSatisfy { $0 == 0x0A || $0 >= 0x20 && $0 != 0x7F })
      // U+007F is the only character of the generator that is escaped.
      let compact = String(decoding: try JSONScanner.compacted(text), as: UTF8.self)
      let expected = compact.split(separator: "\u{7F}", omittingEmptySubsequences: false)
        .joined(separator: #"\u007f"#)
      #expect(try JSONScanner.compacted(printed) == Array(expected.utf8))
    }
  }

  @Test(arguments: 1...4)
  func coloredTextIsPlainTextWithColors(seed: UInt64) throws {
    var generator = JSONTextGenerator(seed: seed)
    for _ in 0..<200 {
      let text = generator.text()
      let colored = JSONPrinter(isColored: true).text(of: try JSONView.parse(text))
      #expect(Self.withoutColors(colored) == (try plain(text)))
    }
  }

  /// The printer only receives valid text, but must not crash on other text.
  @Test func survivesInvalidText() {
    var random = SeededGenerator(seed: 3)
    let sample = Array(#"{"a":[1,"b\"",{"c":null}],"d":"\u00e9é"}"#.utf8)
    for end in 0...sample.count { run(Array(sample[..<end])) }
    for _ in 0..<2000 {
      run(random.mutation(of: sample))
      run(random.bytes(0...30))
    }
  }

  private func run(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { text in
      var printing = JSONPrinting(of: text, .plain)
      _ = printing.run()
    }
  }

  private static func withoutColors(_ text: [UInt8]) -> [UInt8] {
    var rest = text[...]
    var result: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == 0x1B else {
        result.append(byte)
        continue
      }
      rest = rest[((rest.firstIndex(of: 0x6D) ?? rest.endIndex - 1) + 1)...]
    }
    return result
  }
}

extension String {
  /// Replaces the beginnings of escape sequences with a readable character.
  fileprivate func replacing(_ begin: String) -> String {
    var result = ""
    var rest = self[...]
    while !rest.isEmpty {
      if rest.hasPrefix(begin) {
        result += "<"
        rest = rest.dropFirst(begin.count)
      } else {
        result.append(rest.removeFirst())
      }
    }
    return result
  }
}
