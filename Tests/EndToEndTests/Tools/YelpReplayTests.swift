import TestSupport
import Testing

/// Recorded responses are replayed without a key and a server.
@Suite struct YelpReplayTests {
  @Test func replaysEveryEndpoint() throws {
    let sandbox = try Sandbox()
    var lines: [[String]] = []
    let yelp = try YelpTestServer()
    let query = try YelpTool(yelp, in: sandbox)
    for call in YelpTestServer.calls {
      let result = try query.run(call.words + ["--record", "tape"]).expect(exit: 0)
      lines.append(result.lines)
    }
    let calls = yelp.calls

    for (call, expected) in zip(YelpTestServer.calls, lines) {
      let words = ["--base-url", yelp.baseURL, "--replay", "tape"]
      let result = try Tool("yelp-query", in: sandbox).run(call.words + words).expect(exit: 0)
      #expect(result.lines == expected, "\(call.endpoint)")
    }

    #expect(yelp.calls == calls)
    #expect(sandbox.directory.permissions("work/tape") == 0o600)
  }

  @Test func replayDoesNotUseTheQuota() throws {
    let query = try YelpTool(YelpTestServer(dailyLimit: 1))
    try query("business", "x", "--record", "tape").expect(exit: 0)

    for _ in 1...2 {
      try query("business", "x", "--replay", "tape", "--budget", "0").expect(exit: 0)
    }

    #expect(query.yelp.calls == 1)
  }
}
