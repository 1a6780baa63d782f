import TestSupport
import Testing

/// `--digest`, `--anyauth`, `--aws-sigv4` and bearer tokens.
@Suite struct ReqAuthenticationTests {
  private static func challenge(_ nonce: String, _ more: String = "") -> Script {
    .status(
      401, "denied",
      headers: ["WWW-Authenticate": "Digest realm=\"r\", nonce=\"\(nonce)\", qop=\"auth\"\(more)"])
  }

  /// Another user must not get the response.
  @Test func doesNotCacheAnsweredRequest() throws {
    let server = try LoopbackServer { request in
      request[header: "authorization"] == nil
        ? Self.challenge("n1") : .ok("in", headers: ["Cache-Control": "max-age=3600"])
    }
    let req = try Tool("req")

    try req("--cache", "--digest", "-u", "u:p", server.url("/")).expect(exit: 0)
    try req("--cache", server.url("/")).expect(exit: 22)

    #expect(server.requestCount == 3)
  }

  @Test func usesSchemeThatServerRequests() throws {
    let server = try LoopbackServer { request in
      request[header: "authorization"] == nil
        ? .status(401, "", headers: ["WWW-Authenticate": "Negotiate, Basic realm=\"r\""])
        : .ok("in")
    }

    let result = try Tool("req")("--anyauth", "-u", "u:p", server.url("/")).expect(exit: 0)

    #expect(result.text == "in")
    #expect(server.requests[1][header: "authorization"] == "Basic dTpw")
  }

  /// A command that prints another token with each run, and notes its runs.
  private static let tokens = [
    "--token-command", "echo run >> runs; echo token-number-$(wc -l < runs)",
  ]

  @Test func runsTokenCommandAgainAfterRejection() throws {
    let server = try LoopbackServer { request in
      request.number > 5 && request[header: "authorization"] == "Bearer token-number-1"
        ? .status(401, "expired") : .ok("in")
    }
    let req = try Tool("req")

    let lines = (1...30).map { server.url("/\($0)") }
    let result = try req.run(["-v", "--record", "tape"] + Self.tokens, stdin: .lines(lines))
      .expect(exit: 0)

    #expect(result.records(as: .response).count == 30)
    #expect(try req.sandbox.text("runs") == "run\nrun\n")
    #expect(
      Set(server.requests.map { $0[header: "authorization"] }) == [
        "Bearer token-number-1", "Bearer token-number-2",
      ])
    #expect(!(result.text + result.messages).contains("token-number"))
    #expect(try !req.sandbox.text("tape").contains("token-number"))
    let replayed = try req.run(["--replay", "tape"] + Self.tokens, stdin: .lines(lines))
    #expect(replayed.expect(exit: 0).records(as: .response).count == 30)
    #expect(try req.sandbox.text("runs") == "run\nrun\n")
  }

  /// A command without another token does not repeat requests without end.
  @Test func returnsRejectionOfLastToken() throws {
    let server = try LoopbackServer { _ in .status(401, "no") }
    let req = try Tool("req")

    let single = try req("--token-command", "echo same >> runs; echo t", server.url("/"))
    let stream = try req(
      "-j1", "--token-command", "echo same >> runs; echo t",
      stdin: .lines([
        server.url("/1"), server.url("/2"),
      ]))

    single.expect(exit: 22)
    stream.expect(exit: 1)
    #expect(server.requestCount == 5)
    #expect(try req.sandbox.text("runs").split(separator: "\n").count == 4)
  }

  @Test func failingTokenCommandIsError() throws {
    let server = try LoopbackServer.forbidden()
    let req = try Tool("req")
    let command = "echo x >> runs; echo 'log in first' >&2; exit 3"

    let single = try req("--token-command", command, server.url("/")).expect(exit: 77)
    let stream = try req(
      "--token-command", command, stdin: .lines([server.url("/1"), server.url("/2")])
    ).expect(exit: 1)

    single.expect(says: "--token-command failed: exit status 3: log in first")
    let records = stream.records(as: .response)
    #expect(records.map(\.code) == ["unauthorized", "unauthorized"])
    #expect(records.allSatisfy { $0["error"]?["retryable"]?.boolean == true })
    #expect(try req.sandbox.text("runs") == "x\nx\n")
    try req("--dry-run", "--token-command", command, server.url("/")).expect(exit: 0)
    let settings = try req("--print-config", "--token-command", "echo secret-word")
    #expect(!settings.text.contains("secret-word"))
    #expect(try req.sandbox.text("runs") == "x\nx\n")
  }

  @Test func sessionKeepsFieldsCredentialsAndCookies() throws {
    let server = try LoopbackServer { request in
      request.path == "/in" ? .ok("in", headers: ["Set-Cookie": "s=1; Path=/"]) : .ok("ok")
    }
    let req = try Tool("req")

    try req("--session", "me", "-u", "u:p", server.url("/in"), "X-Team:blue", "a=b").expect(exit: 0)
    try req("--session", "me", server.url("/a")).expect(exit: 0)
    try req("--session-read-only", "me", server.url("/b"), "X-Team:red").expect(exit: 0)
    try req("--session", "me", server.url("/c")).expect(exit: 0)
    try req("--session", "other", server.url("/d")).expect(exit: 0)

    let requests = Array(server.requests.dropFirst())
    #expect(requests.map { $0[header: "x-team"] } == ["blue", "red", "blue", nil])
    #expect(requests.map { $0[header: "cookie"] } == ["s=1", "s=1", "s=1", nil])
    #expect(requests.map { $0[header: "authorization"] != nil } == [true, true, true, false])
    #expect(requests[0][header: "content-type"] == nil && requests[0].method == "GET")
    let files = req.sandbox.files.filter { $0.contains("/sessions/") }
    #expect(files.count == 4, "\(files)")
    for file in files { #expect(req.sandbox.directory.permissions(file) == 0o600) }
    try req("--session", "me", stdin: "http://h/").expect(exit: 2)
    try req("--session", ".x", server.url("/")).expect(exit: 2)
  }

  @Test(
    .needs("curl"),
    arguments: ["'$H/path?a=1&b=2'", "'$H/?x=%2F'", "-X PUT -H 'X-Amz-Tag: a' '$H/k'"])
  func signsLikeCurl(arguments: String) throws {
    let server = try LoopbackServer(["*": "ok"])
    let sandbox = try Sandbox()
    let words = arguments.replacing("'$H", with: "'\(server.url)")
    let command = "--aws-sigv4 aws:amz:us-east-1:service -u AKID:SECRET \(words)"
    try sandbox.shell("req \(command)").expect(exit: 0)
    let req = try #require(server.requests.last)
    // curl signs with the time of a given field.
    let date = try #require(req[header: "x-amz-date"])
    try sandbox.shell("curl -s -H 'X-Amz-Date: \(date)' \(command)").expect(exit: 0)

    let curl = try #require(server.requests.last)
    #expect(server.requestCount == 2)
    #expect(req[header: "authorization"] == curl[header: "authorization"])
  }
}
