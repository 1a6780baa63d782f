import TestSupport
import Testing

/// The data that `--session` keeps, besides the ordinary case in `ReqAuthenticationTests`.
@Suite struct ReqSessionTests {
  private let req: Tool
  private let server: LoopbackServer

  init() throws {
    req = try Tool("req")
    server = try LoopbackServer { _ in .ok("ok", headers: ["Set-Cookie": "s=1; Path=/"]) }
  }

  @Test func readOnlySessionSavesOtherJar() throws {
    try req("--session-read-only", "s", "-c", "jar.txt", server.url("/")).expect(exit: 0)

    #expect(try req.sandbox.text("jar.txt").contains("\ts\t1"))
    #expect(!req.sandbox.files.contains { $0.contains("/sessions/") })
  }
}
