import TestSupport
import Testing

/// Invalid responses and other protocols: exit statuses and error codes. `ResponseParserTests`,
/// `ChunkedBodyTests` and `ContentEncodingTests` have all kinds of invalid responses.
@Suite struct ProtocolFaultTests {
  @Test(arguments: [
    FaultCase("fewer bytes than announced", .truncated("abc", declared: 10), 18, "truncated"),
    FaultCase("no byte at all", .hangUp, 52, "truncated"),
    FaultCase("cut in a chunk", .chunks("5\r\nhel"), 18, "truncated"),
    FaultCase("cut in the status line", .raw("HTTP/1."), 18, "truncated"),
    FaultCase("cut after the head", .answer("Content-Length: 3\r\n"), 18, "truncated"),
    FaultCase(
      "cut in gzip", .encoded("gzip", Gzip.gzip("hello").dropLast(3)), 61, "content_encoding"),
    FaultCase("a chunk below zero", .chunks("-1\r\nhello"), 56, "protocol"),
    FaultCase("a length below zero", .answer("Content-Length: -1\r\n", "hello"), 8, "protocol"),
    FaultCase("a NUL in a value", .answer("X: a\0b\r\n"), 8, "protocol"),
    FaultCase("HTTP/2", .raw("HTTP/2 200\r\n\r\n"), 1, "protocol"),
    FaultCase("text after 100", .raw("HTTP/1.1 100 Continue\r\n\r\nData\nData\n"), 8, "protocol"),
    FaultCase("another protocol", .redirect(to: "file:///etc/passwd"), 1, "redirect_forbidden"),
  ])
  func mapsInvalidResponseToStatusAndCode(fault: FaultCase) throws {
    let record = try fault.expect("--compressed")

    #expect((record["error"]?["retryable"]?.boolean == true) == (fault.code == "truncated"))
  }

  @Test func doesNotWaitFor100Continue() throws {
    let server = try LoopbackServer { .ok($0.text) }

    let result = try Tool("req")(
      "-H", "Expect: 100-continue", "-d", "body", "--timeout", "5s", server.url("/"))

    #expect(result.expect(exit: 0).text == "body")
  }

  /// Before a status line, within it, and within a field.
  @Test(arguments: [("", 1), ("HTTP/1.1 200 OK\r\nX: ", 56), ("HTTP/1.1 200 ", 56)])
  func doesNotBufferEndlessLine(start: String, exit: Int32) throws {
    let flood = Script.steps(
      .write(Array(start.utf8)), .flood(UInt8(ascii: "x"), count: 64 << 20), .close)
    let server = try LoopbackServer { _ in flood }

    let result = try Tool("req")("--retry", "0", server.url("/"), measuresMemory: true)

    result.expect(exit: exit)
    #expect(result.ending.peakBytes < 48 << 20)
  }

  @Test func escapesControlCharactersOfServer() throws {
    let server = try LoopbackServer { _ in
      .raw("\u{1b}[31mHTTP/1.1 200 \u{1b}[2J\r\nX: \u{1b}[0m\r\n\r\n")
    }

    let result = try Tool("req")("-v", "--retry", "0", server.url("/")).expect(exit: 1)

    #expect(!result.stderr.contains(0x1B))
  }

  /// Detected before an empty line arrives. OpenSSL sends this TLS alert after a plain request.
  @Test(arguments: [
    FaultCase("HTTP/0.9", .raw("<html>hello</html>\n"), 1, "protocol"),
    FaultCase("no line at all", .raw("hello"), 1, "protocol"),
    FaultCase("TLS", .steps(.write([0x15, 3, 1, 0, 2, 2, 0x46]), .close), 1, "protocol"),
    FaultCase(
      "a banner, and silence", .steps(.write(Array("220 x\r\n".utf8)), .idle), 1, "protocol"),
  ])
  func rejectsOtherProtocolsWithoutEmptyLine(fault: FaultCase) throws {
    try fault.expect("--timeout", "20s")
  }

  @Test func reportsPlainServerAsTLSError() throws {
    let server = try LoopbackServer(greeting: .raw("HTTP/1.1 400 Bad Request\r\n\r\n")) { _ in "" }
    let url = "https://127.0.0.1:\(server.port)/"

    try Tool("req")("--retry", "0", url).expect(exit: 35).expect(says: "TLS")
    let stream = try Tool("req")("--retry", "0", stdin: .lines([url])).expect(exit: 1)
    #expect(stream.records(as: .response).map(\.code) == ["tls"])
  }

  @Test func reportsEndOfHandshake() throws {
    let server = try LoopbackServer(greeting: .steps(.halfClose, .idle)) { _ in "" }

    try Tool("req")("--retry", "0", "https://127.0.0.1:\(server.port)/").expect(exit: 35)
      .expect(says: "TLS handshake with \"127.0.0.1\" failed: the server closed the connection\n")
  }
}
