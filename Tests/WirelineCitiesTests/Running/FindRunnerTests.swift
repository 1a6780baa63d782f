import TestSupport
import Testing

@testable import WirelineCities
@testable import WirelineCore

/// Records, messages and exit statuses of `cities-find`.
@Suite struct FindRunnerTests {
  private let harness: RunnerHarness

  init() async throws {
    harness = try RunnerHarness()
    let file = try harness.directory.write("cities.json", SampleCities.file)
    _ = await harness.sync(file)
  }

  private func names(_ outcome: RunnerHarness.Outcome) -> [String?] {
    outcome.records.map { $0["name"]?.string }
  }

  @Test(arguments: [
    (["xyzzy"], " \"xyzzy\""), (["--id", "999"], " \"999\""), (["--favorites"], ""),
    (["--near=-80,0", "--radius", "1km"], ""),
  ])
  func exits1WithoutMatch(words: [String], query: String) async {
    let outcome = await harness.run(find: words)

    #expect(outcome.status == .failure && outcome.output.isEmpty)
    #expect(outcome.messages.hasPrefix("cities-find: warning: no city matches\(query)\n"))
  }

  @Test func exits69WithoutDatabase() async {
    let outcome = await harness.find("--database", "/no/such.sqlite", "paris")

    #expect(outcome.status == .noData && outcome.output.isEmpty)
    #expect(outcome.messages.contains("hint: run cities-sync first"))
  }

  @Test func envelopeCountsAllCities() async throws {
    let outcome = await harness.find("--envelope", "--limit", "2", "paris")
    let record = try #require(outcome.records.first)

    #expect(outcome.lines.count == 1)
    #expect(record["query"]?.string == "paris" && record["total"]?.integer == 3)
    #expect(record["results"]?.elements.map { $0["name"]?.string } == ["Paris", "Paris"])
    #expect(record["results"]?[0]?["ref"] == nil)
  }

  @Test(arguments: [[], ["--envelope"]] as [[String]])
  func offsetBeyondMatchesSucceeds(options: [String]) async {
    let outcome = await harness.run(find: options + ["--offset", "5000", "paris"])

    #expect(outcome.status == .success && outcome.records.count == options.count)
    for record in outcome.records {
      #expect(record["total"]?.integer == 3 && record["results"]?.elements.isEmpty == true)
    }
  }

