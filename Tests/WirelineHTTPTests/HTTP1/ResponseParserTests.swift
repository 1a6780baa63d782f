import TestSupport
import Testing
import WirelineCore

@testable import WirelineHTTP
@testable import WirelineRequests

@Suite struct ResponseParserTests {
  private static let plain =
    "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello"

  @Test func parsesHeadAndCountedBody() {
    let response = ParsedResponse(Self.plain)

    #expect(response.head?.status == 200)
    #expect(response.head?.httpVersion == "1.1")
    #expect(
      response.head?.headers == ["Content-Type": "text/plain", "Content-Length": "5"])
    #expect(response.text == "hello")
    #expect(response.completion == .complete(isKeptAlive: true))
  }

  @Test func readsRepeatedAndOtherHeadsOfAConnection() throws {
    var parser = ResponseParser()
    for fields in [
      "A: 1\r\nB: 2", "A: 1\r\nB: 2", "A: 1\r\nB: 3", "B: 3", "A: 1\r\n 2\r\nB: 3", "A: 1\r\nB: 3",
    ] {
      let text = "HTTP/1.1 200 OK\r\n\(fields)\r\nContent-Length: 0\r\n\r\n"
      parser.begin(method: "GET")
      let part = try Array(text.utf8).withUnsafeBytes { bytes in
        var offset = 0
        return try parser.next(bytes, &offset)
      }

      #expect(part == ParsedResponse(text).head.map { .head($0) })
    }
  }

  @Test(arguments: [
    ("HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n", 200, "1.1"),
    ("HTTP/1.1 404 \r\nContent-Length: 0\r\n\r\n", 404, "1.1"),
    ("HTTP/1.0 999 What \u{e9}ver: x\r\nContent-Length: 0\r\n\r\n", 999, "1.0"),
    ("HTTP/1.9 200 OK\nContent-Length: 0\n\n", 200, "1.1"),
    ("\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", 200, "1.1"),
  ])
  func parsesStatusLines(text: String, status: Int, version: String) {
    let response = ParsedResponse(text)

    #expect(response.head?.status == status)
    #expect(response.head?.httpVersion == version)
    #expect(response.rejection == nil)
  }

  @Test(arguments: [
    "HTTP/2 200\r\n\r\n", "HTTP/1.1 20\r\n\r\n", "HTTP/1.1 2000 OK\r\n\r\n",
    "HTTP/1.1 099 Low\r\n\r\n", "HTTP/1.x 200 OK\r\n\r\n", "http/1.1 200 OK\r\n\r\n",
    "HTTP/1.1  200 OK\r\n\r\n", "<html></html>\n\n", "SSH-2.0-OpenSSH_9.2\r\n\r\n",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "220 mail.example ESMTP\r\n\r\n",
    "\u{1b}[2J\u{1b}]0;owned\u{7}\r\n\r\n", "HTTP/1.1 200 OK\r\nX\u{7}: a\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: +5\r\n\r\n",
    "HTTP/1.1 101 Switching Protocols\r\n\r\n", "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
    "HTTP/1.1 200 OK\r\n: no name\r\n\r\n", "HTTP/1.1 200 OK\r\nb d: x\r\n\r\n",
    "HTTP/1.1 200 OK\r\nb\u{7f}d: x\r\n\r\n", "HTTP/1.1 200 OK\r\nx: a\0b\r\n\r\n",
    "HTTP/1.1 200 OK\r\nx: a\rb\r\n\r\n", "HTTP/1.1 200 OK\r\n folded: x\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 5, 6\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 5x\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 9999999999999999999\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, gzip\r\n\r\n",
  ])
  func rejectsInvalidResponses(text: String) {
    #expect(ParsedResponse(text).rejection?.hasPrefix("the response is not valid HTTP: ") == true)
  }

  @Test func trimsAndUnfoldsFields() {
    let text =
      "HTTP/1.1 204 No\r\nA:b\r\nC : \t d \t\r\nE:\r\n"
      + "F: one\r\n  two\r\n\t three \r\nA: again\r\n\r\n"

    #expect(
      ParsedResponse(text).head?.headers == [
        "A": "b", "C": "d", "E": "", "F": "one two three", "A": "again",
      ])
  }

  @Test func decodesFieldsAsUTF8OrLatin1() {
    let start = Array("HTTP/1.1 204 No\r\nX: caf".utf8)
    let end = Array("\r\n\r\n".utf8)

    #expect(ParsedResponse(start + [0xE9] + end).head?.headers["X"] == "café")
    #expect(ParsedResponse(start + [0xC3, 0xA9] + end).head?.headers["X"] == "café")
    #expect(ParsedResponse(start + [0xED, 0xA0] + end).head?.headers["X"] == "cafí\u{A0}")
  }

  @Test func skipsInterimResponses() {
    let interim = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nLink: </a>\r\n\r\n"
    let response = ParsedResponse(interim + Self.plain, cut: [1])

    #expect(response.head?.status == 200)
    #expect(response.text == "hello")
    let endless = String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 101)
    #expect(ParsedResponse(endless).rejection?.contains("interim") == true)
    let large = "HTTP/1.1 103 Early\r\nLink: " + String(repeating: "a", count: 140_000) + "\r\n\r\n"
    #expect(ParsedResponse(large + large).rejection?.contains("256 KiB") == true)
  }

  private static let lineEnds = ["\r\n", "\n", "\r"]
  private static let begins = ["", "HTTP/1.1 103 Early\r\n\r\n"]

  /// RFC 9112 §2.2: before the first response and between interim responses, in pieces of any size.
  @Test(arguments: lineEnds, begins)
  func limitsEmptyLines(lineEnd: String, before: String) {
    let allowed = String(repeating: lineEnd, count: 16 / lineEnd.utf8.count)
    let few = Array((before + allowed + Self.plain).utf8)
    let endless = Array((before + allowed + lineEnd).utf8)

    for cut in 1...few.count {
      for sizes in [[cut], [cut, few.count]] {
        #expect(ParsedResponse(few, cut: sizes).text == "hello", "\(sizes)")
        #expect(
          ParsedResponse(endless, cut: sizes).rejection?.contains("empty lines") == true,
          "\(sizes)")
      }
    }
    let apart = [String](repeating: "HTTP/1.1 103 Early\r\n\r\n" + allowed, count: 9).joined()
    #expect(ParsedResponse(apart + Self.plain).text == "hello")
  }

  @Test(arguments: [
    ("HEAD", "200 OK", "Content-Length: 7\r\n"),
    ("HEAD", "200 OK", "Transfer-Encoding: chunked\r\n"),
    ("GET", "204 No Content", "Content-Length: 7\r\n"), ("GET", "304 Not Modified", ""),
  ])
  func acceptsResponsesWithoutBody(method: String, status: String, field: String) {
    let response = ParsedResponse("HTTP/1.1 \(status)\r\n\(field)\r\n", method: method)

    #expect(response.completion == .complete(isKeptAlive: true))
    #expect(response.body.isEmpty)
  }

  @Test func bodyWithoutLengthEndsWithConnection() {
    let text = "HTTP/1.1 200 OK\r\n\r\nall there is"

    #expect(ParsedResponse(text).completion == .incomplete)
    let response = ParsedResponse(text, isClosed: true)
    #expect(response.completion == .complete(isKeptAlive: false))
    #expect(response.text == "all there is")
    #expect(
      ParsedResponse(Self.plain.dropLast(1).description, isClosed: true).completion == .incomplete)
  }

  @Test(arguments: [
    ("HTTP/1.1", "", true), ("HTTP/1.1", "Connection: close\r\n", false),
    ("HTTP/1.1", "Connection: Upgrade, CLOSE\r\n", false), ("HTTP/1.0", "", false),
    ("HTTP/1.0", "Connection: keep-alive\r\n", true),
    ("HTTP/1.0", "Connection: Keep-Alive, x\r\n", true),
    ("HTTP/1.1", "Connection: keep-alive\r\nConnection: close\r\n", false),
  ])
  func decidesAboutKeepAlive(version: String, field: String, isKeptAlive: Bool) {
    let response = ParsedResponse("\(version) 200 OK\r\nContent-Length: 0\r\n\(field)\r\n")

    #expect(response.completion == .complete(isKeptAlive: isKeptAlive))
  }

  @Test func acceptsEqualLengthsAndDistrustsLengthWithChunked() {
    #expect(ParsedResponse("HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\n\r\nok").text == "ok")
    let both = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"
    let response = ParsedResponse(both + "2\r\nok\r\n0\r\n\r\n")
    #expect(response.text == "ok")
    #expect(response.completion == .complete(isKeptAlive: false))
  }

  @Test func leavesBytesAfterResponse() {
    let response = ParsedResponse(Self.plain + "HTTP/1.1 200 OK\r\n")

    #expect(response.text == "hello")
    #expect(response.rest == 17)
  }

  @Test func limitsHead() {
    let long = "HTTP/1.1 200 OK\r\nX: " + String(repeating: "x", count: HeaderSection.maximumBytes)
    #expect(ParsedResponse(long).rejection?.contains("256 KiB") == true)
    #expect(ParsedResponse(long + "\r\n\r\n").rejection?.contains("256 KiB") == true)
    #expect(ParsedResponse(long, cut: [4096]).rejection?.contains("256 KiB") == true)
    let many = "HTTP/1.1 200 OK\r\n" + String(repeating: "a: b\r\n", count: 1001) + "\r\n"
    #expect(ParsedResponse(many).rejection?.contains("1000 header fields") == true)
  }
}
