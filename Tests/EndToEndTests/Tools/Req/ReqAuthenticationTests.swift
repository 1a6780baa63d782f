import TestSupport
import Testing

/// `--digest`, `--anyauth`, `--aws-sigv4` and bearer tokens.
@Suite struct ReqAuthenticationTests {
  private static func challenge(_ nonce: String, _ more: String = "") -> Script {
    .status(
      401, "denied",
      headers: ["WWW-Authenticate": "Digest realm=\"r\", nonce=\"\(nonce)\", qop=\"auth\"\(more)"])
  }

  @Test func answersDigestChallenge() throws {
    let server = try LoopbackServer { request in
      let field = request[header: "authorization"] ?? ""
      return field.hasPrefix("Digest username=\"u\"") && field.contains("algorithm=SHA-256")
        ? .ok("in") : Self.challenge("n1", ", algorithm=SHA-256")
    }

    let result = try Tool("req")("--digest", "-u", "u:secret", "-d", "a=1", server.url("/x?y"))
      .expect(exit: 0)

    #expect(result.text == "in")
    // The first request has no body, so that a large one is not sent twice.
    #expect(server.requests.map(\.text) == ["", "a=1"])
    #expect(server.requests[1][header: "authorization"]?.contains("uri=\"/x?y\"") == true)
  }

  /// A parameter of the credentials in a request.
  private static func part(_ name: String, of request: ServedRequest) -> String? {
    let field = (request[header: "authorization"] ?? "").dropFirst("Digest ".count)
    let part = field.split(separator: ", ").first { $0.hasPrefix(name + "=") }
    return part.map { String($0.dropFirst(name.count + 1).filter { $0 != "\"" }) }
  }

  private static func parts(_ name: String, of server: LoopbackServer) -> [String?] {
    server.requests.map { part(name, of: $0) }
  }

  @Test func doesNotRepeatBodyAfterRedirect() throws {
    let server = try LoopbackServer { request in
      if request.path == "/login" { return .redirect(to: "/home", status: 303) }
      return request[header: "authorization"] == nil ? Self.challenge("n1") : .ok("in")
    }

    let result = try Tool("req")("--digest", "-u", "u:p", "-d", "a=1", server.url("/login"))
      .expect(exit: 0)

    #expect(result.text == "in")
    #expect(server.requests.map(\.method) == ["POST", "POST", "GET", "GET"])
    #expect(server.requests.map(\.text) == ["", "a=1", "", ""])
    #expect(Self.parts("uri", of: server) == [nil, nil, nil, "/home"])
  }

  @Test func computesCredentialsOfEachRedirect() throws {
    let server = try LoopbackServer { request in
      guard let uri = Self.part("uri", of: request) else { return Self.challenge("n1") }
      guard uri == request.target else { return .status(400, "uri \(uri)") }
      return request.path.hasSuffix("/")
        ? .ok("in") : .redirect(to: request.path + "/", status: 301)
    }

    try Tool("req")("--digest", "-u", "u:p", server.url("/a"), server.url("/b")).expect(exit: 0)

    #expect(server.targets == ["/a", "/a", "/a/", "/b", "/b/"])
    #expect(
      Self.parts("nc", of: server) == [nil, "00000001", "00000002", "00000003", "00000004"])
    #expect(Set(Self.parts("cnonce", of: server)).count == 5)
  }

  /// The retry has a new count, and the server may reject its nonce again.
  @Test func computesCredentialsOfEachRetry() throws {
    let server = try LoopbackServer { request in
      switch request.number {
      case 1: Self.challenge("n1")
      case 2: .status(503)
      case 3: Self.challenge("n2", ", stale=true")
      default: .ok("in")
      }
    }

    let result = try Tool("req")(
      "--digest", "-u", "u:p", "--retry", "1", "--retry-delay", "1ms", server.url("/")
    ).expect(exit: 0)

    #expect(result.text == "in")
    #expect(Self.parts("nonce", of: server) == [nil, "n1", "n1", "n2"])
    #expect(Self.parts("nc", of: server) == [nil, "00000001", "00000002", "00000001"])
  }

  /// A rejected password is not sent with the first request of the next URL. A nonce is replaced
  /// once.
  @Test(arguments: [("", [false, true, false, true]), (", stale=true", [false, true, true])])
  func limitsAnswers(more: String, sent: [Bool]) throws {
    let server = try LoopbackServer { Self.challenge("n\($0.number)", more) }
    let urls = more.isEmpty ? [server.url("/1"), server.url("/2")] : [server.url("/")]

    let result = try Tool("req").run(["--digest", "-u", "u:secret-word"] + urls)
      .expect(exit: 22)

    #expect(!result.messages.contains("secret-word"))
    #expect(server.requests.map { $0[header: "authorization"] != nil } == sent)
  }

  @Test func savesUnansweredChallengeOfOtherOrigin() throws {
    let other = try LoopbackServer { _ in Self.challenge("n2") }
    let server = try LoopbackServer { [url = other.url("/there")] request in
      request[header: "authorization"] == nil ? Self.challenge("n1") : .redirect(to: url)
    }
    let req = try Tool("req")

    try req("--digest", "-u", "u:p", "--no-fail", "-o", "f", server.url("/")).expect(exit: 0)

    #expect(try req.sandbox.text("f") == "denied")
    #expect(server.requestCount == 2 && other.requestCount == 1)
    #expect(other.requests.first?[header: "authorization"] == nil)
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
