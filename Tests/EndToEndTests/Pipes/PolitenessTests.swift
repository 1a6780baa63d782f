import Glibc
import TestSupport
import Testing

/// `--politeness`: processes with the same directory share the limits of hosts.
@Suite struct PolitenessTests {
  /// When the last request arrived, from the start of the server on. The intervals since the first
  /// would be too short if the server reads that one late.
  private func lastTime(_ server: LoopbackServer) -> Duration? {
    server.requests.map(\.time).max()
  }

  private func start(_ name: String, _ words: [String], _ lines: [String], in sandbox: Sandbox)
    throws -> LiveTool
  {
    try Tool(name, in: sandbox).start(words, stdin: .lines(lines))
  }

  @Test func twoProcessesShareTheRate() throws {
    let server = try LoopbackServer { _ in "ok" }
    let sandbox = try Sandbox()
    let words = ["--politeness", "hosts", "--rate-per-host", "20/s"]
    let lines = (1...10).map { server.url("/\($0)") }

    let first = try start("req", words, lines, in: sandbox)
    let second = try start("req", words, lines, in: sandbox)
    try first.wait().expect(exit: 0).expectSilence()
    try second.wait().expect(exit: 0).expectSilence()

    #expect(server.requests.count == 20)
    // 19 intervals of 50 ms.
    let last = try #require(lastTime(server))
    #expect(last >= .milliseconds(950), "\(last)")
  }

  @Test func differentToolsShareTheRate() throws {
    let png = SampleImage.png(width: 3, height: 2)
    let server = try LoopbackServer { _ in .ok(png, type: "image/png") }
    let sandbox = try Sandbox()
    let words = ["--politeness", "hosts", "--rate-per-host", "20/s"]
    let lines = (1...5).map { server.url("/\($0).png") }

    let first = try start("req", words, lines, in: sandbox)
    let second = try start("imgfetch", words + ["-o", "photos"], lines, in: sandbox)
    try first.wait().expect(exit: 0)
    try second.wait().expect(exit: 0)

    #expect(server.requests.count == 10)
    let last = try #require(lastTime(server))
    #expect(last >= .milliseconds(450), "\(last)")
  }

  /// For example in a shell loop.
  @Test func successiveProcessesShareTheRate() throws {
    let server = try LoopbackServer { _ in "ok" }
    let req = try Tool("req")

    for _ in 1...3 {
      try req("--politeness", "hosts", "--rate-per-host", "5/s", server.url).expect(exit: 0)
    }

    let last = try #require(lastTime(server))
    #expect(last >= .milliseconds(400), "\(last)")
  }

  @Test(arguments: [429, 503])
  func nextProcessRespectsRetryAfter(status: Int) throws {
    let server = try LoopbackServer {
      $0.number == 1 ? .status(status, "busy", headers: ["Retry-After": "1"]) : "ok"
    }
    let req = try Tool("req")
    let lines = ToolInput.lines([server.url("/")])

    try req("--politeness", "hosts", "--retry", "0", stdin: lines).expect(exit: 1)
    try req("--politeness", "hosts", stdin: lines).expect(exit: 0)

    let times = server.requests.map(\.time)
    #expect(times.count == 2 && times[1] - times[0] >= .milliseconds(980), "\(times)")
  }

  @Test func runningProcessRespectsRetryAfter() throws {
    let server = try LoopbackServer {
      $0.path == "/busy" ? .status(429, "busy", headers: ["Retry-After": "1"]) : "ok"
    }
    let sandbox = try Sandbox()
    let req = try Tool("req", in: sandbox)
    let running = try req.start(["--politeness", "hosts"])
    running.write(server.url("/1") + "\n")
    #expect(running.readLine() != nil)

    try req("--politeness", "hosts", "--retry", "0", stdin: .lines([server.url("/busy")]))
      .expect(exit: 1)
    running.write(server.url("/2") + "\n")
    try running.finish().expect(exit: 0).expectSilence()

    let requests = server.requests
    #expect(requests.map(\.path) == ["/1", "/busy", "/2"])
    #expect(requests[2].time - requests[1].time >= .milliseconds(980))
  }

