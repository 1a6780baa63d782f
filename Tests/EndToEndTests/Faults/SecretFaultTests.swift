import TestSupport
import Testing

/// Secrets of files, proxies and servers appear neither in messages nor in files.
@Suite struct SecretFaultTests {
  private static let marker = "hunter2SECRETmarker"
  private let req: Tool

  init() throws { req = try Tool("req") }

  private static let forms = [
    marker, Base64Text.encode(Array("me:\(marker)".utf8)), Base64Text.encode(Array(marker.utf8)),
  ]

  private static let files = [
    ("netrc", "machine 127.0.0.1 login me password \(marker)\n", ["--netrc-file", "netrc"]),
    ("token", "\(marker)\n", ["--bearer-file", "token"]),
    ("token", "\(marker)\n", ["--token-command", "cat token"]),
    (
      "jar", "# Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/\tFALSE\t0\tsid\t\(marker)\n",
      ["-b", "jar"]
    ),
  ]

  /// With log, cassette, cache, summary and errors.
  @Test(arguments: files, ["/ok", "/gone", "/cut", "/busy", "/away"])
  func secretsOfFilesStayPrivate(file: (name: String, text: String, option: [String]), path: String)
    throws
  {
    let server = try LoopbackServer([
      "/ok": .ok("fine", headers: ["Cache-Control": "max-age=3600"]), "/gone": .status(401, "no"),
      "/cut": .truncated("x", declared: 9), "/busy": .status(503, "no"),
      "/away": .redirect(to: "/ok"),
    ])
    try req.sandbox.write(file.name, file.text)
    let options =
      file.option + ["-v", "--summary", "--retry", "1", "--retry-delay", "1ms"]
    let url = server.url(path)

    let taped = try req.run(options + ["--record", "tape", url])
    let cached = try req.run(options + ["--cache", "--format", "jsonl", url])
    let curl = try req.run(file.option + ["--to-curl", url])
    let dry = try req.run(file.option + ["--dry-run", url])

    let sent = server.requests.compactMap { $0[header: "authorization"] ?? $0[header: "cookie"] }
    #expect(sent.count == server.requestCount, "the secret must be sent")
    for result in [taped, cached, curl, dry] {
      try req.sandbox.expectNoSecret(Self.forms, result, except: ["work/\(file.name)"])
    }
  }