  @Test func resolvesEachLine() async throws {
    let outcome = await harness.find("--resolve", stdin: "Zürich\nxyzzy\n")
    let (found, missed) = (try #require(outcome.records.first), try #require(outcome.records.last))

    #expect(outcome.records.count == 2 && outcome.messages.isEmpty)
    #expect(found["query"]?.string == "Zürich" && found["name"]?.string == "Zürich")
    #expect(found["confidence"]?.number ?? 0 > 0)
    #expect(missed["query"]?.string == "xyzzy" && missed["id"] == nil)
    #expect(missed["confidence"]?.number == 0)
  }

  /// Names from right to left, long names and bytes that are not text.
  @Test(arguments: [["--resolve"], ["--envelope"]])
  func badLinesHaveOneRecordEach(options: [String]) async throws {
    var random = SystemRandomNumberGenerator()
    let bytes = (0..<100).map { _ in
      (0..<Int.random(in: 1...30, using: &random)).map { _ in UInt8.random(in: 33...255) }
    }
    let lines =
      bytes
      + ["תל אביב", "القاهرة، مصر", "\u{202E}Paris", String(repeating: "é", count: 2000)]
      .map { Array($0.utf8) }

    let outcome = await harness.run(
      find: options, stdin: Array(lines.joined(separator: [0x0A])) + [0x0A])

    #expect(outcome.lines.count == lines.count)
    for (index, record) in outcome.records.enumerated() {
      #expect(record["ref"]?.integer == index + 1)
    }
  }

  /// Records of other tools may have the fields without values, or for something else.
  @Test(arguments: [
    #""state":"-""#, #""state":" ""#, #""country":" ""#, #""country":".""#,
    #""admin1":"","state":7"#, #""country":{"code":"FR"},"admin1":[1]"#, #""country":33"#,
  ])
  func ignoresBlankRestrictions(fields: String) async {
    let outcome = await harness.find(stdin: #"{"name":"paris",\#(fields)}"#)

    #expect(outcome.status == .success && names(outcome) == ["Paris", "Paris", "Parisot"])
  }

  @Test func looksUpByID() async {
    let found = await harness.find("--id", "3067696")
    let filtered = await harness.find("--id", "--country", "CZ", "3067696", "2988507")
    let missing = await harness.find("--id", "1")
    let invalid = await harness.find("--id", "praha")

    #expect(found.status == .success && names(found) == ["Praha"])
    #expect(names(filtered) == ["Praha"])
    #expect(missing.status == .failure && missing.output.isEmpty)
    #expect(invalid.status != .success && invalid.messages.contains("\"praha\""))
  }

  @Test func addsListsAndRemovesFavorites() async {
    let added = await harness.find("--favorite", "2988507")
    let again = await harness.find("--favorite", "2988507")
    let listed = await harness.find("--favorites")
    let marked = await harness.find("pari, fr")
    let removed = await harness.find("--toggle-favorite", "2988507")
    let empty = await harness.find("--favorites")

    #expect(added.status == .success && added.records.first?["favorite"]?.boolean == true)
    #expect(again.status == .success && again.messages.contains("already"))
    #expect(names(listed) == ["Paris"])
    #expect(marked.records.map { $0["favorite"]?.boolean } == [true, false])
    #expect(removed.records.first?["favorite"]?.boolean == false)
    #expect(empty.output.isEmpty)
  }

  @Test func searchesWithinFavorites() async {
    _ = await harness.find("--favorite", "2988507", "2657896")

    #expect(names(await harness.find("--favorites", "par")) == ["Paris"])
    #expect(names(await harness.find("--favorites", "--offset", "1")) == ["Zürich"])
    #expect(names(await harness.find("--favorites", "--country", "CH")) == ["Zürich"])
    let resolved = await harness.find("--favorites", "--resolve", stdin: "paris\nlondon\n")
    #expect(names(resolved) == ["Paris", nil])
  }

  @Test func limitsFavorites() async {
    let outcome = await harness.find("--max-favorites", "1", "--favorite", "2988507", "2657896")

    #expect(outcome.status == .failure)
    #expect(outcome.records.map { $0["error"]?["code"]?.string } == [nil, "favorite_limit"])
  }

  @Test func reportsOrphans() async throws {
    _ = await harness.find("--favorite", "2988507")
    let file = try harness.directory.write("one.json", SampleCities.array(count: 20))
    _ = await harness.sync("--refresh", "--allow-shrink", file)

    let outcome = await harness.find("--favorites")

    #expect(names(outcome) == ["Paris"])
    #expect(outcome.records.first?["orphan"]?.boolean == true)
  }

  @Test func exits65ForForeignFavoritesFile() async throws {
    let file = try harness.directory.write("notes.txt", "not a database")

    let outcome = await harness.find("--favorites-file", file, "paris")

    #expect(outcome.status == .badData && outcome.output.isEmpty)
    #expect(outcome.messages.contains("hint: give another --favorites-file"))
  }

  @Test(arguments: [
    (["--near=1,2", "paris"], "cannot be used with a query"),
    (["--radius=1km", "paris"], "--radius needs --near"),
    (["--fuzzy=3", "paris"], "invalid value \"3\" for --fuzzy: expected 1 or 2"),
    (["--country", "", "paris"], "invalid value \"\" for --country"),
    (["--country", "atlantis", "paris"], "invalid value \"atlantis\" for --country"),
    (["--debounce=1s", "--favorite", "1"], "--debounce cannot be used with ids"),
    (["--exact", "--near=1,2"], "--exact cannot be used with --near"),
    (["--resolve", "--limit=1", "x"], "--resolve cannot be used with --limit"),
    (["-i", "--envelope"], "--interactive cannot be used with --envelope"),
    (["-i", "a", "b"], "--interactive takes at most one query"),
    (["-i", "--near=1,2"], "--interactive searches by name only"),
    (["--database="], "--database is empty"),
  ])
  func rejectsOptionsWithoutEffect(arguments: [String], message: String) async {
    let outcome = await harness.run(find: arguments)

    #expect(outcome.status == .usage && outcome.output.isEmpty)
    #expect(outcome.messages.contains(message), "\(outcome.messages)")
  }

  @Test func completesFavoriteIDs() {
    let arguments = FindArguments()
    let query = arguments.$queries

    #expect(arguments.values(of: query, given: []) == nil)
    guard case .nothing = arguments.values(of: query, given: ["near"]) else {
      Issue.record("--near has an operand")
      return
    }
    guard case .words = arguments.values(of: query, given: ["unfavorite"]) else {
      Issue.record("no words")
      return
    }
  }
}
