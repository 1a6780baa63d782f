import TestSupport
import Testing

/// Cookies and netrc.
@Suite struct ReqCookieTests {
  @Test func savesCookiesForNextRun() throws {
    let server = try LoopbackServer([
      "/login": .ok("in", headers: ["Set-Cookie": "sid=s3cret; Max-Age=600; Path=/"]),
      "/page": "page", "/away": .redirect(to: "/page"),
    ])
    let req = try Tool("req")

    try req("-c", "jar", server.url("/login")).expect(exit: 0).expectSilence()
    try req("-b", "jar", "-b", "a=b", server.url("/away")).expect(exit: 0)

    #expect(try req.sandbox.text("jar").contains("sid\ts3cret"))
    #expect(req.sandbox.directory.permissions("work/jar") == 0o600)
    #expect(
      server.requests.map { $0[header: "cookie"] } == [
        nil, "a=b; sid=s3cret", "a=b; sid=s3cret",
      ])
  }

  /// A device is written, but not read.
  @Test func jarMayBeDevice() throws {
    let server = try LoopbackServer { _ in .ok("x", headers: ["Set-Cookie": "a=b"]) }

    try Tool("req")("-c", "/dev/null", server.url("/")).expect(exit: 0).expectSilence()
    let result = try Tool("req")("-s", "-c", "/dev/stdout", server.url("/")).expect(exit: 0)

    #expect(result.text.hasSuffix("\ta\tb\n"))
  }

  @Test func reportsMissingUnixSocketWithoutRetry() throws {
    let result = try Tool("req")("-v", "--unix-socket", "none.sock", "http://h/").expect(exit: 7)

    result.expect(says: "cannot connect to \"none.sock\": no such file or directory\n")
    #expect(!result.messages.contains("retry"))
  }
}
