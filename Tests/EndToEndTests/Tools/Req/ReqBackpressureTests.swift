import TestSupport
import Testing

/// Streams with large responses and a slow reader.
@Suite struct ReqBackpressureTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// JSON, which a debug build copies faster than text.
  private static let response = Script.ok(
    json: "\"\(String(repeating: "a", count: 3 << 19))\"")

  private func start(_ count: Int, _ server: LoopbackServer, jobs: String) throws -> LiveTool {
    let lines = (1...count).map { server.url("/\($0)") }
    return try Tool("req", in: sandbox).start(["--jobs", jobs], stdin: .lines(lines))
  }

  /// Expects one line per request; other tests check their content.
  private func expectAll(_ count: Int, _ tool: LiveTool) throws {
    let result = try tool.finish(as: .counted).expect(exit: 0)
    #expect(result.stdoutLines == count)
  }

  @Test func stopsSendingRequestsIfOutputIsNotRead() throws {
    let server = try LoopbackServer { _ in Self.response }
    // With several jobs, responses may also wait for an earlier one on a slow machine.
    let tool = try start(24, server, jobs: "1")

    #expect(server.waitForRequests(2))
    #expect(tool.waitUntilIdle())
    #expect(server.requestCount < 8)
    try expectAll(24, tool)
    #expect(server.requestCount == 24)
  }

  /// The first response is slow and the others wait for it, up to a limit.
  @Test func boundsResponsesThatWaitForEarlierOne() throws {
    let gate = try Gate()
    let server = try LoopbackServer { request in
      request.path == "/1" ? Self.response.behind(gate) : Self.response
    }
    let tool = try start(52, server, jobs: "4")

    #expect(server.waitForRequests(32))
    #expect(!server.waitForRequests(48, within: .milliseconds(500)))
    gate.open()
    try expectAll(52, tool)
  }
}
