import Testing

@testable import WirelineHTTP

@Suite struct ChunkedBodyTests {
  private static let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

  @Test(arguments: [
    ("0\r\n\r\n", ""), ("5\r\nhello\r\n0\r\n\r\n", "hello"),
    ("3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n", "hello"), ("00005\r\nhello\r\n000\r\n\r\n", "hello"),
    ("A\r\n0123456789\r\na\r\n0123456789\r\n0\r\n\r\n", "01234567890123456789"),
    ("5;name=\"v;v\"\r\nhello\r\n0;x\r\n\r\n", "hello"),
    ("5;a\t=\tb ;c;d=\"\\\"\t\" ; e\r\nhello\r\n0\r\n\r\n", "hello"),
    ("5;a\nhello\n0\n\n", "hello"),
    ("5\nhello\n0\n\n", "hello"), ("2\r\n\r\n\r\n0\r\nTrailer: x\r\nAnother: y\r\n\r\n", "\r\n"),
  ])
  func decodesBodies(text: String, body: String) {
    for size in [1, 2, 3, 1000] {
      let response = ParsedResponse(Self.head + text, cut: [size])

      #expect(response.text == body, "in pieces of \(size)")
      #expect(response.completion == .complete(isKeptAlive: true), "in pieces of \(size)")
      #expect(response.rest == 0)
    }
  }

  @Test(arguments: [
    "g\r\n", "\r\n", ";x\r\n", "-1\r\n", "0x5\r\nhello", "5\r\nhello!", "5\r\nhello\r\r\n0\r\n\r\n",
    "fffffffffffffffff\r\n", "5\rx", "5 x\u{0}", "0\r\nA: \u{0}\r\n\r\n",
  ])
  func rejectsInvalidChunks(text: String) {
    let response = ParsedResponse(Self.head + text)

    #expect(response.rejection != nil || response.completion == .incomplete)
    #expect(response.completion != .complete(isKeptAlive: true))
  }

  @Test(arguments: ["5x\r\n", "5 \r\n", "5;a\r;b\r\n", "5\r\r\n", "5;a=\"b\u{1}\"\r\n"])
  func rejectsControlCharactersAndSpacesAfterTheSize(line: String) {
    for size in [1, 2, 1000] {
      let response = ParsedResponse(Self.head + line + "hello\r\n0\r\n\r\n", cut: [size])

      #expect(response.rejection?.contains("invalid chunk size") == true, "in pieces of \(size)")
    }
  }

  @Test(arguments: ["5;", "0\r\nX: "]) func limitsOverhead(start: String) {
    let text = Self.head + start + String(repeating: "x", count: 70_000)

    #expect(ParsedResponse(text).rejection?.contains("endless") == true)
  }

  @Test(arguments: ["5\r\nhel", "5\r\nhello", "5\r\nhello\r\n", "5\r\nhello\r\n0\r\n"])
  func truncatedBodyIsIncomplete(text: String) {
    #expect(ParsedResponse(Self.head + text, isClosed: true).completion == .incomplete)
  }
}
