import TestSupport
import Testing
import WirelineCore

@testable import WirelineHTTP
@testable import WirelineRequests

@Suite struct ResponseParserTests {
  private static let plain =
    "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello"

  @Test func headAndCountedBody() {
    let answer = ReadAnswer(Self.plain)

    #expect(answer.head?.status == 200)
    #expect(answer.head?.httpVersion == "1.1")
    #expect(
      answer.head?.headers == ["Content-Type": "text/plain", "Content-Length": "5"])
    #expect(answer.text == "hello")
    #expect(answer.ending == .whole(isKeptAlive: true))
  }

  @Test(arguments: [
    ("HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n", 200, "1.1"),
    ("HTTP/1.1 404 \r\nContent-Length: 0\r\n\r\n", 404, "1.1"),
    ("HTTP/1.0 999 What \u{e9}ver: x\r\nContent-Length: 0\r\n\r\n", 999, "1.0"),
    ("HTTP/1.9 200 OK\nContent-Length: 0\n\n", 200, "1.1"),
    ("\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", 200, "1.1"),
  ])
  func statusLines(text: String, status: Int, version: String) {
    let answer = ReadAnswer(text)

    #expect(answer.head?.status == status)
    #expect(answer.head?.httpVersion == version)
    #expect(answer.refusal == nil)
  }

  @Test(arguments: [
    "HTTP/2 200\r\n\r\n", "HTTP/1.1 20\r\n\r\n", "HTTP/1.1 2000 OK\r\n\r\n",
    "HTTP/1.1 099 Low\r\n\r\n", "HTTP/1.x 200 OK\r\n\r\n", "http/1.1 200 OK\r\n\r\n",
    "HTTP/1.1  200 OK\r\n\r\n", "<html></html>\n\n", "SSH-2.0-OpenSSH_9.2\r\n\r\n",
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
  func whatIsNoAnswer(text: String) {
    #expect(ReadAnswer(text).refusal?.hasPrefix("the answer is not valid HTTP: ") == true)
  }

  @Test func fieldsAreTrimmedUnfoldedAndDecoded() {
    let text =
      "HTTP/1.1 204 No\r\nA:b\r\nC : \t d \t\r\nE:\r\n"
      + "F: one\r\n  two\r\n\t three \r\nA: again\r\n\r\n"

    #expect(
      ReadAnswer(text).head?.headers == [
        "A": "b", "C": "d", "E": "", "F": "one two three", "A": "again",
      ])
  }

  @Test func bytesBeyondASCIIAreUTF8OrElseLatin1() {
    let start = Array("HTTP/1.1 204 No\r\nX: caf".utf8)
    let end = Array("\r\n\r\n".utf8)

    #expect(ReadAnswer(start + [0xE9] + end).head?.headers["X"] == "café")
    #expect(ReadAnswer(start + [0xC3, 0xA9] + end).head?.headers["X"] == "café")
  }

  @Test func interimAnswersAreSkipped() {
    let interim = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nLink: </a>\r\n\r\n"
    let answer = ReadAnswer(interim + Self.plain, cut: [1])

    #expect(answer.head?.status == 200)
    #expect(answer.text == "hello")
    let endless = String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 101)
    #expect(ReadAnswer(endless).refusal?.contains("interim") == true)
  }

  @Test(arguments: [
    ("HEAD", "200 OK", "Content-Length: 7\r\n"),
    ("HEAD", "200 OK", "Transfer-Encoding: chunked\r\n"),
    ("GET", "204 No Content", "Content-Length: 7\r\n"), ("GET", "304 Not Modified", ""),
  ])
  func answersWithoutABody(method: String, status: String, field: String) {
    let answer = ReadAnswer("HTTP/1.1 \(status)\r\n\(field)\r\n", method: method)

    #expect(answer.ending == .whole(isKeptAlive: true))
    #expect(answer.body.isEmpty)
  }

  @Test func aBodyWithoutALengthEndsWithTheConnection() {
    let text = "HTTP/1.1 200 OK\r\n\r\nall there is"

    #expect(ReadAnswer(text).ending == .open)
    let answer = ReadAnswer(text, isClosed: true)
    #expect(answer.ending == .whole(isKeptAlive: false))
    #expect(answer.text == "all there is")
    #expect(ReadAnswer(Self.plain.dropLast(1).description, isClosed: true).ending == .open)
  }

  @Test(arguments: [
    ("HTTP/1.1", "", true), ("HTTP/1.1", "Connection: close\r\n", false),
    ("HTTP/1.1", "Connection: Upgrade, CLOSE\r\n", false), ("HTTP/1.0", "", false),
    ("HTTP/1.0", "Connection: keep-alive\r\n", true),
    ("HTTP/1.0", "Connection: Keep-Alive, x\r\n", true),
    ("HTTP/1.1", "Connection: keep-alive\r\nConnection: close\r\n", false),
  ])
  func whetherTheConnectionIsKept(version: String, field: String, isKept: Bool) {
    let answer = ReadAnswer("\(version) 200 OK\r\nContent-Length: 0\r\n\(field)\r\n")

    #expect(answer.ending == .whole(isKeptAlive: isKept))
  }

  @Test func equalLengthsAreOneAndALengthBesideChunkedIsNotTrusted() {
    #expect(ReadAnswer("HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\n\r\nok").text == "ok")
    let both = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"
    let answer = ReadAnswer(both + "2\r\nok\r\n0\r\n\r\n")
    #expect(answer.text == "ok")
    #expect(answer.ending == .whole(isKeptAlive: false))
  }

  @Test func whatFollowsTheAnswerIsLeftAlone() {
    let answer = ReadAnswer(Self.plain + "HTTP/1.1 200 OK\r\n")

    #expect(answer.text == "hello")
    #expect(answer.rest == 17)
  }

  @Test func theHeadIsBounded() {
    let long = "HTTP/1.1 200 OK\r\nX: " + String(repeating: "x", count: HeaderSection.maximumBytes)
    #expect(ReadAnswer(long).refusal?.contains("256 KiB") == true)
    #expect(ReadAnswer(long + "\r\n\r\n").refusal?.contains("256 KiB") == true)
    #expect(ReadAnswer(long, cut: [4096]).refusal?.contains("256 KiB") == true)
    let many = "HTTP/1.1 200 OK\r\n" + String(repeating: "a: b\r\n", count: 1001) + "\r\n"
    #expect(ReadAnswer(many).refusal?.contains("1000 header fields") == true)
  }
}
