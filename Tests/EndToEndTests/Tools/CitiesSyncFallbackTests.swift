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

  /// Warns about stale data, and fails if it is too old.
  @Test(arguments: [
    Script.status(500), .status(503), .status(429), .hangUp, .reset, .truncated("[", declared: 99),
  ])
  func fallsBackToStoredDataForLimitedTime(failure: Script) throws {
    let server = try LoopbackServer(["/c": .sequence(cities(50), failure)])
    let (url, retry) = (server.url("/c"), "--retry=0")
    try sync(url, retry, at: start).expect(exit: 0)

    let stale = try sync(url, retry, at: start + 2 * Self.day).expect(exit: 0)
    let old = try sync("--refresh", url, retry, at: start + 8 * Self.day).expect(exit: 1)
    let strict = try sync("--refresh", "--no-stale", url, retry, at: start + 2 * Self.day)

    #expect(stale.records(as: .sync).first?["action"]?.string == "stale")
    #expect(stale.records(as: .sync).first?["cities"]?.integer == 50)
    #expect(stale.messages.contains("warning") && stale.messages.contains("2 d"))
    #expect(old.messages.contains("error") && old.messages.contains("8 d"))
    strict.expect(exit: 75)
    #expect(try Tool("cities-find", in: sandbox)("--limit", "0", "*").lines.count == 50)
  }

  /// The deadline of all attempts is a timeout like the others.
  @Test(arguments: ["--deadline", "--max-time", "--timeout"])
  func fallsBackAfterTimeout(option: String) throws {
    let gate = Gate()
    let server = try LoopbackServer(["/c": .sequence(cities(50), cities(51).behind(gate))])
    let url = server.url("/c")
    try sync(url, at: start).expect(exit: 0)

    let late = try sync("--refresh", "--retry=0", option, "200ms", url, at: start + 9)
    let strict = try sync(
      "--refresh", "--retry=0", "--no-stale", option, "200ms", url, at: start + 9)
    gate.open()

    #expect(late.expect(exit: 0).records(as: .sync).first?["action"]?.string == "stale")
    strict.expect(exit: 75)
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
    let strict = try sync("--retry=0", "--no-stale", url, at: late).expect(exit: 75)
    let other = try sync("--retry=0", "http://other.invalid/c", at: late).expect(exit: 6)

    #expect(known.records(as: .sync).first?["action"]?.string == "stale")
    #expect(known.messages.contains("warning") && strict.text == "" && other.text == "")
  }

  /// A wrong URL is not a temporary error, so cron must report it.
  @Test(arguments: [(404, 22), (403, 22)])
  func failsForWrongURL(status: Int, exit: Int32) throws {
    let server = try LoopbackServer(["/c": .sequence(cities(50), .status(status))])
    try sync(server.url("/c"), at: start).expect(exit: 0)

    try sync(server.url("/c"), at: start + 2 * Self.day).expect(exit: exit)
  }

  @Test func respectsRetryAfterBetweenRuns() throws {
    let busy = Script.status(503, "", headers: ["Retry-After": "3600"])
    let server = try LoopbackServer(["/c": .sequence(cities(50), busy, cities(51, etag: "b"))])
    let (url, late) = (server.url("/c"), start + 2 * Self.day)
    try sync(url, at: start).expect(exit: 0)

    try sync("--retry=0", url, at: late).expect(exit: 0)
    let early = try sync("--retry=0", url, at: late + 3599).expect(exit: 0)
    #expect(server.requestCount == 2, "no request before Retry-After")
    let after = try sync("--retry=0", url, at: late + 3600).expect(exit: 0)

    #expect(early.records(as: .sync).first?["action"]?.string == "stale")
    #expect(early.messages.contains("must not be queried before"))
    #expect(after.records(as: .sync).first?["action"]?.string == "downloaded")
    #expect(after.records(as: .sync).first?["added"]?.integer == 1)
    #expect(server.requests.last?[header: "if-none-match"] == "\"a\"")
  }

  /// Hourly runs send about one request a day, regardless of the responses.
  @Test func survivesTwoWeeksOfCron() throws {
    let server = try LoopbackServer { request in
      switch request.number {
      case 1: cities(100)
      case 4: .status(500)
      case 5: .hangUp
      case 7: cities(10, etag: "small")
      case 9: cities(101, etag: "b")
      default: .steps(.answer(ServedResponse(status: 304)))
      }
    }
    var actions: [String: Int] = [:]
    var refused = 0
    for hour in 0..<(14 * 24) {
      // On the tenth day the clock is set back for an hour.
      let now = start + hour * 3600 - (hour == 230 ? 5 * Self.day : 0)
      let result = try sync("--retry=0", server.url("/c"), at: now)
      if result.exit == 65 { refused += 1 } else { result.expect(exit: 0) }
      for record in result.records(as: .sync) {
        actions[record["action"]?.string ?? "", default: 0] += 1
        #expect(record["cities"]?.integer ?? 0 >= 100)
      }
    }

    #expect((14...24).contains(server.requestCount), "\(server.requestCount)")
    #expect(refused == 1 && actions["refused"] == 1)
    #expect(actions["downloaded"] == 2 && actions["stale"] ?? 0 >= 2)
    #expect(actions["fresh"] ?? 0 > 300, "\(actions)")
  }

  @Test func keepsFavoritesOfRemovedCities() throws {
    let server = try LoopbackServer([
      "/c": .sequence(cities(50), cities(45, etag: "b"), cities(50, etag: "c"))
    ])
    func find(_ arguments: String...) throws -> ToolResult {
      try Tool("cities-find", in: sandbox).run(arguments)
    }
    try sync(server.url("/c"), at: start).expect(exit: 0)
    let all = try find("--limit", "0", "*").records(as: .city).compactMap { $0["id"]?.integer }
    let last = try #require(all.max())
    try find("--favorite", "\(last)", "\(try #require(all.min()))").expect(exit: 0)

    try sync("--refresh", server.url("/c"), at: start).expect(exit: 0)
    let orphan = try find("--favorites")
    let status = try sync("--status", server.url("/c"), at: start).expect(exit: 0)
    let record = try StrictJSON(status.text)
    try sync("--refresh", server.url("/c"), at: start).expect(exit: 0)
    let back = try find("--favorites").records(as: .city)

    #expect(orphan.text.contains(#""orphan":true"#) && orphan.lines.count == 2)
    #expect(record["favorites"]?.integer == 2)
    #expect(record["orphans"]?.text.contains("\(last)") == true)
    #expect(back.count == 2 && back.allSatisfy { $0["orphan"] == nil })
  }

  @Test func writesChangesAndRollsBack() throws {
    let server = try LoopbackServer(["/c": .sequence(cities(50), cities(52, etag: "b"))])
    try sync(server.url("/c"), at: start).expect(exit: 0)

    let record = try #require(
      try sync(
        "--refresh", "--diff", "d.jsonl", "--generations", "1", "--metrics", "m.prom",
        server.url("/c"), at: start + 5
      ).expect(exit: 0).records(as: .sync).first)
    let lines = try sandbox.text("d.jsonl").split(separator: "\n")
    let metrics = try sandbox.text("m.prom")
    try sync("--rollback", at: start + 9).expect(exit: 0)
    let count = try Tool("cities-find", in: sandbox)("--limit", "0", "*").lines.count
    let fresh = try sync(server.url("/c"), at: start + 60).records(as: .sync).first

    #expect(record["added"]?.integer == 2)
    #expect(lines.count == 2 && lines.allSatisfy { $0.contains(#""change":"added""#) })
    #expect(metrics.contains("\nwireline_cities_rows 52\n"))
    #expect(metrics.contains(#"wireline_cities_result{action="downloaded"} 1"#))
    #expect(count == 50)
    #expect(fresh?["action"]?.string == "fresh", "a run within the TTL keeps it")
    try sync("--rollback", at: start + 9).expect(exit: 0)
  }

  /// A consumer that applies the file after every run must not apply changes twice.
  @Test func emptiesDiffWithoutChanges() throws {
    let server = try LoopbackServer([
      "/c": .sequence(
        cities(50), cities(52, etag: "b"), .steps(.answer(ServedResponse(status: 304))),
        cities(52, etag: "c"), .status(500))
    ])
    let actions = try ["downloaded", "downloaded", "not_modified", "unchanged", "stale"].map {
      let result = try sync(
        "--refresh", "--retry=0", "--diff", "d.jsonl", server.url("/c"), at: start
      ).expect(exit: 0)
      let lines = try sandbox.text("d.jsonl").split(separator: "\n").count
      #expect(lines == (result.text.contains(#""added":2"#) ? 2 : 0))
      try sandbox.write("d.jsonl", "old\n")
      return (result.records(as: .sync).first?["action"]?.string, $0)
    }
    let fresh = try sync("--diff", "d.jsonl", server.url("/c"), at: start).expect(exit: 0)

    #expect(actions.allSatisfy { $0 == $1 }, "\(actions)")
    #expect(fresh.records(as: .sync).first?["action"]?.string == "fresh")
    #expect(try sandbox.text("d.jsonl") == "")
  }

  /// Both report it alike, with or without its folder.
  @Test(arguments: ["none.db", "no/where/none.db", nil] as [String?])
  func statusAndRollbackNeedDatabase(path: String?) throws {
    let option = path.map { ["--database", $0] } ?? []
    let tool = try Tool("cities-sync", in: sandbox)

    let status = try tool.run(["--status"] + option).expect(exit: 69)
    let back = try tool.run(["--rollback"] + option).expect(exit: 69)

    #expect(back.messages == status.messages && back.messages.contains("no city database at"))
    #expect(sandbox.files == [], "no lock file")
  }

  @Test func rollbackNeedsPreviousDatabase() throws {
    let file = try sandbox.write("c.json", SampleCities.array(count: 50))
    try sync(file, at: start).expect(exit: 0)

    try sync("--rollback", at: start).expect(exit: 69).expect(says: "no previous database")
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

    try sync.wait(within: .seconds(5)).expect(exit: exit)
    #expect(sandbox.files == files)
    #expect(try Tool("cities-find", in: sandbox)("--limit", "0", "*").lines.count == 50)
  }

  @Test func signalEndsWaitForStdin() throws {
    let sync = try Tool("cities-sync", in: sandbox).start(["-"])
    sync.write("[")
    #expect(sync.waitUntilCaught(SIGTERM))
    sync.send(SIGTERM)

    try sync.wait(within: .seconds(5)).expect(exit: 143)
    #expect(!sandbox.files.contains { $0.hasSuffix("cities.sqlite") })
  }

  /// Bytes, total bytes if known, and completion.
  @Test func reportsProgress() throws {
    let server = try LoopbackServer(["/c": cities(50)])
    let file = try sandbox.write("c.json", SampleCities.array(count: 50))
    let bytes = SampleCities.array(count: 50).utf8.count

    for source in [server.url("/c"), file] {
      let events = try sync("--progress", "json", "--refresh", source, at: start)
        .expect(exit: 0).messageLines
      let last = try StrictJSON(try #require(events.last))["progress"]
      #expect(last?["tool"]?.string == "cities-sync" && last?["done"]?.integer == 1)
      #expect(last?["bytes"]?.integer == bytes && last?["total_bytes"]?.integer == bytes)
    }
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
    let gate = Gate()
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

  @Test func schedulesContainExecutableAndOptions() throws {
    let cron = try sync("--print-cron", "--database", "/a b/c.db", at: start).expect(exit: 0)
    let units = try sync("--print-systemd", "https://example.com/c.json", at: start)

    let line = try #require(cron.lines.last)
    #expect(line.contains("cities-sync -q --database '/a b/c.db'") && line.contains(" * * * * "))
    #expect(units.text.contains("\nExecStart=/") && units.text.contains("OnCalendar=hourly"))
    #expect(units.text.contains("https://example.com/c.json"))
  }

  @Test func verboseScheduleIsNotQuiet() throws {
    let cron = try sync("--print-cron", "-v", at: start).expect(exit: 0)

    let line = try #require(cron.lines.last)
    #expect(line.contains("cities-sync --verbose ") && !line.contains(" -q"))
  }

  /// Paths are absolute, because cron has another working directory.
  @Test func schedulesRepeatOptions() throws {
    let cron = try sync(
      "--print-cron", "--metrics", "cities.prom", "--max-stale=3d", "--no-stale", "--retry", "1",
      "-qq", "--jitter", "3m", "cities.json.gz", at: start
    ).expect(exit: 0)
    let units = try sync("--print-systemd", "--jitter=3m", "https://h/c", at: start)

    let line = try #require(cron.lines.last)
    #expect(
      line.hasSuffix(
        " -q --metrics \(sandbox.work)/cities.prom --max-stale 3d --no-stale --retry 1"
          + " --database \(sandbox.home)/data/wireline/cities.sqlite"
          + " --favorites-file \(sandbox.home)/data/wireline/favorites.sqlite --jitter 3m"
          + " \(sandbox.work)/cities.json.gz"), "\(line)")
    #expect(units.text.contains("\nRandomizedDelaySec=180s\n"))
    #expect(!units.text.contains("jitter"))
  }

  /// Cron has none of these variables.
  @Test func schedulesRepeatVariables() throws {
    let variables = [
      "WIRELINE_CITIES_SYNC_TTL": "12h", "WIRELINE_CITIES_SYNC_STALE": "no", "WIRELINE_RETRY": "1",
      "WIRELINE_CITIES_SYNC_METRICS": "m.prom", "WIRELINE_CITIES_SYNC_JITTER": "3m",
      "WIRELINE_HEADER": "Authorization: Bearer s3cret", "WIRELINE_CITIES_URL": "https://h/c",
    ]
    let tool = try Tool("cities-sync", in: sandbox)

    let named = try tool.run(
      ["--print-cron", "--retry", "2"],
      environment: variables.merging(["XDG_DATA_HOME": "/data"]) { $1 })
    let usual = try tool.run(
      ["--print-cron", "--no-config"],
      environment: ["XDG_DATA_HOME": "\(sandbox.home)/.local/share"])

    named.expect(exit: 0).expect(says: "omitting --header: it contains a secret")
    let line = try #require(named.lines.last)
    #expect(
      line.hasSuffix(
        " -q --retry 2 --ttl 12h --no-stale --metrics \(sandbox.work)/m.prom"
          + " --database /data/wireline/cities.sqlite"
          + " --favorites-file /data/wireline/favorites.sqlite --jitter 3m https://h/c"), "\(line)")
    #expect(usual.expect(exit: 0).lines.last?.hasSuffix(" -q --no-config --jitter 10m") == true)
  }

  @Test func schedulesOmitSecrets() throws {
    let cron = try sync(
      "--print-cron", "--header", "Authorization: Bearer s3cret", "--header", "X-Plain: 1",
      "https://h/c", at: start
    ).expect(exit: 0).expect(says: "omitting --header: it contains a secret")

    #expect(!cron.text.contains("s3cret") && cron.text.contains("--header 'X-Plain: 1'"))
    try sync("--print-cron", "-", at: start).expect(exit: 2).expect(says: "give a URL or a file")
  }

  /// From any origin. The configuration file, which the hint names, accepts the source.
  @Test(arguments: [
    "http://alice:hunter2@h/c", "http://hunter2@h/c", "http://h/c?token=hunter2",
    "http://h/c?a=1&API-Key=hunter2",
  ])
  func schedulesOmitSecretSource(url: String) throws {
    let tool = try Tool("cities-sync", in: sandbox)
    let runs = [
      try tool.run(["--print-cron", url]), try tool.run(["--print-systemd", url]),
      try tool.run(["--print-cron"], environment: ["WIRELINE_CITIES_URL": url]),
      try tool.run(["--print-cron"], environment: ["WIRELINE_CITIES_SYNC_SOURCE": url]),
    ]
    try sandbox.directory.write(
      "home/config/wireline/config.json", #"{"cities-sync":{"source":"\#(url)"}}"#)
    let configured = try tool.run(["--print-config"])
    let given = try tool.run(["http://u:hunter2@h/c?page=1&token=hunter2", "--print-config"])

    let plain = try tool.run(["http://h/a@b", "--print-config"])

    #expect(plain.lines.contains { $0.contains(" http://h/a@b ") })
    #expect(given.lines.contains { $0.contains("http://u:REDACTED@h/c?page=1&token=REDACTED") })
    #expect(!given.text.contains("hunter2") && !configured.text.contains("hunter2"))
    for run in runs {
      run.expect(exit: 0).expect(says: "warning: omitting the source: it contains a secret")
      #expect(!run.text.contains("hunter2") && !run.text.contains("//h/c"))
    }
    #expect(configured.lines.contains { $0.hasPrefix("source ") && $0.hasSuffix(" config") })
  }

  @Test func statusRedactsSource() throws {
    let server = try LoopbackServer(["/c": cities(50)])
    try sync(server.url("/c?a=1&token=hunter2"), at: start).expect(exit: 0)

    let status = try sync("--status", at: start).expect(exit: 0)

    #expect(try StrictJSON(status.text)["source"]?.string == server.url("/c?a=1&token=REDACTED"))
  }

  @Test func printsSummary() throws {
    let server = try LoopbackServer(["/c": .sequence(cities(50), .status(404))])

    let good = try sync("--summary", server.url("/c"), at: start).expect(exit: 0)
    let bad = try sync("--summary", "--refresh", server.url("/c"), at: start + 9).expect(exit: 22)

    #expect(good.messages.contains(#"{"summary":{"tool":"cities-sync","items":1,"#))
    #expect(good.messages.contains(#""outcomes":{"downloaded":1},"errors":{},"bytes":"#))
    #expect(bad.messages.contains(#""outcomes":{"failed":1},"errors":{"#))
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

  @Test(arguments: [("1%", 0), ("0", 65), ("5", 0), ("0%", 65)])
  func acceptsBadRowsUpToLimit(limit: String, exit: Int32) throws {
    let rows = (1...300).map {
      #"{"country":"XT","name":"T\#($0)","_id":\#($0),"coord":{"lon":1,"lat":2}}"#
    }
    let bad = #"{"country":"XT","_id":301,"coord":{"lon":1,"lat":2}}"#
    let file = try sandbox.directory.write(
      "c.json", "[" + (rows + [bad]).joined(separator: ",") + "]")

    let result = try sync("--max-bad-rows", limit, file, at: start).expect(exit: exit)

    #expect(result.messages.contains("row 300"), "\(result.messages)")
  }
}
