import TestSupport
import Testing

/// Invalid and oversized heads, and other protocols.
@Suite struct HeadFaultTests {
  @Test(arguments: [
    FaultCase("a NUL in a value", .answer("X: a\0b\r\n"), 56, "protocol"),
    FaultCase("a bare CR in a value", .answer("X: a\rb\r\n"), 56, "protocol"),
    FaultCase("a control character in a name", .answer("X\u{7}: a\r\n"), 56, "protocol"),
    FaultCase("a space in a name", .answer("X Y: a\r\n"), 56, "protocol"),
    FaultCase("no name", .answer(": a\r\n"), 56, "protocol"),
    FaultCase("no colon", .answer("no colon\r\n"), 56, "protocol"),
    FaultCase("a continuation line without a field", .answer(" folded\r\n"), 56, "protocol"),
    FaultCase("100,000 lines", .answer(lines(100_000)), 56, "protocol"),
    FaultCase("more fields than any server has", .answer(lines(1001)), 56, "protocol"),
  ])
  func rejectsInvalidHeads(fault: FaultCase) throws { try fault.expect() }

  private static func lines(_ count: Int) -> String { String(repeating: "a: b\r\n", count: count) }

  /// Before a status line, within it, and within a field.
  @Test(arguments: ["", "HTTP/1.1 200 OK\r\nX: ", "HTTP/1.1 200 "])
  func doesNotBufferEndlessLine(start: String) throws {
    let flood = Script.steps(
      .write(Array(start.utf8)), .flood(UInt8(ascii: "x"), count: 64 << 20), .close)
    let server = try LoopbackServer { _ in flood }

    let result = try Tool("req")("--retry", "0", server.url("/"), measuresMemory: true)

    result.expect(exit: 56)
    #expect(result.ending.peakBytes < 48 << 20)
  }

  @Test(arguments: [
    FaultCase("HTTP/2", .raw("HTTP/2 200\r\n\r\n"), 56, "protocol"),
    FaultCase("a preface of HTTP/2", .raw("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), 56, "protocol"),
    FaultCase("SSH", .raw("SSH-2.0-OpenSSH_9.2\r\n\r\n"), 56, "protocol"),
    FaultCase("SMTP", .raw("220 mail.example ESMTP\r\n\r\n"), 56, "protocol"),
    FaultCase("a status of two digits", .raw("HTTP/1.1 20 OK\r\n\r\n"), 56, "protocol"),
    FaultCase("a status of four digits", .raw("HTTP/1.1 2000 OK\r\n\r\n"), 56, "protocol"),
    FaultCase("a status below 100", .raw("HTTP/1.1 099 Low\r\n\r\n"), 56, "protocol"),
    FaultCase("terminal escapes", .raw("\u{1b}[2J\u{1b}]0;owned\u{7}\r\n\r\n"), 56, "protocol"),
  ])
  func rejectsOtherProtocols(fault: FaultCase) throws {
    let record = try fault.expect()

    #expect(record["error"]?["message"]?.string?.contains("HTTP") == true)
  }

  @Test func escapesControlCharactersOfServer() throws {
    let server = try LoopbackServer { _ in
      .raw("\u{1b}[31mHTTP/1.1 200 \u{1b}[2J\r\nX: \u{1b}[0m\r\n\r\n")
    }

    let result = try Tool("req")("-v", "--retry", "0", server.url("/")).expect(exit: 56)

    #expect(!result.stderr.contains(0x1B))
  }

  /// Detected before an empty line arrives. OpenSSL sends this TLS alert after a plain request.
  @Test(arguments: [
    FaultCase("HTTP/0.9", .raw("<html>hello</html>\n"), 56, "protocol"),
    FaultCase("no line at all", .raw("hello"), 56, "protocol"),
    FaultCase("TLS", .steps(.write([0x15, 3, 1, 0, 2, 2, 0x46]), .close), 56, "protocol"),
    FaultCase(
      "a banner, and silence", .steps(.write(Array("220 x\r\n".utf8)), .idle), 56, "protocol"),
  ])
  func rejectsOtherProtocolsWithoutEmptyLine(fault: FaultCase) throws {
    try fault.expect("--timeout", "20s")
  }

  /// They are not part of a response, so they must not postpone the timeout.
  @Test(arguments: ["\r\n", "\n", "\r"])
  func rejectsEndlessEmptyLines(lineEnd: String) throws {
    let endless = Step.drip(
      Array(String(repeating: lineEnd, count: 20_000).utf8), bytes: 2, every: .milliseconds(1))
    try FaultCase("endless empty lines", .steps(endless, .idle), 56, "protocol").expect(
      "--timeout", "20s")
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

  /// RFC 1928 §3: the method that the proxy selects, or none.
  @Test(arguments: [2, 0xFF] as [UInt8]) func reportsPasswordOfSOCKSProxy(method: UInt8) throws {
    let proxy = try LoopbackServer(greeting: .steps(.write([5, method]), .idle)) { _ in "" }

    try Tool("req")(
      "--retry", "0", "--proxy", "socks5://127.0.0.1:\(proxy.port)", "http://example.test/"
    ).expect(exit: 7).expect(
      says: ": the SOCKS proxy requires authentication, which is not supported\n")
  }

  @Test(arguments: [
    ("HTTP/1.1 200 OK\nContent-Length: 2\nX-A: b\n\nok", "b"),
    ("HTTP/1.1 200\r\nContent-Length: 2\r\nX-A:b\r\n\r\nok", "b"),
    ("HTTP/1.0 200 OK\r\nX-A: \t b \t\r\n\r\nok", "b"),
    ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-A: one\r\n two\r\n\r\nok", "one two"),
    ("\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\nx-a: b\r\n\r\nok", "b"),
    ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-A : b\r\n\r\nok", "b"),
  ])
  func parsesUnusualHeads(text: String, value: String) throws {
    let server = try LoopbackServer { _ in .raw(text) }

    let result = try Tool("req")(stdin: .lines([server.url("/")])).expect(exit: 0)

    let record = try #require(result.records(as: .response).first)
    #expect(record["body"]?.string == "ok")
    #expect(record["headers"]?["x-a"]?.string == value)
  }

  /// RFC 9110 §5.5, obs-text.
  @Test(arguments: [
    ([0xE9], "é"), ([0xC3, 0xA9], "é"), ([0xFF, 0xFE], "ÿþ"), ([0xED, 0xA0], "í\u{A0}"),
  ])
  func writesValidRecordForNonASCIIFields(bytes: [UInt8], text: String) throws {
    let start = Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX: ".utf8)
    let server = try LoopbackServer { _ in .steps(.write(start + bytes + [13, 10, 13, 10])) }

    let result = try Tool("req")(stdin: .lines([server.url("/")])).expect(exit: 0)

    let record = try #require(result.records(as: .response).first)
    #expect(record["headers"]?["x"]?.string == text)
  }

  @Test func writesRepeatedFieldAsList() throws {
    let server = try LoopbackServer { _ in
      .answer("Content-Length: 0\r\nX: 1\r\nx: 2\r\nX: 1, 2\r\n")
    }

    let record = try #require(
      try Tool("req")(stdin: .lines([server.url("/")])).records(as: .response).first)

    #expect(record["headers"]?["x"]?.elements.compactMap(\.string) == ["1", "2", "1, 2"])
  }
}
