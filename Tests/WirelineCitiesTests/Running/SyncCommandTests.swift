import TestSupport
import Testing

@testable import WirelineCities
@testable import WirelineCore

/// The commands that replace a sync: status, rollback and schedules.
@Suite struct SyncCommandTests {
  private let harness: RunnerHarness

  init() throws { harness = try RunnerHarness() }

  @Test func statusShowsStateWithoutExecutor() async throws {
    harness.executor.add(.ok(cities: 5, etag: "\"a\""))
    _ = await harness.sync("https://example.com/c?token=s3cret")
    let creations = harness.executor.creations

    let outcome = await harness.sync("--status", "--ttl", "1h", at: RunnerHarness.now + 60)
    let record = try #require(outcome.records.first)

    #expect(outcome.status == .success && harness.executor.creations == creations)
    #expect(record["database"]?.string == harness.database)
    #expect(record["source"]?.string == "https://example.com/c?token=REDACTED")
    #expect(record["cities"]?.integer == 5 && record["age_s"]?.integer == 60)
    #expect(record["next_run_at"]?.string == "2027-01-15T09:00:00Z")
    #expect(record["etag"]?.string == "\"a\"" && record["failures"]?.integer == 0)
  }

  @Test func statusListsOrphans() async throws {
    harness.executor.add(.ok(cities: 50), .ok(cities: 45))
    _ = await harness.sync(RunnerHarness.url)
    _ = await harness.find("--favorite", "1", "50")
    _ = await harness.sync("--refresh", RunnerHarness.url)

    let record = try #require(await harness.sync("--status").records.first)

    #expect(record["favorites"]?.integer == 2)
    #expect(record["orphans"]?.elements.map { $0["id"]?.integer } == [50])
  }

  @Test func statusOmitsUnreadableFavorites() async throws {
    harness.executor.add(.ok(cities: 5))
    _ = await harness.sync(RunnerHarness.url)
    let file = try harness.directory.write("notes.txt", "not a database")

    let outcome = await harness.sync("--status", "--favorites-file", file)

    #expect(outcome.status == .success && outcome.messages.contains("warning: "))
    #expect(outcome.records.first?["favorites"] == nil)
  }

  @Test(arguments: ["--status", "--rollback"]) func needsDatabase(command: String) async {
    let outcome = await harness.sync(command)

    #expect(outcome.status == .noData && outcome.output.isEmpty)
    #expect(outcome.messages.contains("error: no city database at \"\(harness.database)\""))
    #expect(outcome.messages.contains("hint: run cities-sync first"))
    #expect(harness.directory.files() == [], "no lock file")
  }

  @Test func rollbackNeedsPreviousDatabase() async {
    harness.executor.add(.ok(cities: 5))
    _ = await harness.sync(RunnerHarness.url)

    let outcome = await harness.sync("--rollback")

    #expect(outcome.status == .noData)
    #expect(outcome.messages.contains("error: no previous database beside"))
    #expect(outcome.messages.contains("hint: the next sync that replaces the data keeps it"))
  }

  @Test func rollbackRefusesDamagedDatabase() async throws {
    harness.executor.add(.ok(cities: 5))
    _ = await harness.sync(RunnerHarness.url)
    try harness.directory.write(".local/share/wireline/cities.sqlite.1", "damaged")

    let outcome = await harness.sync("--rollback")

    #expect(outcome.status == .badData)
    #expect(outcome.messages.contains("is unchanged; remove \"\(harness.database).1\""))
  }

  @Test func commandsExcludeEachOther() async {
    let outcome = await harness.sync("--status", "--print-cron")

    #expect(outcome.status == .usage)
    #expect(outcome.messages.contains("--status cannot be used with --print-cron"))
  }

  // MARK: Schedules

  private func cronWords(
    _ arguments: [String], environment: [String: String] = [:]
  ) async throws -> (words: Substring, messages: String) {
    let outcome = await harness.run(sync: ["--print-cron"] + arguments, environment: environment)
    #expect(outcome.status == .success && harness.executor.creations == 0)
    let line = try #require(outcome.lines.last)
    let fields = line.split(separator: " ", maxSplits: 6)
    #expect((0..<60).contains(try #require(Int(fields[0]))))
    #expect(fields[1...4].allSatisfy { $0 == "*" })
    return (fields[6], outcome.messages)
  }

