import TestSupport
import Testing

/// `Retry-After` of 429 and 503.
@Suite struct RetryAfterFaultTests {
  /// While the server admits other requests, a refusal uses up no retry.
  @Test func losesNothingToLimitedServer() throws {
    let server = try LoopbackServer { request in
      request.path == "/2" && request.hit <= 3
        ? .status(429, "busy", headers: ["Retry-After": "0"]) : "ok"
    }

    let result = try Tool("req")(
      "--jobs", "1", "--retry", "2", "--retry-delay", "1ms",
      stdin: .lines((1...6).map { server.url("/\($0)") })
    ).expect(exit: 0)

    let records = result.records(as: .response)
    #expect(records.map { $0["attempts"]?.integer } == [1, 4, 1, 1, 1, 1])
  }
}
