import TestSupport
import Testing

/// Invalid and oversized heads, and other protocols.
@Suite struct HeadFaultTests {
  private static func lines(_ count: Int) -> String { String(repeating: "a: b\r\n", count: count) }

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
}
