import TestSupport
import Testing
import WirelineCore
import WirelineRequests

@testable import WirelineHTTP

/// What a head said does not depend on the heads before it on its connection.
@Suite struct KnownFieldsTests {
  private static let heads = [
    "HTTP/1.1 200 OK\r\nServer: a\r\nETag: \"1\"\r\nContent-Length: 0\r\n",
    "HTTP/1.1 200 OK\r\nServer: a\r\nETag: \"2\"\r\nContent-Length: 0\r\n",
    "HTTP/1.1 200 OK\r\nServer: a\r\nETag: \"2\"\r\nContent-Length: 0\r\n",
    "HTTP/1.1 200 OK\r\nVia: x\r\nServer: a\r\nETag: \"2\"\r\nContent-Length: 0\r\n",
    "HTTP/1.1 404 Not Found\nServer: a\nETag: \"2\"\nContent-Length: 0\n",
    "HTTP/1.1 200 OK\r\nServer: a\r\n b\r\nContent-Length: 0\r\n",
    "HTTP/1.1 200 OK\r\nServer: a\r\nContent-Length: 0\r\n",
    "HTTP/1.1 200 OK\r\nServer: a\r\nETag: \"2\"\r\n \r\n c\r\n",
    "HTTP/1.1 200 OK\r\n",
    "HTTP/1.1 200 OK\r\nserver:a\r\nServer : a\r\nServer:\ta \r\nX:\r\nX: \u{e9}\r\n",
    "HTTP/1.1 200 OK\r\nServer: \(String(repeating: "x", count: 5000))\r\nX: 1\r\n",
    "HTTP/1.1 200 OK\r\nServer: \(String(repeating: "x", count: 5000))\r\nX: 2\r\n",
  ]

  @Test func eachHeadIsReadAsIfItWereTheFirst() throws {
    var random = SeededGenerator(seed: 7)
    var known = KnownFields()
    for _ in 0..<500 {
      let head = Array(Self.heads.randomElement(using: &random)?.utf8 ?? "".utf8)
      let (alone, after) = try head.withUnsafeBytes { bytes in
        (try HeadParser.parse(bytes), try HeadParser.parse(bytes, &known))
      }
      #expect(alone == after)
    }
  }

  @Test func refusedHeadLeavesWhatWasKnown() throws {
    var known = KnownFields()
    let bad = Array("HTTP/1.1 200 OK\r\nServer: a\r\nno colon\r\n".utf8)
    for head in [Self.heads[0], Self.heads[1], Self.heads[1]] {
      let fields = try Array(head.utf8).withUnsafeBytes {
        try HeadParser.parse($0, &known).headers
      }
      #expect(fields.fields.count == 3)
      #expect(throws: RequestError.Reason.self) {
        _ = try bad.withUnsafeBytes { try HeadParser.parse($0, &known) }
      }
    }
  }

  @Test func connectionReadsOneAnswerAfterTheOther() throws {
    var parser = ResponseParser()
    for tag in ["1", "1", "2", "1"] {
      parser.begin(method: "GET")
      let answer = Array("HTTP/1.1 200 OK\r\nETag: \(tag)\r\nContent-Length: 0\r\n\r\n".utf8)
      let head = try answer.withUnsafeBytes { bytes in
        var offset = 0
        let part = try parser.next(bytes, &offset)
        #expect(try parser.next(bytes, &offset) == .end)
        return part
      }
      #expect(
        head
          == .head(ResponseHead(status: 200, headers: ["ETag": tag, "Content-Length": "0"])))
    }
  }
}
