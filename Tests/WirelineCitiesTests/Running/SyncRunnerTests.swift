import Glibc
import TestSupport
import Testing

@testable import WirelineCities
@testable import WirelineCore
@testable import WirelineRequests

/// Records, messages and exit statuses of `cities-sync`.
@Suite struct SyncRunnerTests {
  private let harness: RunnerHarness
  private let late = RunnerHarness.now + 2 * 86_400

  init() throws { harness = try RunnerHarness() }

  @Test func downloadsThenStaysFreshWithinTTL() async throws {
    harness.executor.add(.ok(cities: 5))

    let first = await harness.sync(RunnerHarness.url)
    let second = await harness.sync(RunnerHarness.url, at: RunnerHarness.now + 60)

    #expect(first.status == .success && first.messages.isEmpty)
    #expect(first.records.first?["action"]?.string == "downloaded")
    #expect(first.records.first?["cities"]?.integer == 5)
    #expect(second.status == .success)
    #expect(second.records.first?["action"]?.string == "fresh")
    #expect(second.records.first?["age_s"]?.integer == 60)
    #expect(harness.executor.requests.count == 1)
  }

  @Test func sendsValidatorsOfStoredData() async {
    harness.executor.add(.ok(cities: 5, etag: "\"a\""), .status(304))
    _ = await harness.sync(RunnerHarness.url)

    let outcome = await harness.sync("--refresh", RunnerHarness.url)

    #expect(outcome.records.first?["action"]?.string == "not_modified")
    #expect(harness.executor.requests.last?.headers["If-None-Match"] == "\"a\"")
  }

  /// Data of an earlier format is built again from its own source.
  @Test func keepsSourceOfOtherVersion() async {
    harness.executor.add(.ok(cities: 5), .ok(cities: 5))
    _ = await harness.sync(RunnerHarness.url)
    let descriptor = open(harness.database, O_WRONLY)
    // The version in the header of SQLite.
    #expect(pwrite(descriptor, [0, 0, 0, 2] as [UInt8], 4, 60) == 4 && close(descriptor) == 0)

    let found = await harness.find("paris")
    let outcome = await harness.sync()

    #expect(found.messages.contains("has version 2, expected 3\n"))
    #expect(found.messages.contains("hint: run cities-sync again\n"))
    #expect(outcome.records.first?["action"]?.string == "downloaded")
    #expect(harness.executor.requests.map(\.url.text) == [RunnerHarness.url, RunnerHarness.url])
  }

  /// A change of the option needs the file again.
  @Test func importsAgainWithoutAddedPlaces() async {
    harness.executor.add(.ok(cities: 5, etag: "\"a\""), .ok(cities: 5))
    let first = await harness.sync(RunnerHarness.url)

    let second = await harness.sync("--no-added-places", RunnerHarness.url)
    let third = await harness.sync("--no-added-places", RunnerHarness.url)

    #expect(first.records.first?["added_places"]?.integer == 0)
    #expect(second.records.first?["action"]?.string == "downloaded")
    #expect(second.records.first?["added_places"] == nil)
    #expect(third.records.first?["action"]?.string == "fresh")
    #expect(harness.executor.requests.last?.headers["If-None-Match"] == nil)
  }

  @Test(arguments: [
    ([] as [String], ExitStatus.success, "warning: ", "keeping the data from 2 d ago"),
    (["--max-stale=1d"], .failure, "error: ", "the data from 2 d ago exceeds --max-stale"),
    (["--max-stale=none"], .success, "warning: ", "keeping the data from 2 d ago"),
  ])
  func fallsBackToStoredData(
    options: [String], status: ExitStatus, kind: String, message: String
  ) async {
    harness.executor.add(.ok(cities: 5), .status(503))
    _ = await harness.sync(RunnerHarness.url)

    let outcome = await harness.run(sync: options + [RunnerHarness.url], at: late)

    #expect(outcome.status == status)
    #expect(outcome.messages.hasPrefix("cities-sync: \(kind)"))
    #expect(outcome.messages.contains(message))
    #expect(outcome.records.first?["action"]?.string == "stale")
  }

