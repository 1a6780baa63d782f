import TestSupport
import Testing

/// Limits that servers announce.
@Suite struct ReqLimitTests {
  private static let usedUp = #""a";r=0;t=3600"#
  private let req: Tool

  init() throws { req = try Tool("req") }

  @Test func waitsForResetAndReportsIt() throws {
    let server = try LoopbackServer { request in
      request.number == 1
        ? .ok("a", headers: ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "300ms"]) : "b"
    }
    let host = "127.0.0.1:\(server.port)"

    let result = try req(
      "-j1", "-v", "--summary", stdin: .lines((1...3).map { server.url("/\($0)") })
    ).expect(exit: 0)

    result.expect(says: "req: no request to \(host) for 300 ms: its announced limit is used up")
    let waits = try result.summary()["waited_ms_by_host"]
    #expect(waits?.members.map(\.name) == [host])
    #expect((1...300).contains(waits?[host]?.integer ?? 0))
  }

  /// GitHub's status for a client without requests left.
  @Test func repeatsForbiddenRequestAfterReset() throws {
    let server = try LoopbackServer { request in
      switch (request.path, request.hit) {
      case ("/limited", 1):
        .status(403, "", headers: ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "10ms"])
      case ("/denied", _):
        .status(403, "", headers: ["X-RateLimit-Remaining": "9", "X-RateLimit-Reset": "10ms"])
      default: "ok"
      }
    }
    let options = ["--retry-delay", "1ms", "--record", "tape"]

    let limited = try req.run(options + [server.url("/limited")]).expect(exit: 0)
    try req.run(options + [server.url("/denied")]).expect(exit: 22)
    let replayed = try req("--replay", "tape", server.url("/limited")).expect(exit: 0)

    #expect(limited.text == "ok" && replayed.text == "ok")
    #expect(server.targets == ["/limited", "/limited", "/denied"])
  }

  @Test func longWaitEndsRequestsToHost() throws {
    let server = try LoopbackServer { request in
      request.path == "/free" ? "free" : .ok("ok", headers: ["RateLimit": Self.usedUp])
    }
    let other = try LoopbackServer(["*": "other"])
    let lines = [server.url("/1"), server.url("/2"), other.url("/3"), server.url("/4")]

    let result = try req("-j1", stdin: .lines(lines)).expect(exit: 75)
    let ignoring = try req("-j1", "--no-announced-limits", stdin: .lines(lines)).expect(exit: 0)

    let records = result.records(as: .response)
    #expect(records.map(\.code) == [nil, "quota_exhausted", nil, "quota_exhausted"])
    for record in records where record.isError {
      #expect(record["error"]?["retryable"]?.boolean == true)
      #expect(record["error"]?["retry_at"]?.string?.hasSuffix("Z") == true)
      #expect(record["error"]?["attempts"] == nil)
    }
    #expect(ignoring.records(as: .response).count == 4)
    #expect(server.targets == ["/1", "/1", "/2", "/4"])
  }

  /// The response remains a response record, and can be retried later.
  @Test(arguments: [403, 429])
  func refusalWithLongWaitIsRetryable(status: Int) throws {
    let server = try LoopbackServer { request in
      request.hit == 1 ? .status(status, "no", headers: ["RateLimit": Self.usedUp]) : "done"
    }

    let result = try req(stdin: .lines([server.url("/")])).expect(exit: 75)
    let record = try #require(result.records(as: .response).first)
    #expect(record.code == "http_status" && record["body"]?.string == "no")
    #expect(record["error"]?["retryable"]?.boolean == true)
    #expect(record["error"]?["retry_at"]?.string != nil)

    try req("--retry-errors", stdin: .lines(result.lines)).expect(exit: 0)
  }
}
