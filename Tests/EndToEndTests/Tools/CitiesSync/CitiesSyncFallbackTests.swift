import Glibc
import TestSupport
import Testing

/// `cities-sync` with an unavailable source, and over several runs.
@Suite struct CitiesSyncFallbackTests {
  private let sandbox: Sandbox
  private let start = 1_800_000_000
  private static let day = 86_400

  init() throws { sandbox = try Sandbox() }

  private func sync(_ arguments: String..., at now: Int) throws -> ToolResult {
    try Tool("cities-sync", in: sandbox).run(
      arguments, environment: ["WIRELINE_NOW": "\(now)"])
  }

  private func cities(_ count: Int, etag: String = "a") -> Script {
    .answer(
      ServedResponse(
        headers: ["Content-Type": "application/json", "ETag": "\"\(etag)\""],
        body: Array(SampleCities.array(count: count).utf8)))
  }

  /// A name that has resolved before is not misspelt.
  @Test func treatsUnresolvedKnownNameAsTemporary() throws {
    let url = "http://no.such.invalid/c"
    let server = try LoopbackServer(["/c": cities(50)])
    try sync("--record", "tape.jsonl", server.url("/c"), at: start).expect(exit: 0)
    let tape = try sandbox.text("tape.jsonl").split(separator: server.url("/c")).joined(
      separator: url)
    let file = try sandbox.write("known.jsonl", tape)
    try sync("--replay", file, url, at: start).expect(exit: 0)

    let late = start + 2 * Self.day
    let known = try sync("--retry=0", url, at: late).expect(exit: 0)
    let other = try sync("--retry=0", "http://other.invalid/c", at: late).expect(exit: 6)

    #expect(known.records(as: .sync).first?["action"]?.string == "stale")
    #expect(known.messages.contains("warning") && other.text == "")
  }

  /// A signal ends waits immediately.
  @Test(arguments: [["--jitter", "1000d"], ["--wait", "100s"]])
  func signalEndsWait(options: [String]) throws {
    let server = try LoopbackServer.forbidden()
    let path = sandbox.directory.path("c.db.lock")
    let tool = try Tool("cities-sync", in: sandbox)
    // flock(1) holds the lock for the second case.
    let holder = try Tool(path: "/usr/bin/flock", in: sandbox)
      .start([path, "cat"], stdin: nil)
    #expect(holder.waitUntilOpen("c.db.lock"))
    let sync = try tool.start(
      options + ["--database", sandbox.directory.path("c.db"), server.url("/c")], stdin: .empty)

    #expect(sync.waitUntilCaught(SIGTERM) && sync.sendUntilEnd(SIGTERM))

    try sync.wait().expect(exit: 143)
    holder.closeInput()
  }

  /// Does not wait for the rest, and leaves no partial file.
  @Test(arguments: [(SIGTERM, 143), (SIGINT, 130)] as [(Int32, Int32)])
  func signalEndsDownload(signal: Int32, exit: Int32) throws {
    let server = try LoopbackServer([
      "/c": .sequence(cities(50), cities(60, etag: "b").dripping(bytes: 1, every: .seconds(1)))
    ])
    try sync(server.url("/c"), at: start).expect(exit: 0)
    let files = sandbox.files

    let sync = try Tool("cities-sync", in: sandbox).start(["--refresh", server.url("/c")])
    #expect(server.waitForRequests(2) && sync.waitUntilCaught(signal))
    sync.send(signal)

    try sync.wait().expect(exit: exit)
    #expect(sandbox.files == files)
    #expect(try Tool("cities-find", in: sandbox)("--limit", "0", "*").lines.count == 50)
  }

  @Test func signalEndsWaitForStdin() throws {
    let sync = try Tool("cities-sync", in: sandbox).start(["-"])
    sync.write("[")
    #expect(sync.waitUntilCaught(SIGTERM))
    sync.send(SIGTERM)

    try sync.wait().expect(exit: 143)
    #expect(!sandbox.files.contains { $0.hasSuffix("cities.sqlite") })
  }

  @Test func unpacksGzipFromAllSources() throws {
    let packed = Gzip.gzip(SampleCities.file)
    let server = try LoopbackServer([
      "/c.gz": .ok(packed, type: "application/gzip"),
      "/encoded": .encoded("gzip", packed, type: "application/json"),
    ])
    let file = try sandbox.directory.write("c.json.gz", packed)

    for source in [file, server.url("/c.gz"), server.url("/encoded")] {
      let record = try sync("--database", "x.db", "--refresh", source, at: start)
        .expect(exit: 0).records(as: .sync).first
      #expect(record?["cities"]?.integer == SampleCities.all.count)
    }
    let cut = try sandbox.directory.write("cut.gz", Array(packed.dropLast(9)))
    try sync("--database", "y.db", cut, at: start).expect(exit: 65)
  }

  @Test func secondRunUsesResultOfFirst() throws {
    let gate = try Gate()
    let server = try LoopbackServer { _ in cities(50).behind(gate) }
    let tool = try Tool("cities-sync", in: sandbox)
    let first = try tool.start([server.url("/c")])
    #expect(server.waitForRequests(1))

    try tool("--wait", "0", server.url("/c")).expect(exit: 75)
    // Regardless of which finishes first, there is one request.
    let second = try tool.start(["--wait", "20s", server.url("/c")])
    gate.open()

    let records = try [first, second].map {
      try #require(try $0.wait().expect(exit: 0).records(as: .sync).first)
    }
    #expect(records.map { $0["action"]?.string } == ["downloaded", "fresh"])
    #expect(server.requestCount == 1)
  }

  @Test(.needs("systemd-analyze"))
  func systemdAcceptsUnits() throws {
    let printed = try sync(
      "--print-systemd", "--jitter", "10m", "--database", "/a b/100%/$c.db", at: start)
    let units = printed.text.split(separator: "# ~/.config/systemd/user/")
    let paths = try units.map { unit in
      let end = try #require(unit.firstIndex(of: "\n"))
      return try sandbox.directory.write(String(unit[..<end]), String(unit[end...]))
    }
    try #require(paths.count == 2)

    let result = try Tool(path: "/usr/bin/systemd-analyze", in: sandbox).run(
      ["verify", "--man=no"] + paths, environment: ["PATH": "/usr/bin:/bin"])

    #expect(result.expect(exit: 0).messages == "")
  }
}