  /// Only the body contains the secret.
  @Test(arguments: [
    ["--bearer-file", "token"], ["-u", "me:\(marker)"], ["-H", "X-Api-Key: \(marker)"],
    ["-b", "a=1; sid=\(marker)"],
  ])
  func logMasksEchoedSecret(options: [String]) throws {
    let server = try LoopbackServer { request in
      .ok(json: #"{"got":"\#(request.headers.map(\.value).joined(separator: " "))","twice":1}"#)
    }
    try req.sandbox.write("token", "\(Self.marker)\n")

    let result = try req.run(["--log-response"] + options + [server.url("/")])
      .expect(exit: 0)

    #expect(Self.forms.contains { result.text.contains($0) })
    #expect(!Self.forms.contains { result.messages.contains($0) })
    #expect(result.messages.contains(#""twice": 1"#))
  }

  private static let echoes = [["-H", "Authorization: Bearer \(marker)"], ["api_key==\(marker)"]]

  /// In header fields and in the body.
  @Test(arguments: echoes) func logAndCassetteMaskEchoedSecret(words: [String]) throws {
    let server = try LoopbackServer { request in
      let echo = "\(request[header: "authorization"] ?? "-") \(request.query)"
      return .ok("you said \(echo)", headers: ["X-Echo": echo, "Location": "/users/@me?x=1"])
    }
    let secret = ["-v", "--log-response", "--record", "tape", server.url("/")] + words

    let result = try req.run(secret).expect(exit: 0)

    #expect(result.text.contains(Self.marker))
    #expect(!result.messages.contains(Self.marker), "\(result.messages)")
    let tape = try req.sandbox.text("tape")
    #expect(!tape.contains(Self.marker), "\(tape)")
    for text in [result.messages, tape] {
      #expect(text.contains("you said") && text.contains("/users/@me?x=1"), "\(text)")
    }
  }

  @Test func processListContainsNoSecret() throws {
    let server = try LoopbackServer { _ in .idle }
    try req.sandbox.write("token", "\(Self.marker)\n")
    let live = try req.start(["--bearer-file", "token", server.url("/")])
    #expect(server.waitForRequests(1))

    #expect(!String(decoding: live.commandLine, as: UTF8.self).contains(Self.marker))
    let environment = try req.sandbox.directory.read("/proc/\(live.processIdentifier)/environ")
    #expect(!String(decoding: environment, as: UTF8.self).contains(Self.marker))
    server.stop()
    _ = live.sendUntilEnd(15)
  }

  /// Proxies that refuse, are unreachable or invalid.
  @Test(arguments: [
    "http://me:SECRET@127.0.0.1:PORT", "http://me:SECRET@127.0.0.1:1",
    "http://me:SECRET@127.0.0.1:99999", "ftp://me:SECRET@127.0.0.1:1",
    "socks5://me:SECRET@127.0.0.1:1",
  ])
  func masksProxyPassword(proxy: String) throws {
    let server = try LoopbackServer { _ in .status(407, "no") }
    try req(server.url("/")).expect(exit: 22)
    let proxy = proxy.replacing("SECRET", with: Self.marker)
      .replacing("PORT", with: "\(server.port)")
    let options = ["-v", "--retry", "0", "--proxy", proxy, "--record", "tape"]

    let results = [
      try req.run(options + ["http://h.test/"]), try req.run(options + ["https://h.test/"]),
      try req.run(options, stdin: .lines(["http://h.test/"])),
      try req("-v", "--retry", "0", "http://h.test/", environment: ["http_proxy": proxy]),
      try req.run(["--print-config", "--proxy", proxy]),
    ]

    for result in results { try req.sandbox.expectNoSecret(Self.forms, result) }
  }

  /// A cookie set by the server is a secret too.
  @Test func masksSetCookie() throws {
    let server = try LoopbackServer { _ in
      .ok("x", headers: ["Set-Cookie": "sid=\(Self.marker); Path=/"])
    }

    let result = try req("-v", "--record", "tape", "-c", "jar", server.url("/")).expect(exit: 0)
    let second = try req("-v", "--record", "tape", "-b", "jar", server.url("/")).expect(exit: 0)

    #expect(server.requests.last?[header: "cookie"] == "sid=\(Self.marker)")
    for result in [result, second] {
      try req.sandbox.expectNoSecret(Self.forms, result, except: ["work/jar"])
    }
    #expect(req.sandbox.directory.permissions("work/jar") == 0o600)
    #expect(req.sandbox.directory.permissions("work/tape") == 0o600)
  }

  @Test func masksPasswordInLocation() throws {
    let server = try LoopbackServer { request in
      request.number == 1
        ? .redirect(to: "http://me:\(Self.marker)@\(request[header: "host"] ?? "")/b") : "there"
    }

    let result = try req("-v", "--record", "tape", "--format", "jsonl", server.url("/a"))

    #expect(!result.messages.contains(Self.marker))
    #expect(!result.text.contains(Self.marker))
    #expect(try !req.sandbox.text("tape").contains(Self.marker))
  }

  @Test(arguments: ["/gone", "/away", "/cut"], ["api_key", "access_token", "token"])
  func masksKeyInURL(path: String, name: String) throws {
    let server = try LoopbackServer([
      "/gone": .status(401, "no"), "/cut": .truncated("x", declared: 9),
      "/away": .redirect(to: "file:///?\(name)=\(Self.marker)"),
    ])
    let url = "\(server.url(path))?\(name)=\(Self.marker)"

    let single = try req("--retry", "0", "-v", url)
    let stream = try req("--retry", "0", "-v", "--record", "tape", stdin: .lines([url]))

    #expect(!single.messages.contains(Self.marker), "\(single.messages)")
    #expect(!stream.messages.contains(Self.marker), "\(stream.messages)")
    let tape = path == "/gone" ? try req.sandbox.text("tape") : ""
    #expect(!tape.contains(Self.marker))
  }

  /// Passes on the error message of a service, without the key it quotes.
  @Test(arguments: ["error", "problem"])
  func masksSecretInServiceError(kind: String) throws {
    let server = try LoopbackServer { request in
      let key = request[header: "authorization"] ?? "none"
      if kind == "error" { return .ok(json: #"{"error":"bad \#(key)"}"#) }
      var response = ServedResponse(status: 403, body: Array(#"{"title":"bad \#(key)"}"#.utf8))
      response.headers = [("Content-Type", "application/problem+json")]
      return .answer(response)
    }
    let words = ["-H", "Authorization: Bearer \(Self.marker)", "--error-if", "/error"]
    let req = try Tool("req")

    let single = try req.run(words + [server.url("/")]).expect(exit: 22)
    #expect(!single.messages.contains(Self.marker))
    single.expect(says: "bad Bearer ")
    guard kind == "error" else { return }
    let stream = try req.run(words, stdin: .lines([server.url("/")])).expect(exit: 1)
    #expect(!stream.text.contains(Self.marker) && stream.text.contains("bad Bearer ***"))
  }

  @Test(
    arguments: [
      "Private-Token", "X-Auth-Token", "api_key", "X-Amz-Security-Token", "X-Custom-Session",
    ])
  func sendsKeysOnlyToTheirServer(name: String) throws {
    let other = try LoopbackServer { _ in .ok(json: "[]") }
    let server = try LoopbackServer { request in
      request.path == "/redirect"
        ? .status(302, headers: ["Location": other.url("/")])
        : .ok("[1]", headers: ["Link": "<\(other.url("/"))>; rel=next"])
    }
    let field = "\(name): \(Self.marker)"

    let req = try Tool("req")
    let redirected = try req("-v", "-H", field, server.url("/redirect")).expect(exit: 0)
    try req("-H", field, "--paginate", "link", server.url("/page")).expect(exit: 0)
    let curl = try req("--to-curl", "-H", field, server.url("/"))

    #expect(server.requests.allSatisfy { $0[header: name] == Self.marker })
    #expect(other.requests.count == 2 && other.requests.allSatisfy { $0[header: name] == nil })
    #expect(!redirected.messages.contains(Self.marker) && !curl.text.contains(Self.marker))
  }
}
