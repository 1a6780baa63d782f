import TestSupport
import Testing

/// Connections that break, are refused, or were closed while idle.
@Suite struct ConnectionFaultTests {
  private static let start = Array("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello".utf8)

  @Test func reportsResetWithinBodyAsTruncation() throws {
    let gate = Gate()
    let server = try LoopbackServer { _ in .steps(.write(Self.start), .gate(gate), .reset) }
    let live = try Tool("req").start(["--retry", "0", "-i", server.url("/")])
    while let line = live.readLine(), line != "\r" {}

    gate.open()

    let result = try live.finish().expect(exit: 18).expect(says: "5 of 10 bytes")
    #expect(result.text == "hello")
  }

  @Test func retriesAfterResetWithinBody() throws {
    let server = try LoopbackServer { request in
      request.number == 1 ? .steps(.write(Self.start), .reset) : "whole"
    }

    let result = try Tool("req")(
      "--retry-delay", "1ms", stdin: .lines([server.url("/")])
    ).expect(exit: 0)

    let record = try #require(result.records(as: .response).first)
    #expect(record["body"]?.string == "whole")
    #expect(record["attempts"]?.integer == 2)
  }

  /// FIN ends the response even if the server still reads.
  @Test(arguments: [
    FaultCase("before the response", .steps(.halfClose, .idle), 52, "truncated"),
    FaultCase("within the response", .steps(.write(start), .halfClose, .idle), 18, "truncated"),
  ])
  func halfCloseEndsIncompleteResponse(fault: FaultCase) throws {
    try fault.expect("--timeout", "20s")
  }

  @Test func acceptsHalfCloseAfterResponse() throws {
    let whole = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8)
    let server = try LoopbackServer { _ in .steps(.write(whole), .halfClose, .idle) }

    let result = try Tool("req")("-j", "1", stdin: .lines([server.url("/1"), server.url("/2")]))

    #expect(
      result.expect(exit: 0).records(as: .response).map { $0["body"]?.string } == ["ok", "ok"])
  }

  /// What the server sends after its first response belongs to no request, and a closed connection
  /// receives no other one, not even a POST.
  @Test(arguments: [
    Step.write(Array("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nbad".utf8)), .halfClose,
  ])
  func doesNotReuseEndedConnection(end: Step) throws {
    let gate = Gate()
    let server = try LoopbackServer { request in
      request.number == 1
        ? .steps(.answer(ServedResponse(body: Array("/1".utf8))), .gate(gate), end)
        : .ok(request.target)
    }
    let live = try Tool("req").start(["-j", "1", "--retry", "0"])
    live.write(server.url("/1") + "\n")
    let first = try #require(live.readLine())
    gate.open()
    #expect(server.waitForResponses(1))
    for method in ["POST", "GET"] {
      live.write(
        #"{"url":"\#(server.url("/\(method)"))","method":"\#(method)"}"# + "\n")
    }

    let result = try live.finish().expect(exit: 0)

    #expect(first.contains(#""body":"/1""#))
    #expect(result.records(as: .response).map { $0["body"]?.string } == ["/POST", "/GET"])
    #expect(server.targets == ["/1", "/POST", "/GET"])
    #expect(server.connectionCount == 2)
  }

  /// A server that closes the connection on its second request, as after an idle timeout.
  private func dying(_ end: Script) throws -> LoopbackServer {
    try LoopbackServer { request in request.number == 2 ? end : .ok("x") }
  }

  private func twoRequests(_ server: LoopbackServer, _ second: String) throws -> [Record] {
    try Tool("req")(
      "-j", "1", "--retry", "0",
      stdin: .lines([server.url("/1"), #"{"url":"\#(server.url("/2"))",\#(second)}"#])
    ).records(as: .response)
  }

  @Test(arguments: ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"], [Script.hangUp, .reset])
  func replacesLostPooledConnectionIfSafe(method: String, end: Script) throws {
    let server = try dying(end)

    let records = try twoRequests(server, #""method":"\#(method)""#)

    #expect(records.map { $0["status"]?.integer } == [200, 200])
    #expect(records.last?["attempts"]?.integer == 1, "not a retry")
    #expect(server.requestCount == 3)
  }

  @Test(arguments: ["POST", "PATCH"], [Script.hangUp, .reset])
  func doesNotReplaceLostPooledConnectionIfUnsafe(method: String, end: Script) throws {
    let server = try dying(end)

    let records = try twoRequests(server, #""method":"\#(method)","body":"x""#)

    #expect(records.map(\.code) == [nil, "truncated"])
    #expect(server.requestCount == 2)
  }

  @Test func idempotencyKeyAllowsReplacement() throws {
    let server = try dying(.hangUp)

    let records = try twoRequests(
      server, #""method":"POST","body":"x","headers":{"Idempotency-Key":"k"}"#)

    #expect(records.map(\.code) == [nil, nil])
    #expect(server.requestCount == 3)
  }

  @Test func replacesLostConnectionOnce() throws {
    let server = try LoopbackServer { request in request.number == 1 ? "x" : .hangUp }

    let records = try twoRequests(server, #""method":"GET""#)

    #expect(records.map(\.code) == [nil, "truncated"])
    #expect(server.requestCount == 3)
  }

  /// After the first byte of a response, another attempt counts as a retry.
  @Test(arguments: ["HTTP/1.1 200 OK\r\nX: y\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n"])
  func doesNotReplaceConnectionAfterFirstByte(text: String) throws {
    let server = try dying(.raw(text))

    let records = try twoRequests(server, #""method":"GET""#)

    #expect(records.map(\.code) == [nil, "truncated"])
    #expect(server.requestCount == 2)
  }

  @Test func retriesRefusedConnection() throws {
    let closed = try LoopbackServer.forbidden()
    closed.stop()

    let result = try Tool("req")(
      "--retry", "2", "--retry-delay", "1ms", stdin: .lines([closed.url("/")]))

    let record = try #require(result.expect(exit: 1).records(as: .response).first)
    #expect(record.code == "connect")
    #expect(record["error"]?["retryable"]?.boolean == true)
    #expect(record["error"]?["attempts"]?.integer == 3)
  }

  /// The POST was not sent.
  @Test func retriesRefusedPOST() throws {
    let closed = try LoopbackServer.forbidden()
    closed.stop()

    let result = try Tool("req")(
      "--retry", "1", "--retry-delay", "1ms",
      stdin: .lines([#"{"url":"\#(closed.url("/"))","method":"POST","body":"x"}"#]))

    let record = try #require(result.expect(exit: 1).records(as: .response).first)
    #expect(record["error"]?["attempts"]?.integer == 2)
  }

  /// RFC 2606: `.invalid` has no address.
  @Test func doesNotRetryUnknownName() throws {
    let single = try Tool("req")("--retry-delay", "1ms", "http://no.such.host.invalid/")
    let stream = try Tool("req")(
      "--retry-delay", "1ms", stdin: .lines(["http://no.such.host.invalid/"]))

    single.expect(exit: 6).expect(says: "no.such.host.invalid")
    let record = try #require(stream.expect(exit: 1).records(as: .response).first)
    #expect(record.code == "dns")
  }
}
