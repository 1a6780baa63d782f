import TestSupport
import Testing

/// Connections that break, are refused, or were closed while idle.
@Suite struct ConnectionFaultTests {
  private static let start = Array("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello".utf8)

  @Test func reportsResetWithinBodyAsTruncation() throws {
    let gate = try Gate()
    let server = try LoopbackServer { _ in .steps(.write(Self.start), .gate(gate), .reset) }
    let live = try Tool("req").start(["--retry", "0", "-i", server.url("/")])
    while let line = live.readLine(), line != "\r" {}

    gate.open()

    let result = try live.finish().expect(exit: 18).expect(says: "5 of 10 bytes")
    #expect(result.text == "hello")
  }

  /// As after an idle timeout, the server closes the connection on its second request.
  @Test func idempotencyKeyAllowsReplacement() throws {
    let server = try LoopbackServer { request in request.number == 2 ? .hangUp : .ok("x") }
    let post = #""method":"POST","body":"x","headers":{"Idempotency-Key":"k"}"#

    let result = try Tool("req")(
      "-j", "1", "--retry", "0",
      stdin: .lines([server.url("/1"), #"{"url":"\#(server.url("/2"))",\#(post)}"#]))

    #expect(result.records(as: .response).map(\.code) == [nil, nil])
    #expect(server.requestCount == 3)
  }
}
