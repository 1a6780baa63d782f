import Testing
import WirelineCore

@Suite struct JSONArrayReaderTests {
  struct Found: Equatable {
    let index: Int
    let offset: Int
    let type: JSONType
    let text: String
  }

  static let document = #"""
    [ {"name":"Gorkhā","coord":{"lon":84.633331,"lat":28}} ,
    -12.5e+10,"a \"]\" \uD83D\uDE00 é",[[],[1, {"]":"["}]],true,null , 0]
    """#

  static let found: [Found] = [
    Found(2, .object, #"{"name":"Gorkhā","coord":{"lon":84.633331,"lat":28}}"#),
    Found(index: 1, offset: 58, type: .number, text: "-12.5e+10"),
    Found(index: 2, offset: 68, type: .string, text: #""a \"]\" \uD83D\uDE00 é""#),
    Found(index: 3, offset: 94, type: .array, text: #"[[],[1, {"]":"["}]]"#),
    Found(index: 4, offset: 114, type: .boolean, text: "true"),
    Found(index: 5, offset: 119, type: .null, text: "null"),
    Found(index: 6, offset: 126, type: .number, text: "0"),
  ]

  @Test func elementsHaveIndexOffsetTypeAndBytes() throws {
    #expect(try read([Array(Self.document.utf8)]) == Self.found)
  }

  @Test func elementsDoNotDependOnTheChunks() throws {
    let bytes = Array(("\u{FEFF}" + Self.document + "\n").utf8)
    let whole = try read([bytes])
    #expect(whole.map(\.text) == Self.found.map(\.text))
    #expect(whole.map(\.offset) == Self.found.map { $0.offset + 3 })

    for cut in 0...bytes.count {
      #expect(try read([Array(bytes[..<cut]), Array(bytes[cut...])]) == whole, "cut at \(cut)")
    }
    for size in 1...9 { #expect(try read(pieces(of: bytes, size: size)) == whole, "by \(size)") }
  }

  @Test func everyPrefixIsReportedAsTruncatedWhereItEnds() {
    let bytes = Array(Self.document.utf8)
    for length in 0..<bytes.count {
      for size in [1, 7, 1000] {
        let error = #expect(throws: JSONSyntaxError.self) {
          try read(pieces(of: Array(bytes[..<length]), size: size))
        }
        #expect(error?.offset == length)
        #expect([.emptyInput, .unexpectedEnd, .unterminatedString].contains(error?.reason))
      }
    }
  }

  static let errors: [(String, String)] = [
    ("", "no value at byte 0"),
    (" \n", "no value at byte 2"),
    ("{\"cities\":[]}", "not an array: found object at byte 0"),
    (" 12", "not an array: found number at byte 1"),
    ("<html>", "unexpected character '<' at byte 0"),
    ("[1,2", "unexpected end at byte 4"),
    ("[1,2,", "unexpected end at byte 5"),
    ("[1,]", "unexpected character ']' at byte 3"),
    ("[,1]", "unexpected character ',' at byte 1"),
    ("[1 2]", "unexpected character '2' at byte 3"),
    ("[1}", "unexpected character '}' at byte 2"),
    ("[1]]", "unexpected character ']' after the value at byte 3"),
    ("[] x", "unexpected character 'x' after the value at byte 3"),
    ("[1,{\"a\":tru}]", "unexpected character '}' at byte 11"),
    ("[\"a\", \"\\ud800\"]", "lone surrogate escape at byte 7"),
    ("\u{FEFF}\u{FEFF}[]", "unexpected character 0xef at byte 3"),
    (" \u{FEFF}[]", "unexpected character 0xef at byte 1"),
  ]

  @Test(arguments: errors)
  func errorsHaveTheOffsetInTheStream(_ text: String, _ expected: String) {
    for size in [1, 2, 3, 1000] {
      let error = #expect(throws: JSONSyntaxError.self) {
        try read(pieces(of: Array(text.utf8), size: size))
      }
      #expect(error?.description == expected, "by \(size)")
    }
  }

  @Test func elementsBeforeAnErrorAreDeliveredAndTheErrorStays() {
    var reader = JSONArrayReader()
    var count = 0
    let bad = Array("[1,2,x,3]".utf8)

    #expect(throws: JSONSyntaxError.self) {
      try bad.withUnsafeBytes {
        _ = try reader.append($0) { _ in
          count += 1
          return true
        }
      }
    }

    #expect(count == 2)
    #expect(throws: JSONSyntaxError(offset: 5, reason: .unexpectedCharacter(0x78))) {
      try reader.finish { _ in true }
    }
  }

  @Test func aBodyThatStopsEndsTheReading() throws {
    var reader = JSONArrayReader()
    var count = 0

    let goesOn = try Array("[1,2,3,x".utf8).withUnsafeBytes {
      try reader.append($0) { _ in
        count += 1
        return count < 2
      }
    }

    #expect(!goesOn)
    #expect(count == 2)
    try reader.finish { _ in true }
  }

  static let values: [(String, [String])] = [
    ("{\"a\":1}\n{\"a\":2}\n", ["{\"a\":1}", "{\"a\":2}"]),
    ("{\"a\":1}{\"a\":2}[3] \"x\"\r\n4", ["{\"a\":1}", "{\"a\":2}", "[3]", "\"x\"", "4"]),
    ("1 22 333", ["1", "22", "333"]),
    ("[1,2]", ["1", "2"]),
    ("\u{FEFF}{}", ["{}"]),
  ]

  @Test(arguments: values)
  func valuesWithoutAnArrayAreReadIfAskedFor(_ text: String, _ expected: [String]) throws {
    for size in [1, 2, 3, 1000] {
      let found = try read(pieces(of: Array(text.utf8), size: size), form: .arrayOrValues)
      #expect(found.map(\.text) == expected, "by \(size)")
    }
  }

  @Test(arguments: ["", " ", "1,2", "{}x", "{\"a\"", "[1] 2"])
  func otherStreamsAreRefusedAsValuesToo(_ text: String) {
    #expect(throws: JSONSyntaxError.self) {
      try read([Array(text.utf8)], form: .arrayOrValues)
    }
  }

  @Test func depthCountsTheArrayItself() throws {
    let most = Array(JSONCase.nested(512, "[", "", "]").utf8)
    let tooMany = Array(JSONCase.nested(513, "[", "", "]").utf8)

    #expect(try read(pieces(of: most, size: 100)).count == 1)
    let error = #expect(throws: JSONSyntaxError.self) { try read(pieces(of: tooMany, size: 100)) }
    #expect(error == JSONSyntaxError(offset: 512, reason: .tooDeep))
  }

  @Test func anElementOverTheLimitEndsTheReading() {
    let text = Array("[1,\"\(String(repeating: "a", count: 100))\"]".utf8)
    for size in [10, 1000] {
      let error = #expect(throws: JSONSyntaxError.self) {
        try read(pieces(of: text, size: size), maximumElementBytes: 50)
      }
      #expect(error == JSONSyntaxError(offset: 3, reason: .elementTooLong(limit: 50)))
    }
  }

  /// Neither a long string nor a long number is scanned from its start with every chunk: this
  /// would take minutes.
  @Test(.timeLimit(.minutes(1)), arguments: ["\"", ""])
  func longTokensInSmallChunksTakeLinearTime(quote: String) throws {
    let digits = String(repeating: "1234567890", count: 200_000)

    let found = try read(pieces(of: Array("[\(quote)\(digits)\(quote)]".utf8), size: 20))

    #expect(found.first?.text.utf8.count == digits.utf8.count + 2 * quote.utf8.count)
  }

  @Test(arguments: 1...6)
  func damagedArraysAreJudgedAsByTheSlowValidator(seed: UInt64) throws {
    var generator = JSONTextGenerator(seed: seed)
    for round in 0..<500 {
      let text = round % 2 == 0 ? generator.array() : generator.damage(generator.array())
      let isArray = SlowJSONValidator.accepts(text) && text.first { $0 > 0x20 } == 0x5B
      let whole = try? read([text])
      let inPieces = try? read(pieces(of: text, size: 1 + round % 11))

      #expect((whole != nil) == isArray, "\(String(decoding: text, as: UTF8.self))")
      #expect(whole == inPieces, "\(String(decoding: text, as: UTF8.self))")
      guard let whole, isArray else { continue }
      let elements = try JSONView.parse(text).elements
      #expect(whole.map(\.text) == elements.map { String(decoding: $0.raw, as: UTF8.self) })
      #expect(whole.map(\.offset) == elements.map(\.raw.startIndex))
    }
  }

  private func pieces(of bytes: [UInt8], size: Int) -> [[UInt8]] {
    stride(from: 0, to: bytes.count, by: size).map {
      Array(bytes[$0..<min($0 + size, bytes.count)])
    }
  }

  private func read(
    _ chunks: [[UInt8]], form: JSONArrayReader.Form = .array, maximumElementBytes: Int = 64 << 20
  ) throws -> [Found] {
    var reader = JSONArrayReader(form: form, maximumElementBytes: maximumElementBytes)
    var found: [Found] = []
    func take(_ element: JSONArrayReader.Element) -> Bool {
      found.append(
        Found(
          index: element.index, offset: element.offset, type: element.type,
          text: String(decoding: element.bytes, as: UTF8.self)))
      return true
    }
    for chunk in chunks { try chunk.withUnsafeBytes { _ = try reader.append($0, take) } }
    try reader.finish(take)
    return found
  }
}

extension JSONArrayReaderTests.Found {
  /// The first one.
  init(_ offset: Int, _ type: JSONType, _ text: String) {
    self.init(index: 0, offset: offset, type: type, text: text)
  }
}