  @Test(
    arguments: [
      ([], [:], "-q --jitter 10m"), (["-v"], [:], "--verbose --jitter 10m"),
      (
        ["--metrics", "/m.prom", "--no-added-places", "-qq", "--jitter=3m", "https://h/c"], [:],
        "-q --metrics /m.prom --no-added-places --jitter 3m https://h/c"
      ),
      (
        [],
        [
          "WIRELINE_CITIES_SYNC_TTL": "12h", "WIRELINE_CITIES_SYNC_ADDED_PLACES": "no",
          "WIRELINE_CITIES_URL": "https://h/c",
        ], "-q --ttl 12h --no-added-places --jitter 10m https://h/c"
      ),
    ] as [([String], [String: String], String)])
  func cronLineRepeatsOptionsAndVariables(
    arguments: [String], environment: [String: String], expected: String
  ) async throws {
    let (words, messages) = try await cronWords(arguments, environment: environment)

    #expect(words == expected && messages.isEmpty)
  }

  @Test func cronLineHasPathsThatXDGVariableDetermines() async throws {
    let (words, _) = try await cronWords(
      ["--favorites-file", "/f.db"], environment: ["XDG_DATA_HOME": "/data"])
    let standard = harness.directory.path(".local/share")

    #expect(
      words
        == "-q --favorites-file /f.db --database /data/wireline/cities.sqlite --jitter 10m")
    #expect(
      try await cronWords([], environment: ["XDG_DATA_HOME": standard]).words == "-q --jitter 10m")
  }

  @Test(arguments: [
    "http://alice:hunter2@h/c", "http://h/c?token=hunter2", "http://h/c?a=1&API-Key=hunter2",
  ])
  func schedulesOmitSecretSource(url: String) async throws {
    let (words, messages) = try await cronWords([url])
    let units = await harness.sync(
      "--print-systemd", environment: ["WIRELINE_CITIES_URL": url])

    #expect(words == "-q --jitter 10m")
    for messages in [messages, units.messages] {
      #expect(messages.contains("warning: omitting the source: it contains a secret"))
    }
    #expect(!units.output.contains("hunter2") && !messages.contains("hunter2"))
  }

  @Test func schedulesNeedRepeatableSource() async {
    let outcome = await harness.sync("--print-cron", "-")

    #expect(outcome.status == .usage)
    #expect(outcome.messages.contains("error: a schedule cannot read stdin"))
  }

  @Test func systemdUnitsHaveDelayInsteadOfJitter() async {
    let outcome = await harness.sync("--print-systemd", "--jitter", "3m", "https://h/c")

    #expect(outcome.status == .success)
    #expect(outcome.output.contains("\nRandomizedDelaySec=180s\n"))
    #expect(
      outcome.lines.contains { $0.hasPrefix("ExecStart=/") && $0.hasSuffix(" -q https://h/c") })
  }

  /// `PrivateTmp` would hide the file from the service, or its executable: here that of the tests.
  @Test(arguments: [
    (["/tmp/cities.json"], false), (["--database", "/tmp/c.db", "https://h/c"], false),
    (["/var/tmp/cities.json"], false),
    (["--database", "/d/c.db", "--favorites-file", "/d/f.db", "/d/c.json"], true),
  ])
  func systemdUnitSeesTemporaryFiles(words: [String], isPrivate: Bool) async {
    let outcome = await harness.run(sync: ["--print-systemd"] + words)

    #expect(outcome.status == .success)
    let isPrivate = isPrivate && !outcome.output.contains(/\nExecStart=\/(var\/)?tmp\//)
    #expect(outcome.output.contains("PrivateTmp=yes\n") == isPrivate)
    #expect(outcome.output.contains("NoNewPrivileges=yes\n\n") == !isPrivate)
  }
}
