import TestSupport
import Testing

@testable import WirelineCities
@testable import WirelineCore

/// Backoff, staleness and bad rows; the comparison of two versions of the data.
@Suite struct SyncDecisionTests {
  private func metadata(checkedAt: Int = 0, source: String = "s") -> CityMetadata {
    CityMetadata(
      source: source, sha256: "h", cities: 100, addedPlaces: 0, updatedAt: 0, checkedAt: checkedAt)
  }

  /// From one minute to six hours; a longer Retry-After is respected up to a day.
  @Test(arguments: [
    (0, nil, 60), (1, nil, 120), (3, nil, 480), (30, nil, 21_600), (0, 3600, 3600), (0, 5, 60),
    (0, 999_999, 86_400),
  ])
  func backsOffFromBusyServer(failures: Int, retryAfter: Int?, pause: Int) {
    let before = SyncState(source: "s", failures: failures)

    let state = before.failed("no", source: "s", isBusy: true, retryAfter: retryAfter, now: 1000)

    #expect(state.notBefore == 1000 + pause)
    #expect(state.failures == failures + 1 && state.error == "no" && state.failedAt == 1000)
    #expect(
      before.failed("no", source: "other", isBusy: true, retryAfter: nil, now: 0).notBefore == 60)
    #expect(
      before.failed("no", source: "s", isBusy: false, retryAfter: 99, now: 0).notBefore == nil)
  }

  @Test func waitsUntilNextRequestIsAllowed() {
    let state = SyncState(source: "s", failures: 1, notBefore: 500)

    #expect(SyncPlan().step(for: nil, state, source: "s", now: 499) == .wait(until: 500))
    #expect(
      SyncPlan().step(for: nil, state, source: "s", now: 500)
        == .query(SyncValidators()))
    #expect(
      SyncPlan().step(for: nil, state, source: "t", now: 0) == .query(SyncValidators()))
    #expect(
      SyncPlan(refreshes: true).step(for: nil, state, source: "s", now: 0)
        == .query(SyncValidators()))
    // The clock was set back by years.
    #expect(
      SyncPlan().step(for: nil, state, source: "s", now: -1_000_000)
        == .query(SyncValidators()))
  }

  @Test func readsChangedFileWithinTTL() {
    let plan = SyncPlan()
    #expect(plan.step(for: metadata(checkedAt: 50), source: "s", changedAt: 40, now: 60) == .fresh)
    #expect(plan.step(for: metadata(checkedAt: 50), source: "s", changedAt: 51, now: 60) != .fresh)
  }

  @Test(arguments: [(0, false), (7 * 86_400, false), (7 * 86_400 + 1, true), (-5, false)])
  func limitsStaleness(age: Int, isTooOld: Bool) {
    #expect(SyncPlan().isTooOld(metadata(), now: age) == isTooOld)
  }

  @Test func savesAndLoadsState() throws {
    let directory = try TemporaryDirectory()
    let path = SyncState.path(of: directory.path("c"))
    let state = SyncState(source: "s\"x", failures: 3, failedAt: 7, error: "é", notBefore: 9)

    try state.save(path)
    #expect(SyncState.load(path) == state)
    for text in ["", "{", "[]", "null", #"{"failures":"x"}"#, "\u{0}"] {
      _ = try directory.write("c.state", text)
      #expect(SyncState.load(path) == SyncState())
    }
  }

  /// A database with a correct checksum may have any numbers.
  @Test(arguments: [
    ("cities", "-1"), ("cities", "\(Int.max)"), ("added_places", "\(Int.min)"),
    ("added_places", "101"), ("added_places", "x"), ("updated_at", "-1"),
  ])
  func refusesMetadataOutOfRange(name: String, value: String) {
    var entries = ["source": "s", "sha256": "h", "cities": "100", "updated_at": "0"]
    #expect(CityMetadata(entries: entries, checkedAt: 0) != nil)

    entries[name] = value

    #expect(CityMetadata(entries: entries, checkedAt: 0) == nil)
  }

  // MARK: Comparison

  private func builder(
    _ rows: [(Int64, String, String, String)], _ path: String, places: PlaceTable? = nil
  ) -> CityStoreBuilder {
    let text = rows.map {
      #"{"_id":\#($0.0),"name":"\#($0.1)","country":"\#($0.2)","coord":{"lon":\#($0.3),"lat":1}}"#
    }.joined(separator: ",")
    var file = CityFile()
    var builder = CityStoreBuilder(path: path)
    Array("[\(text)]".utf8).withUnsafeBytes { bytes in
      try? file.append(bytes) { builder.insert($0) }
    }
    try? file.finish { builder.insert($0) }
    builder.complete(places)
    return builder
  }

  @Test func countsAndListsChanges() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("c.sqlite")
    let old = builder(
      [(1, "A", "X", "1"), (2, "B", "X", "1"), (3, "C", "X", "1"), (4, "D", "X", "1")], path)
    try old.commit(metadata())
    let new = builder(
      [(1, "A", "X", "1"), (2, "Zed", "X", "1"), (4, "D", "X", "2"), (5, "E", "X", "1")], path)

    var lines: [String] = []
    var changes: CityChanges?
    let store = try CityStore(path: path).database
    try new.commit(metadata()) { (path) throws(CityStoreError) in
      changes = try? CityChanges(from: store, to: path) {
        lines.append(String(decoding: $0, as: UTF8.self))
      }
    }

    #expect(changes == CityChanges(added: 1, removed: 1, changed: 2))
    #expect(lines.count == 4 && lines.allSatisfy { $0.hasSuffix("\n") })
    #expect(lines.contains { $0.hasPrefix(#"{"change":"removed","id":3,"name":"C""#) })
    #expect(lines.contains { $0.hasPrefix(#"{"change":"added","id":5"#) })
    #expect(
      lines.contains {
        $0.hasPrefix(#"{"change":"changed","id":2,"name":"Zed""#)
          && $0.contains(#""was":{"id":2,"name":"B""#)
      })
    let same = try CityStore(path: path).database
    #expect(try CityChanges(from: same, to: path, report: nil) == CityChanges())
  }

  /// A city that is no longer the duplicate of another one has not changed.
  @Test func comparesWhatTheSourceSays() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("c.sqlite")
    try builder([(1, "A", "X", "1"), (2, "A", "X", "1.001")], path).commit(metadata())
    let store = try CityStore(path: path).database

    var changes: CityChanges?
    try builder([(2, "A", "X", "1.001")], path).commit(metadata()) {
      (path) throws(CityStoreError) in
      changes = try? CityChanges(from: store, to: path, report: nil)
    }

    #expect(changes == CityChanges(added: 0, removed: 1, changed: 0))
  }

  /// Each version of the source lacks one of 200 large places, which is added unchanged.
  @Test func addedPlacesAreNotInTheSource() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("c.sqlite")
    let table = (1...200).map { "\($0)\t200000\t0\t1\t\($0 % 90)\tN\($0)\n" }.joined()
    let places = PlaceTable(places: table, areas: "XX\t\t\t\t\n")
    func rows(_ ids: ClosedRange<Int64>) -> [(Int64, String, String, String)] {
      ids.map { ($0, "N\($0)", "XX", "\($0 % 90)") }
    }
    try builder(rows(1...199), path, places: places).commit(metadata())
    let store = try CityStore(path: path).database
    let new = builder(rows(2...200), path, places: places)

    var lines: [String] = []
    try new.commit(metadata()) { (path) throws(CityStoreError) in
      _ = try? CityChanges(from: store, to: path) {
        lines.append(String(decoding: $0, as: UTF8.self))
      }
    }

    #expect(new.cities == 200 && new.addedPlaces == 1)
    #expect(
      lines.map { $0.prefix(28) }
        == [#"{"change":"added","id":200,""#, #"{"change":"removed","id":1,""#])
  }

  @Test func retainsAndSwapsGenerations() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("c.sqlite")
    for number in 1...4 {
      try builder([(Int64(number), "N", "X", "1")], path).commit(metadata(), generations: 2)
    }
    let generations = CityGenerations(path: path, limit: 2)
    func first(_ path: String) throws -> Int64? {
      try CitySearch(try CityStore(path: path)).find(try CityQuery("n")).matches.first?.city.id
    }

    #expect(generations.paths == [path + ".1", path + ".2"])
    #expect(try [path, path + ".1", path + ".2"].map { try first($0) } == [4, 3, 2])
    try generations.rollBack()
    #expect(try [path, path + ".1", path + ".2"].map { try first($0) } == [3, 4, 2])
    #expect(directory.files().count == 3)
  }

  @Test func quotesScheduledCommands() {
    let schedule = SyncSchedule(command: ["/opt/x y/cities-sync", "-q", "50%", "a'b", "$HOME"])

    let cron = schedule.cron(minute: 7)
    #expect(cron.hasSuffix("\n7 * * * * '/opt/x y/cities-sync' -q 50\\% 'a'\\''b' '$HOME'\n"))
    #expect(
      schedule.units[0].text.contains(#"ExecStart="/opt/x y/cities-sync" -q 50%% "a'b" $$HOME"#))
  }
}
