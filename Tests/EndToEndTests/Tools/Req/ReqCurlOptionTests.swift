import TestSupport
import Testing

/// Options that `req` shares with curl, beyond those in documented commands.
@Suite struct ReqCurlOptionTests {
  private func page(_ request: ServedRequest) -> Script {
    switch request.path {
    case "/gone": .status(404, "{\"why\":\"it is gone\"}", headers: ["X-A": "b"])
    default: .ok("body of \(request.target)\n", headers: ["X-A": "b c"])
    }
  }

  @Test func fetchesSeveralURLsInOrder() throws {
    let server = try LoopbackServer(page)
    let req = try Tool("req")

    let printed = try req(server.url("/1"), server.url("/2"), "q==x").expect(exit: 0)
    #expect(printed.text == "body of /1?q=x\nbody of /2?q=x\n")
    let records = try req(
      "--format", "jsonl", "--fields", "ref,status", server.url("/1"), "--url",
      server.url("/2")
    ).expect(exit: 0)
    #expect(records.lines == [#"{"ref":1,"status":200}"#, #"{"ref":2,"status":200}"#])
    let late = try req(server.url("/gone"), server.url("/1")).expect(exit: 22)
    #expect(late.text.hasSuffix("body of /1\n"))
  }

  @Test func fetchesFilesAtTheSameTime() throws {
    // No response before both requests.
    let server = try LoopbackServer { request in
      let body = ServedResponse(status: 200, headers: [:], body: Array(request.path.utf8))
      return .steps(.awaitRequests(2), .answer(body))
    }
    let req = try Tool("req")

    let run = try req(
      "-Z", "-w", "%{http_code}\n", "-o", "a", server.url("/a"), "-o", "b", server.url("/b")
    ).expect(exit: 0)

    #expect(run.text == "200\n200\n")
    #expect(try req.sandbox.text("a") + req.sandbox.text("b") == "/a/b")
  }

  @Test func keepsMessagesAndFiles() throws {
    let server = try LoopbackServer(page)
    let req = try Tool("req")
    try req.sandbox.write("kept", "old")

    let run = try req("--stderr", "log", server.url("/gone")).expect(exit: 22)
    #expect(run.messages.isEmpty)
    #expect(try req.sandbox.text("log").contains("HTTP status 404"))
    let skipped = try req("--skip-existing", "-o", "kept", server.url("/page")).expect(exit: 0)
    #expect(skipped.text.isEmpty && server.requestCount == 1)
    #expect(try req.sandbox.text("kept") == "old")
  }

  @Test func explainsErrorThatIsNotSaved() throws {
    let long = String(repeating: "0123456789\n", count: 1000)
    let server = try LoopbackServer { request in
      request.path == "/long" ? .status(500, long) : page(request)
    }
    let req = try Tool("req")

    let gone = try req("-o", "out", server.url("/gone")).expect(exit: 22)
      .expect(says: "{\"why\":\"it is gone\"}")
    #expect(gone.text == "" && !req.sandbox.exists("out"))
    let silent = try req("-f", "-o", "out", server.url("/gone")).expect(exit: 22)
    #expect(!silent.messages.contains("it is gone"))
    let cut = try req("--retry", "0", "-o", "out", server.url("/long")).expect(exit: 22)
    #expect(cut.messages.contains("… 11000 bytes in total"))
    #expect(cut.stderr.count < 4096 + 300)
  }

