import TestSupport
import Testing

/// Responses with invalid framing, RFC 9112.
@Suite struct FramingFaultTests {
  private static let long = String(repeating: "x", count: 70_000)

  @Test(arguments: [
    FaultCase("fewer bytes than announced", .truncated("abc", declared: 10), 18, "truncated"),
    FaultCase("no byte at all", .hangUp, 52, "truncated"),
    FaultCase("no last chunk", .chunks("5\r\nhello\r\n"), 18, "truncated"),
    FaultCase("cut in a chunk", .chunks("5\r\nhel"), 18, "truncated"),
    FaultCase("cut in a chunk's size", .chunks("5\r\nhello\r\n1"), 18, "truncated"),
    FaultCase("cut in the trailer", .chunks("1\r\na\r\n0\r\nX: y\r\n"), 18, "truncated"),
    FaultCase(
      "cut in gzip", .encoded("gzip", Gzip.gzip("hello").dropLast(3)), 61, "content_encoding"),
  ])
  func reportsTruncatedResponses(fault: FaultCase) throws {
    let record = try fault.expect("--compressed")

    #expect(record["error"]?["retryable"]?.boolean == (fault.code == "truncated"))
  }

  /// Contract: exit status 52 means that no byte was received.
  @Test(arguments: [
    FaultCase("cut in the status line", .raw("HTTP/1."), 18, "truncated"),
    FaultCase("cut in the head", .raw("HTTP/1.1 200 OK\r\nX: y\r\n"), 18, "truncated"),
    FaultCase("cut after the head", .answer("Content-Length: 3\r\n"), 18, "truncated"),
  ])
  func distinguishesTruncatedHeadFromEmptyReply(fault: FaultCase) throws {
    try fault.expect()
  }

  @Test(arguments: [
    FaultCase("no size", .chunks("\r\nhello"), 56, "protocol"),
    FaultCase("a size that is not a number", .chunks("xyz\r\nhello"), 56, "protocol"),
    FaultCase("a size below zero", .chunks("-1\r\nhello"), 56, "protocol"),
    FaultCase("a size of 17 digits", .chunks("fffffffffffffffff\r\nhello"), 56, "protocol"),
    FaultCase("more data than its size", .chunks("3\r\nhello\r\n0\r\n\r\n"), 56, "protocol"),
    FaultCase("an endless extension", .chunks("5;" + long), 56, "protocol"),
    FaultCase("an endless trailer", .chunks("0\r\nX: " + long), 56, "protocol"),
    FaultCase(
      "chunked is not last", .answer("Transfer-Encoding: chunked, gzip\r\n"), 56, "protocol"),
    FaultCase(
      "an unknown encoding", .answer("Transfer-Encoding: gzip, chunked\r\n"), 56, "protocol"),
  ])
  func rejectsInvalidChunks(fault: FaultCase) throws {
    let record = try fault.expect()

    #expect(record["error"]?["retryable"]?.boolean != true)
  }

  @Test(arguments: [
    FaultCase(
      "lengths that differ", .answer("Content-Length: 5\r\nContent-Length: 6\r\n", "hello"), 56,
      "protocol"),
    FaultCase(
      "lengths in a list", .answer("Content-Length: 5, 6\r\n", "hello"), 56, "protocol"),
    FaultCase("a length below zero", .answer("Content-Length: -1\r\n", "hello"), 56, "protocol"),
    FaultCase("a length with a sign", .answer("Content-Length: +5\r\n", "hello"), 56, "protocol"),
    FaultCase("a hexadecimal length", .answer("Content-Length: 0x5\r\n", "hello"), 56, "protocol"),
    FaultCase(
      "a length of 20 digits", .answer("Content-Length: 99999999999999999999\r\n", "hello"), 56,
      "protocol"),
  ])
  func rejectsInvalidLengths(fault: FaultCase) throws { try fault.expect() }

  @Test func acceptsEqualLengths() throws {
    let server = try LoopbackServer { _ in
      .answer("Content-Length: 5\r\nContent-Length: 5\r\n", "hello")
    }

    #expect(try Tool("req")(server.url("/")).expect(exit: 0).text == "hello")
  }

  /// RFC 9112 §6.3: the chunks take precedence, and the connection is closed.
  @Test func chunkedOverridesLengthAndClosesConnection() throws {
    let both = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n"
    let server = try LoopbackServer { _ in
      .steps(.write(Array((both + "5\r\nhello\r\n0\r\n\r\n").utf8)))
    }

    let result = try Tool("req")(
      "-j", "1", stdin: .lines([server.url("/1"), server.url("/2")])
    ).expect(exit: 0)

    #expect(result.records(as: .response).map { $0["body"]?.string } == ["hello", "hello"])
    #expect(server.connectionCount == 2)
  }

  @Test(
    arguments: [
      "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na",
      "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n",
      "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n",
    ])
  func ignoresUnsolicitedResponse(first: String) throws {
    let server = try LoopbackServer { request in
      request.number == 1
        ? .steps(.write(Array((first + "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil").utf8)))
        : .ok("good")
    }

    let records = try Tool("req")(
      "-j", "1", stdin: .lines([server.url("/1"), server.url("/2")])
    ).records(as: .response)

    #expect(records.count == 2)
    #expect(records.last?["body"]?.string == "good")
  }

  @Test(arguments: ["Content-Length: 7\r\n", "Transfer-Encoding: chunked\r\n", ""])
  func acceptsHEADResponseWithoutBody(field: String) throws {
    let server = try LoopbackServer { _ in
      .steps(.write(Array("HTTP/1.1 200 OK\r\nX-A: b\r\n\(field)\r\n".utf8)))
    }

    let head = try Tool("req")("-I", "--timeout", "5s", server.url("/")).expect(exit: 0)
    let stream = try Tool("req")(
      "--timeout", "5s", stdin: .lines([#"{"method":"HEAD","url":"\#(server.url("/"))"}"#]))

    #expect(head.text.contains("X-A: b\r\n"))
    let record = try #require(stream.expect(exit: 0).records(as: .response).first)
    #expect(record["bytes"]?.integer == 0)
  }

  @Test(arguments: [
    "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n",
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 199 X\r\n\r\n",
  ])
  func skipsInterimResponses(interim: String) throws {
    let server = try LoopbackServer { _ in
      .steps(
        .write(Array(interim.utf8)), .answer(ServedResponse(status: 201, body: Array("made".utf8))))
    }

    let result = try Tool("req")(
      stdin: .lines([#"{"method":"POST","body":"x","url":"\#(server.url("/"))"}"#]))

    let record = try #require(result.expect(exit: 0).records(as: .response).first)
    #expect(record["status"]?.integer == 201)
    #expect(record["headers"]?["link"] == nil)
    #expect(record["body"]?.string == "made")
  }

  @Test func doesNotWaitFor100Continue() throws {
    let server = try LoopbackServer { .ok($0.text) }

    let result = try Tool("req")(
      "-H", "Expect: 100-continue", "-d", "body", "--timeout", "5s", server.url("/"))

    #expect(result.expect(exit: 0).text == "body")
  }

  @Test(arguments: [
    FaultCase("endless interim responses", .raw(interims(101)), 56, "protocol"),
    FaultCase(
      "an unrequested upgrade", .raw("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n"), 56,
      "protocol"),
  ])
  func limitsInterimResponses(fault: FaultCase) throws { try fault.expect() }

  private static func interims(_ count: Int) -> String {
    String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: count)
  }
}
