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

  @Test(arguments: ["--session", "--session-read-only"])
  func refusesOtherServer(option: String) throws {
    let other = try LoopbackServer.forbidden()

    try req("--session", "./s", "-u", "u:p4ssw0rd", server.url("/")).expect(exit: 0)
    let refused = try req(option, "./s", other.url("/")).expect(exit: 77)
    try req("--session", "./s", server.url("/")).expect(exit: 0)

    refused.expect(
      says: "req: error: the session \"./s.json\" belongs to \(server.url(""))",
      "not to \(other.url(""))", "req: hint: ")
    #expect(server.requests.count { $0[header: "authorization"] != nil } == 2)
  }

  @Test func readOnlySessionSavesOtherJar() throws {
    try req("--session-read-only", "s", "-c", "jar.txt", server.url("/")).expect(exit: 0)

    #expect(try req.sandbox.text("jar.txt").contains("\ts\t1"))
    #expect(!req.sandbox.files.contains { $0.contains("/sessions/") })
  }
}