  @Test func failsWithoutStoredData() async {
    let outcome = await harness.sync(RunnerHarness.url)

    #expect(outcome.status == .notConnected && outcome.output.isEmpty)
    #expect(outcome.messages.contains("hint: try again later, or use a local file"))
  }

  @Test func saysThatStoredDataStaysIfTheSourceIsGone() async {
    harness.executor.add(.ok(cities: 5), .status(404))
    _ = await harness.sync(RunnerHarness.url)

    let outcome = await harness.run(sync: [RunnerHarness.url], at: late)

    #expect(outcome.status == .httpStatus)
    #expect(outcome.messages.contains("error: HTTP status 404"))
    #expect(outcome.messages.contains("hint: check the URL; the stored data is unchanged"))
  }

  @Test func respectsRetryAfterOfEarlierRun() async {
    harness.executor.add(.status(503, ["Retry-After": "3600"]))
    _ = await harness.sync(RunnerHarness.url)

    let outcome = await harness.sync(RunnerHarness.url, at: RunnerHarness.now + 3599)

    #expect(outcome.status == .tryLater)
    #expect(outcome.messages.contains("must not be queried before 2027-01-15T09:00:00Z"))
    #expect(outcome.messages.contains("hint: query it now with --refresh"))
    #expect(harness.executor.requests.count == 1)
  }

  /// Hourly runs send about one request a day, regardless of the responses.
  @Test func survivesTwoWeeksOfCron() async {
    for number in 1...24 {
      let reply: MemoryExecutor.Reply =
        switch number {
        case 1: .ok(cities: 100, etag: "\"a\"")
        case 4: .status(500)
        case 5: .failure(.connect(address: "192.0.2.1:443", detail: "refused"))
        case 7: .ok(cities: 10, etag: "\"small\"")
        case 9: .ok(cities: 101, etag: "\"b\"")
        default: .status(304)
        }
      harness.executor.add(reply)
    }
    var actions: [String: Int] = [:]
    for hour in 0..<(14 * 24) {
      // In one run on the tenth day, the clock is five days slow.
      let now = RunnerHarness.now + hour * 3600 - (hour == 230 ? 5 * 86_400 : 0)
      let outcome = await harness.sync(RunnerHarness.url, at: now)
      for record in outcome.records {
        let action = record["action"]?.string ?? ""
        actions[action, default: 0] += 1
        #expect(outcome.status == (action == "refused" ? .badData : .success))
        #expect(record["cities"]?.integer ?? 0 >= 100)
      }
    }

    let count = harness.executor.requests.count
    #expect((14...24).contains(count), "\(count)")
    #expect(actions["refused"] == 1 && actions["downloaded"] == 2, "\(actions)")
    #expect(actions["stale"] ?? 0 >= 2 && actions["fresh"] ?? 0 > 300, "\(actions)")
  }

  @Test(arguments: [RunnerHarness.url, "https://other.example/c"])
  func rejectsShrunkenFile(of source: String) async {
    harness.executor.add(.ok(cities: 50), .ok(cities: 10), .ok(cities: 10))
    _ = await harness.sync(RunnerHarness.url)

    let rejected = await harness.sync("--refresh", source)
    let accepted = await harness.sync("--refresh", "--allow-shrink", source)

    #expect(rejected.status == .badData)
    #expect(rejected.records.first?["action"]?.string == "refused")
    #expect(rejected.records.first?["cities"]?.integer == 50)
    #expect(rejected.messages.contains("error: cannot accept the city data: "))
    #expect(rejected.messages.contains("10 cities, fewer than 80 %"))
    #expect(rejected.messages.contains("--allow-shrink"))
    #expect(rejected.messages.contains("hint: the stored data is unchanged"))
    #expect(accepted.status == .success)
    #expect(accepted.records.first?["removed"]?.integer == 40)
  }

