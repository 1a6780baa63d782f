import TestSupport
import Testing

/// Which failures `req` retries.
@Suite struct ReqRetryTests {
  /// The number of retries that `-v` reports.
  private func retries(_ result: ToolResult) -> Int {
    result.messageLines.count { $0.hasPrefix("req: retry") }
  }

  /// `RetryPolicyTests` have all statuses.
  @Test(arguments: [
    (["--retry-on", "404"], 404, 4), (["--retry-policy", "conservative"], 503, 3),
    (["--retry-max-time", "1ms"], 503, 1), (["--retry-jitter", "1"], 503, 4), ([], 404, 1),
  ])
  func retriesConfiguredStatuses(arguments: [String], status: Int, requests: Int) throws {
    let server = try LoopbackServer(["/": .status(status, "no")])
    let delay = arguments.first == "--retry-max-time" ? "1s" : "1ms"

    try Tool("req").run([server.url("/"), "--retry-delay", delay] + arguments).expect(exit: 22)

    #expect(server.requestCount == requests)
  }

  /// In a script, nothing else explains why the command took so long.
  @Test func failureNamesAttemptsAndTime() throws {
    let server = try LoopbackServer(["/": .status(503, "no"), "/cut": .hangUp])
    let req = try Tool("req")
    let attempts = /after 4 attempts in [0-9.]+ s\n/

    let failed = try req("--retry-delay", "1ms", server.url("/")).expect(exit: 22)
    let cut = try req("--retry-delay", "1ms", server.url("/cut")).expect(exit: 52)
    let once = try req("--retry", "0", server.url("/")).expect(exit: 22)

    #expect(failed.messages.contains(attempts) && cut.messages.contains(attempts))
    #expect(!once.messages.contains("attempt"))
  }

  @Test func proxyThatNeedsPasswordGetsHint() throws {
    let proxy = try LoopbackServer { _ in .status(407, "no") }
    let req = try Tool("req")

    for url in ["http://h.test/", "https://h.test/"] {
      let result = try req("-x", "127.0.0.1:\(proxy.port)", url)
      result.expect(says: "hint: log in to the proxy with -x http://user:password@host:port")
    }
  }

  @Test func singleRequestFailsAtOnceOnRefusedConnection() throws {
    let req = try Tool("req")

    let one = try req("-v", "http://127.0.0.1:1/").expect(exit: 7)
    let named = try req(
      "-v", "--retry-on", "connect", "--retry-delay", "1ms", "http://127.0.0.1:1/"
    )
    .expect(exit: 7)
    let stream = try req.run(
      ["--retry-delay", "1ms"], stdin: .lines(["http://127.0.0.1:1/"])
    ).expect(exit: 1)

    #expect(retries(one) == 0)
    one.expect(says: "cannot connect to 127.0.0.1:1: connection refused")
    #expect(retries(named) == 3)
    #expect(stream.records(as: .response).first?["error"]?["attempts"]?.integer == 4)
  }

  @Test func maximumTimeBoundsWholeSingleRequest() throws {
    let server = try LoopbackServer(["/": .idle])
    let req = try Tool("req")
    let words = ["-v", "-m", "0.3", "--retry-delay", "1ms", server.url("/")]

    let bounded = try req.run(words).expect(exit: 28)
    let repeated = try req.run(words + ["--retry", "1"]).expect(exit: 28)

    bounded.expect(says: "no complete response within 300 ms")
    #expect(retries(bounded) == 0)
    #expect(retries(repeated) == 1, "with --retry it bounds each attempt")
  }
}
