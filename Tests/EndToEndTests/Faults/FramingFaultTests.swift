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

  @Test func doesNotWaitFor100Continue() throws {
    let server = try LoopbackServer { .ok($0.text) }

    let result = try Tool("req")(
      "-H", "Expect: 100-continue", "-d", "body", "--timeout", "5s", server.url("/"))

    #expect(result.expect(exit: 0).text == "body")
  }

  private static func interims(_ count: Int) -> String {
    String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: count)
  }
}
