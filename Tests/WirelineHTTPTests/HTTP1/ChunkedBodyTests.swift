import Testing

@testable import WirelineHTTP

@Suite struct ChunkedBodyTests {
  private static let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

  @Test(arguments: [
    ("0\r\n\r\n", ""), ("5\r\nhello\r\n0\r\n\r\n", "hello"),
    ("3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n", "hello"), ("00005\r\nhello\r\n000\r\n\r\n", "hello"),
    ("A\r\n0123456789\r\na\r\n0123456789\r\n0\r\n\r\n", "01234567890123456789"),
    ("5;name=\"v;v\"\r\nhello\r\n0;x\r\n\r\n", "hello"), ("5  \r\nhello\r\n0\r\n\r\n", "hello"),
    ("5\nhello\n0\n\n", "hello"), ("2\r\n\r\n\r\n0\r\nTrailer: x\r\nAnother: y\r\n\r\n", "\r\n"),
  ])
  func bodies(text: String, body: String) {
    for size in [1, 2, 3, 1000] {
      let answer = ReadAnswer(Self.head + text, cut: [size])

      #expect(answer.text == body, "in pieces of \(size)")
      #expect(answer.ending == .whole(isKeptAlive: true), "in pieces of \(size)")
      #expect(answer.rest == 0)
    }
  }

  @Test(arguments: [
    "g\r\n", "\r\n", ";x\r\n", "-1\r\n", "0x5\r\nhello", "5\r\nhello!", "5\r\nhello\r\r\n0\r\n\r\n",
    "fffffffffffffffff\r\n", "5\rx", "5 x\u{0}",
  ])
  func whatIsNoChunk(text: String) {
    let answer = ReadAnswer(Self.head + text)

    #expect(answer.refusal != nil || answer.ending == .open)
    #expect(answer.ending != .whole(isKeptAlive: true))
  }

  @Test(arguments: ["5;", "0\r\nX: "]) func overheadIsBounded(start: String) {
    let text = Self.head + start + String(repeating: "x", count: 70_000)

    #expect(ReadAnswer(text).refusal?.contains("endless") == true)
  }

  @Test(arguments: ["5\r\nhel", "5\r\nhello", "5\r\nhello\r\n", "5\r\nhello\r\n0\r\n"])
  func whatIsCutIsNotWhole(text: String) {
    #expect(ReadAnswer(Self.head + text, isClosed: true).ending == .open)
  }
}