  @Test func stdinIsBodyAfterMethod() throws {
    let server = try LoopbackServer(page)
    let req = try Tool("req")

    try req("POST", server.url("/"), stdin: "{\"a\": 1}\n").expect(exit: 0)
    try req("PUT", server.url("/"), stdin: "text").expect(exit: 0)
    // Neither waits for stdin.
    try req("POST", server.url("/"), "a=b", stdin: .silent).expect(exit: 0)
    try req("-X", "POST", server.url("/"), stdin: .silent).expect(exit: 0)
    try req("--ignore-stdin", "POST", server.url("/"), stdin: .silent)
      .expect(exit: 0)
    try req("DELETE", server.url("/"), stdin: .silent).expect(exit: 0)

    #expect(server.requests.map(\.text) == ["{\"a\": 1}\n", "text", "{\"a\":\"b\"}", "", "", ""])
    #expect(server.requests[0][header: "content-type"] == "application/json")
    #expect(server.requests[1][header: "content-type"] == "text/plain; charset=utf-8")
  }

  @Test(arguments: [
    (["GET"], "missing URL", "type req GET URL"), (["list.txt"], "is a file, not a URL", "req < "),
    (["http://h/", "list.txt"], "invalid request item", "@file"),
    (["/products"], "a path without a host", "--base-url"),
    (["http://h/x?filter={\"a\":1}"], "is not a variable name", "--globoff"),
    (["--var", "id=3"], "--var describes a single request", "type req"),
    (["--form", "POST", "http://h/"], "expected name=content", "--as-form"),
    (["--digest", "http://h/"], "needs --user", ""),
    (["--aws-sigv4", "aws:amz", "http://h/"], "needs --user", ""),
    (["--proto", "=ftp", "http://h/"], "=https", ""),
  ])
  func namesTheMistake(arguments: [String], message: String, hint: String) throws {
    let req = try Tool("req")
    try req.sandbox.write("list.txt", "http://h/\n")

    let result = try req.run(arguments).expect(exit: 2).expect(says: message)
    if !hint.isEmpty { result.expect(says: hint) }
  }

  @Test func connectsElsewhere() throws {
    let server = try LoopbackServer(page)
    let proxy = try LoopbackServer.forbidden()
    let req = try Tool("req")

    try req("--connect-to", "api.example:80:127.0.0.1:\(server.port)", "http://api.example/a")
      .expect(exit: 0)
    try req("--connect-to", "::127.0.0.1:\(server.port)", "http://other.example/b").expect(exit: 0)
    try req("-4", server.url("/c")).expect(exit: 0)
    try req("-6", "--retry", "0", server.url("/d")).expect(exit: 6).expect(says: "no IPv6 address")
    try req(
      "--noproxy", "127.0.0.1", server.url("/e"), environment: ["http_proxy": proxy.url]
    ).expect(exit: 0)
    try req("--proto", "=https", server.url("/f")).expect(exit: 1)

    #expect(server.targets == ["/a", "/b", "/c", "/e"])
    #expect(server.requests[0][header: "host"] == "api.example")
  }

  @Test(arguments: [[], ["-o", "file"]])
  func limitsRate(options: [String]) throws {
    let server = try LoopbackServer { _ in .ok(String(repeating: "x", count: 40_000)) }

    let result = try Tool("req").run(options + ["--limit-rate", "80K", server.url("/")])
      .expect(exit: 0)

    #expect(result.elapsed > .milliseconds(350))
  }

  /// Waiting for the rate does not count toward `--timeout`.
  @Test func limitedTransferDoesNotTimeOut() throws {
    let server = try LoopbackServer { _ in .ok(String(repeating: "x", count: 3000)) }

    try Tool("req")("--limit-rate", "4K", "--timeout", "0.3", server.url("/")).expect(exit: 0)
  }

  /// Stdin is sent while it is read.
  @Test func uploadOfStdinTakesLittleMemory() throws {
    let server = try LoopbackServer { .ok("\($0.body.count)") }
    let req = try Tool("req")

    let result = try req(
      "-T", "-", server.url("/"),
      stdin: .generated(count: 64) { _ in [UInt8](repeating: 65, count: 1 << 20) },
      measuresMemory: true)

    #expect(result.expect(exit: 0).text == "\(64 << 20)")
    #expect(result.ending.peakBytes < 40 << 20)
  }
}
