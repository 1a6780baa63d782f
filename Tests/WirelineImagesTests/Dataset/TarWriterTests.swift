import Glibc
import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineImages

/// Runs with `--tar` against an executor in memory.
@Suite struct TarWriterTests {
  private let store: TestStore

  init() throws { store = try TestStore() }

  private static let urls = (1...5).map { "http://h/\($0)" }

  private func run(
    _ options: [String] = ["--tar-size", "2"], _ input: [String] = urls,
    _ executor: MemoryExecutor = MemoryExecutor(), tar: String = "shards"
  ) async throws -> FetchTool.Outcome {
    try await store.run(["--tar", store.directory.path(tar)] + options, input, executor)
  }

  private func archive(_ shard: String, of tar: String = "shards") throws -> TarReader {
    try TarReader(try store.directory.read("\(tar)/\(shard).tar"))
  }

  private func files(_ tar: String = "shards") -> [String] {
    store.directory.files(under: tar).map { String($0.dropFirst(tar.count + 1)) }
      .filter { !$0.hasPrefix(".wireline-tar") }.sorted()
  }

  private func record(_ file: String) throws -> Record {
    try Record(String(try store.directory.text(file).dropLast()))
  }

  private static func files(ofShards count: Int) -> [String] {
    (0..<count).flatMap { ["0000\($0).jsonl", "0000\($0).tar", "0000\($0)_stats.json"] }
  }

  @Test func writesShardsInInputOrder() async throws {
    let executor = MemoryExecutor(["/2": (404, []), "/4": (200, Array("<html>".utf8))], delayed: 5)

    let outcome = try await run(["--tar-size", "2"], Self.urls, executor)

    #expect(outcome.status == .failure && outcome.records.count == 5)
    #expect(outcome.codes == [nil, "not_found", nil, "not_an_image", nil])
    #expect(files() == Self.files(ofShards: 3))
    #expect(try archive("00000").names == ["000000000.png", "000000000.json"])
    #expect(try archive("00001").names == ["000010000.png", "000010000.json"])
    #expect(try archive("00002").names == ["000020000.png", "000020000.json"])
    #expect(try archive("00002")["000020000.png"]?.content == MemoryExecutor.png)
    let statistics = try record("shards/00001_stats.json")
    #expect(statistics["count"]?.integer == 2 && statistics["failed_to_resize"]?.integer == 1)
    #expect(statistics["start_time"]?.integer == 1_000_000)
  }

  @Test func describesImages() async throws {
    let line = #"{"id":"x","url":"http://h/a","text":"A \"cup\"\n\u0000é","n":[1]}"#
    let lines = [line, #"{"url":"http://h/b","text":7}"#, "http://h/c"]

    let outcome = try await run(["--caption-field", "text", "--copy", "n"], lines)

    #expect(outcome.status == .success)
    let archive = try archive("00000")
    #expect(
      archive.names
        == (0...2).flatMap { index in
          ["png", "json", "txt"].map { "00000000\(index).\($0)" }
        })
    #expect(archive["000000000.txt"]?.text == "A \"cup\"\n\0é")
    #expect(archive["000000001.txt"]?.text == "7" && archive["000000002.txt"]?.content == [])
    let record = try Record(String(try #require(archive["000000000.json"]).text.dropLast()))
    #expect(record.ref == #""x""# && record["key"]?.string == "000000000")
    #expect(record["n"]?.elements.count == 1 && record["width"]?.integer == 7)
    for name in ["path", "source", "elapsed_ms"] { #expect(record[name] == nil, "\(name)") }
    #expect(record["status"]?.string == "success" && record["error_message"]?.value == .null)
    #expect(record["original_width"]?.integer == 7 && record["original_height"]?.integer == 5)
    let listed = try store.directory.text("shards/00000.jsonl").split(separator: "\n")
    #expect(listed.count == 3)
    #expect(try Record(String(listed[0]))["source"]?.string == "network")
    #expect(try Record(String(listed[2]))["key"]?.string == "000000002")
  }

  @Test func skipsFinishedShards() async throws {
    #expect(try await run().status == .success)
    let executor = MemoryExecutor()
    let times = try files().map { try FileTime.modified(store.directory.path("shards/\($0)")) }

    let again = try await run(["--tar-size", "2", "--summary"], Self.urls, executor)

    #expect(again.status == .success && again.records.isEmpty && executor.paths.isEmpty)
    #expect(again.messages.contains(#""skipped":5"#))
    #expect(
      try files().map { try FileTime.modified(store.directory.path("shards/\($0)")) } == times)
  }

  /// A shard without statistics is written again, from the store, with the same bytes.
  @Test func writesUnfinishedShardAgain() async throws {
    #expect(try await run().status == .success)
    let before = try store.directory.read("shards/00001.tar")
    #expect(unlink(store.directory.path("shards/00001_stats.json")) == 0)
    let executor = MemoryExecutor()

    let again = try await run(["--tar-size", "2"], Self.urls, executor)

    #expect(again.refs == ["3", "4"] && executor.paths.isEmpty)
    #expect(try store.directory.read("shards/00001.tar") == before)
    #expect(files() == Self.files(ofShards: 3))
  }

  /// Invalid lines, records without a URL and each photo have a number.
  @Test func numbersEachImage() async throws {
    let lines = [
      "# a comment", #"{"photos":["http://h/1","htp:","http://h/2"]}"#, "{bad",
      #"{"photos":[]}"#, #"{"photos":["http://h/3"]}"#,
    ]

    let outcome = try await run(["--photos", "--tar-size", "4"], lines)

    #expect(
      outcome.codes == [nil, "invalid_url", nil, "invalid_input", "no_url", nil])
    #expect(
      try archive("00000").names.filter { $0.hasSuffix("png") } == [
        "000000000.png", "000000002.png",
      ])
    #expect(try archive("00001").names == ["000010001.png", "000010001.json"])
  }