  /// Another port counts as another host, as for `--per-host`.
  @Test func doesNotDelayOtherHosts() throws {
    let busy = try LoopbackServer { _ in .status(429, "", headers: ["Retry-After": "100"]) }
    let free = try LoopbackServer { _ in "ok" }
    let req = try Tool("req")

    try req("--politeness", "hosts", "--retry", "0", stdin: .lines([busy.url("/")]))
      .expect(exit: 1)
    try req("--politeness", "hosts", stdin: .lines([free.url("/")])).expect(exit: 0)
  }

  /// A killed process leaves neither a lock nor incomplete state.
  @Test func toleratesKilledProcesses() throws {
    let server = try LoopbackServer { _ in "ok" }
    let sandbox = try Sandbox()
    let words = ["--politeness", "hosts", "--rate-per-host", "500/s"]
    for round in 1...5 {
      let killed = try start("req", words, (1...500).map { server.url("/\($0)") }, in: sandbox)
      #expect(server.waitForRequests(round * 20))
      killed.send(SIGKILL)
      _ = try killed.wait()
    }

    let result = try Tool("req", in: sandbox).run(words, stdin: .lines([server.url("/last")]))

    result.expect(exit: 0).expectSilence()
    #expect(result.elapsed < .seconds(30))
  }

  /// Host names may be private.
  @Test func doesNotStoreHostNames() throws {
    let server = try LoopbackServer { _ in "ok" }
    let sandbox = try Sandbox()
    let url = "http://secret-name.localhost:\(server.port)/"

    try Tool("req", in: sandbox)("--politeness", "a/b", url).expect(exit: 0)

    #expect(sandbox.directory.files(under: "work") == ["work/a/b/hosts"])
    #expect(sandbox.directory.permissions("work/a/b") == 0o700)
    #expect(sandbox.directory.permissions("work/a/b/hosts") == 0o600)
    let text = String(decoding: try sandbox.directory.read("work/a/b/hosts"), as: UTF8.self)
    #expect(!text.contains("secret"))
  }

  @Test(arguments: ["req", "imgfetch", "yelp-query"])
  func rejectsAnUnusableDirectoryBeforeAnyRequest(name: String) throws {
    let server = try LoopbackServer.forbidden()
    let sandbox = try Sandbox()
    try sandbox.write("foreign/hosts", "name,count\n")
    try sandbox.write("file", "")
    func run(_ directory: String) throws -> ToolResult {
      try Tool(name, in: sandbox).run(
        (name == "yelp-query" ? ["search", "--base-url", server.url, "--location", "x"] : [])
          + ["--politeness", directory] + (name == "yelp-query" ? [] : [server.url("/x")]),
        environment: ["YELP_API_KEY": "k"])
    }

    try run("file").expect(exit: 23).expect(says: "\(name): error: cannot ")
    try run("/dev/null/x").expect(exit: 23)
    try run("").expect(exit: 2).expect(says: "\(name): error: --politeness needs a directory")
    try run("foreign").expect(exit: 2).expect(
      says: "\"foreign/hosts\": it was not created by --politeness",
      "hint: use a separate directory for --politeness")
  }

  /// The file cannot grow beyond 8 blocks, so the run continues with its own limits.
  @Test func warnsOnceIfLimitsCannotBeShared() throws {
    let server = try LoopbackServer { _ in "ok" }
    let sandbox = try Sandbox()
    try sandbox.write("urls", (1...5).map { server.url("/\($0)\n") }.joined())

    let result = try sandbox.shell(
      "ulimit -f 8; req --politeness hosts --rate-per-host 50/s < urls",
      environment: Sandbox.uncounted)

    #expect(result.expect(exit: 0).lines.count == 5)
    #expect(result.messageLines.count == 1, "\(result.story)")
    result.expect(says: "req: warning: cannot share host limits with other processes: ")
    let last = try #require(lastTime(server))
    #expect(last >= .milliseconds(80), "\(last)")
  }

  @Test func createsNoDirectoryWithoutARequest() throws {
    let sandbox = try Sandbox()
    let url = "http://127.0.0.1:9/x"

    try Tool("req", in: sandbox)("--politeness", "hosts", "--dry-run", url).expect(exit: 0)
    try Tool("req", in: sandbox)("--politeness", "hosts", "--build", url).expect(exit: 0)
    try Tool("imgfetch", in: sandbox)("--politeness", "hosts", "--dry-run", "-o", "p", url)
      .expect(exit: 0)

    #expect(sandbox.directory.files(under: "work") == [])
  }
}
