import TestSupport
import Testing

/// Which failures `req` retries.
@Suite struct ReqRetryTests {
  @Test(arguments: [
    (["--retry-on", "404"], 404, 4), (["--retry-on", "4xx,timeout"], 418, 4),
    (["--retry-on", "429"], 503, 1), (["--retry-policy", "none"], 503, 1),
    (["--retry-policy", "conservative"], 503, 3), (["--retry-max-time", "1ms"], 503, 1),
    (["--retry-jitter", "1"], 503, 4), ([], 501, 1), ([], 404, 1), ([], 425, 4),
  ])
  func retriesConfiguredStatuses(arguments: [String], status: Int, requests: Int) throws {
    let server = try LoopbackServer(["/": .status(status, "no")])
    let delay = arguments.first == "--retry-max-time" ? "1s" : "1ms"

    try Tool("req").run([server.url("/"), "--retry-delay", delay] + arguments).expect(exit: 22)

    #expect(server.requestCount == requests)
  }

  @Test(arguments: [([], 1), (["--retry-unsafe"], 4), (["-H", "Idempotency-Key: k"], 4)])
  func retriesUnsafeMethodsOnlyIfAllowed(arguments: [String], requests: Int) throws {
    let server = try LoopbackServer(["/": .status(503, "no")])

    try Tool("req").run(["POST", server.url("/"), "a=b", "--retry-delay", "1ms"] + arguments)
      .expect(exit: 22)

    #expect(server.requestCount == requests)
  }
}