  @Test func skippedAndForeignItemsHaveNoNumber() async throws {
    let lines = [#"{"url":""}"#, "http://h/a", #"{"x":1}"#, "http://h/b"]
    _ = try await run(["--skip-missing"], lines)
    #expect(
      try archive("00000").names.filter { $0.hasSuffix("png") } == [
        "000000000.png", "000000001.png",
      ])

    let urls = (1...20).map { "http://h\($0)/a" }
    for shard in ["1/2", "2/2"] {
      let tar = "part-\(shard.prefix(1))"
      let records = try await run(["--shard", shard], urls, tar: tar).records
      let images = try archive("00000", of: tar).names.filter { $0.hasSuffix("png") }
      #expect(images == (0..<records.count).map { TarNumbering(size: 1000).key(of: $0) + ".png" })
    }
  }

  /// Options of the second run, or other lines, and the message.
  static let conflicts: [([String], [String], String)] = [
    (["--tar-size", "3"], urls, "written with --tar-size 2"),
    (["--tar-size", "2", "--shard", "1/2"], urls, "use the same options, or another directory"),
    (["--tar-size", "2", "--copy", "a"], urls, "written with --tar-size 2"),
    (["--tar-size", "2"], urls + ["http://h/6"], "00002.tar\" has other images than the list"),
    (["--tar-size", "2"], Array(urls.dropLast(2)), "remove \""),
    (["--tar-size", "2"], ["http://h/1", "http://h/x", "http://h/3"], "00000.tar"),
  ]

  @Test(arguments: conflicts)
  func detectsOtherShards(options: [String], lines: [String], message: String) async throws {
    #expect(try await run().status == .success)
    let executor = MemoryExecutor()

    let outcome = try await run(options, lines, executor)

    #expect(outcome.messages.contains(message), "\(outcome.messages)")
    #expect([.usage, .cannotWrite].contains(outcome.status) && executor.paths.isEmpty)
    #expect(outcome.codes.allSatisfy { $0 == "write" })
    #expect(files() == Self.files(ofShards: 3))
  }

  @Test(arguments: [(4, "remain: 00002"), (2, "remain: 00001 to 00002")])
  func namesShardsOfLongerList(count: Int, message: String) async throws {
    #expect(try await run().status == .success)

    let outcome = try await run(["--tar-size", "2"], Array(Self.urls.prefix(count)))

    #expect(outcome.status == .success && outcome.messages.contains("list \(message)\n"))
  }

  @Test func settingsMayChangeUntilThereIsAShard() async throws {
    let executor = MemoryExecutor(["/1": (404, [])])
    _ = try await run(["--tar-size", "2", "--stop-on-error"], [Self.urls[0]], executor)
    #expect(files().isEmpty)

    let outcome = try await run(["--tar-size", "3"])

    #expect(outcome.status == .success && files() == Self.files(ofShards: 2))
  }

  /// The image of a URL with a password is private.
  @Test(arguments: [("http://h/5", 0o644), ("http://u:secret@h/5", 0o600)] as [(String, UInt32)])
  func privateImageMakesItsShardPrivate(url: String, mode: UInt32) async throws {
    let lines = Array(Self.urls.dropLast()) + [url]
    #expect(try await run(["--tar-size", "2"], lines).status == .success)

    for name in files() {
      let expected = name.hasPrefix("00002") ? mode : 0o644
      #expect(store.directory.permissions("shards/\(name)") == expected, "\(name)")
    }
  }