  @Test func locksOutSecondRun() async throws {
    harness.executor.add(.ok(cities: 5))
    try Directories.create(containing: harness.database)
    let lock = try FileLock(path: harness.database + ".lock", wait: .zero)

    let outcome = await harness.sync("--wait", "0", RunnerHarness.url)

    #expect(lock != nil && outcome.status == .tryLater)
    #expect(
      outcome.messages.contains("error: another cities-sync is using \"\(harness.database)\""))
    #expect(outcome.messages.contains("hint: try again later, or wait longer"))
    #expect(harness.executor.requests.isEmpty)
  }

  @Test(arguments: [(SIGTERM, ExitStatus.terminated), (SIGINT, .interrupted)])
  func signalCancelsRequestSilently(signal: Int32, status: ExitStatus) async {
    let shutdown = ShutdownSignal()
    harness.executor.add(.signal(signal, shutdown))

    let outcome = await harness.sync(RunnerHarness.url, shutdown: shutdown)

    #expect(outcome.status == status && outcome.output.isEmpty && outcome.messages.isEmpty)
    #expect(!harness.directory.exists(".local/share/wireline/cities.sqlite"))
  }

  @Test func rejectsMalformedURL() async {
    let outcome = await harness.sync("http://h:99999/")

    #expect(outcome.status == .malformedURL && outcome.messages.contains("error: "))
    #expect(harness.executor.creations == 0)
  }

  @Test func readsSourceFromVariable() async {
    harness.executor.add(.ok(cities: 5))

    _ = await harness.sync(environment: ["WIRELINE_CITIES_URL": "http://h/c"])

    #expect(harness.executor.requests.map(\.url.text) == ["http://h/c"])
  }

  @Test func reportsSkippedRows() async throws {
    let rows = (1...99).map { #"{"_id":\#($0),"name":"T","coord":{"lon":1,"lat":2}}"# } + ["7"]
    let file = try harness.directory.write("c.json", "[\(rows.joined(separator: ","))]")

    let outcome = await harness.sync(file)

    #expect(outcome.records.first?["bad_rows"]?.integer == 1)
    #expect(outcome.messages.contains("warning: skipping row 99 at byte "))
  }

  @Test func writesMetricsOfGoodAndFailedRuns() async throws {
    harness.executor.add(.ok(cities: 5), .status(404))
    let path = harness.directory.path("m.prom")

    _ = await harness.sync("--metrics", path, RunnerHarness.url)
    let good = try harness.directory.text("m.prom")
    let outcome = await harness.sync("--refresh", "--metrics", path, RunnerHarness.url)
    let failed = try harness.directory.text("m.prom")

    #expect(good.contains("\nwireline_cities_rows 5\n"))
    #expect(good.contains("\nwireline_cities_failures 0\n"))
    #expect(good.contains(#"wireline_cities_result{action="downloaded"} 1"#))
    #expect(outcome.status == .httpStatus)
    #expect(failed.contains("\nwireline_cities_rows 5\n"))
    #expect(failed.contains("\nwireline_cities_failures 1\n"))
    #expect(failed.contains(#"wireline_cities_result{action="failed"} 1"#))
  }

  @Test func failsIfMetricsCannotBeWritten() async {
    harness.executor.add(.ok(cities: 5))

    let outcome = await harness.sync("--metrics", "/proc/m.prom", RunnerHarness.url)

    #expect(outcome.status == .cannotWrite && outcome.messages.contains("/proc/"))
    #expect(outcome.records.first?["action"]?.string == "downloaded")
  }

  @Test(arguments: [
    (119, "119 s"), (120, "2 min"), (7199, "119 min"), (7200, "2 h"), (172_799, "47 h"),
    (172_800, "2 d"),
  ])
  func describesAge(seconds: Int, text: String) {
    #expect(DataAge(seconds: seconds).description == text)
  }
}