  @Test func stoppedRunLeavesOnlyFinishedShards() async throws {
    let executor = MemoryExecutor(["/3": (404, [])])

    let outcome = try await run(
      ["--tar-size", "2", "--stop-on-error", "-j", "1"], Self.urls, executor)

    #expect(outcome.status == .failure)
    #expect(files().allSatisfy { $0.hasPrefix("00000") })
    let again = try await run(["--tar-size", "2"])
    #expect(again.status == .success && files() == Self.files(ofShards: 3))
  }

  /// An image that cannot be copied is fetched by the next run, which writes its shard.
  @Test func removedImageLeavesShardUnfinished() async throws {
    let writer = TarWriter(
      try TarDirectory(store.directory.path("shards"), settings: "--tar-size 2"), store: store.path,
      tool: "imgfetch", now: { 0 })
    guard case .process(let position) = writer.begin("http://h/a") else {
      Issue.record("the first image is refused")
      return
    }
    let line =
      #"{"ref":1,"url":"http://h/a","path":"\#(store.path)/a.png","format":"png","bytes":1}"#
    var output = JSONWriter()

    writer.recording(ItemResult(PipeRecords(line: Array(line.utf8))), at: position, item: nil)
      .records.write(to: &output)
    writer.endInput(isComplete: true)

    let record = try Record(String(decoding: output.bytes.dropLast(), as: UTF8.self))
    #expect(record.code == "read" && record["url"]?.string == "http://h/a")
    #expect(writer.finish().unfinished == 1 && files().isEmpty)
  }

  @Test(arguments: [
    #""input":"http://u:p@h/""#, #""input":"{\"headers\":{}}""#, #""input_base64":"/w==""#,
  ])
  func listLacksInputThatMayHaveSecrets(field: String) throws {
    let line = #"{"error":{"code":"read"},"line":1"#
    let sample = try #require(TarSample(Array("\(line),\(field)}".utf8)))
    #expect(String(decoding: sample.listed("0"), as: UTF8.self) == line + ",\"key\":\"0\"}\n")
  }

  @Test func reportsDirectoryInUse() async throws {
    let path = try store.directory.makeDirectory("shards")
    let lock = try FileLock(path: "\(path)/.wireline-tar.lock")
    try #require(lock != nil)

    let outcome = try await run(["--tar-size", "2"], Self.urls)

    #expect(outcome.status == .tryLater && outcome.codes == Self.urls.map { _ in "locked" })
    // A run without images locks nothing.
    #expect(try await run(["--tar-size", "2"], []).status == .success)
    withExtendedLifetime(lock) {}
  }

  @Test func reportsUnwritableDirectory() async throws {
    try store.directory.write("shards", "a file")
    let executor = MemoryExecutor()

    let outcome = try await run(["--tar-size", "2"], Self.urls, executor)

    #expect(outcome.status == .cannotWrite && executor.paths.isEmpty)
    #expect(outcome.codes == Self.urls.map { _ in "write" })
  }

  @Test(arguments: [
    (["--tar-size", "2"], "--tar-size needs --tar"), (["--tar", ""], "--tar is empty"),
    (["--tar", "t", "--tar-size", "0"], "1 or more"),
    (["--tar", "t", "--unordered"], "--tar cannot be used with --unordered"),
    (["--tar", "t", "--dry-run"], "cannot be used with --tar"),
    (["--tar", "t", "--build"], "cannot be used with --tar"),
    (["--tar", "t", "--remove"], "cannot be used with --tar"),
    (["--tar", "t", "--copy", "a,status"], "--copy status cannot be used with --tar"),
    (["--tar", "t", "--parse", "--caption-field", "text"], "cannot be used with --caption-field"),
  ])
  func rejectsOptions(options: [String], message: String) async throws {
    let outcome = try await store.run(options, ["http://h/a"])

    #expect(outcome.status == .usage && outcome.messages.contains(message), "\(outcome.messages)")
  }

  /// Images of a journal's records are in the store.
  @Test func resumesWithJournal() async throws {
    let journal = ["--journal", store.directory.path("run.journal"), "--tar-size", "2"]
    #expect(try await run(journal).status == .success)
    let before = try store.directory.read("shards/00001.tar")
    #expect(unlink(store.directory.path("shards/00001_stats.json")) == 0)

    let again = try await run(journal + ["--resume", "--summary"])

    #expect(again.refs == ["3", "4"] && again.messages.contains(#""resumed":2"#))
    #expect(try store.directory.read("shards/00001.tar") == before)
  }
}
