import Glibc
import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineImages
@testable import WirelineRequests

/// Runs of `imgfetch` against an executor in memory.
@Suite struct FetchRunnerTests {
  private let store: TestStore

  init() throws { store = try TestStore() }

  private static let urls = ["http://h/a", "http://h/b", "http://h/c"]

  @Test func printsRecordsInInputOrder() async throws {
    let outcome = try await store.run([], Self.urls, MemoryExecutor(delayed: 3))

    #expect(outcome.status == .success && outcome.messages.isEmpty)
    #expect(outcome.refs == ["1", "2", "3"] && outcome.texts("url") == Self.urls)
    #expect(outcome.texts("source") == ["network", "network", "network"])
  }

  /// Options, a URL or record, the response, the error code, and the exit status of a single item.
  typealias Failure = ([String], String, MemoryExecutor.Reply, String, ExitStatus)

  private static let png = MemoryExecutor.png

  static let failures: [Failure] = [
    ([], "http://h/a", (404, []), "not_found", .httpStatus),
    ([], "http://h/a", (410, []), "not_found", .httpStatus),
    ([], "http://h/a", (429, []), "rate_limited", .tryLater),
    ([], "http://h/a", (500, []), "http_status", .httpStatus),
    ([], "http://h/a", (200, []), "empty_body", .httpStatus),
    ([], "http://h/a", (200, Array("<html>".utf8)), "not_an_image", .badData),
    ([], "http://h/a", (200, Array(png.prefix(20))), "damaged_image", .badData),
    ([], "http://h/a", (0, []), "connect", .notConnected),
    (["--offline"], "http://h/a", (200, png), "offline", .notConnected),
    (["--min-side", "8"], "http://h/a", (200, png), "image_rejected", .badData),
    (["--allow", "gif"], "http://h/a", (200, png), "image_rejected", .badData),
    ([], "ftp://h/a", (200, []), "invalid_url", .malformedURL),
    ([], #"{"name":"a"}"#, (200, []), "no_url", .malformedURL),
    ([], #"{"url":5}"#, (200, []), "invalid_input", .badData),
    (["--photos"], #"{"photos":[]}"#, (200, []), "no_url", .malformedURL),
  ]

  @Test(arguments: failures)
  func printsErrorRecordForFailedItem(
    options: [String], item: String, reply: MemoryExecutor.Reply, code: String, status: ExitStatus
  ) async throws {
    let executor = MemoryExecutor(["/a": reply])

    let stream = try await store.run(options, [item, item], executor)
    #expect(stream.codes == [code, code] && stream.refs == ["1", "2"])
    #expect(stream.status == .failure)
    // Records are not operands.
    if item.hasPrefix("{") { return }
    let single = try await store.run(options + [item], [], executor)
    #expect(single.codes == [code] && single.status == status && !single.messages.isEmpty)
  }

  @Test func errorRecordNamesItemAndURL() async throws {
    let line = #"{"id":"x","url":"http://u:secret@h/a"}"#

    let outcome = try await store.run([], [line], MemoryExecutor(["/a": (404, [])]))

    let record = try #require(outcome.records.first)
    #expect(record.ref == #""x""# && record["line"]?.integer == 1)
    #expect(record["error"]?["status"]?.integer == 404)
    #expect(record["url"]?.string?.contains("secret") == false && record.input == line)
  }

  @Test func skipsRecordsWithoutURL() async throws {
    let outcome = try await store.run(
      ["--skip-missing"], [#"{"url":""}"#, #"{"url":"http://h/a"}"#])

    #expect(outcome.refs == ["2"] && outcome.status == .success)
  }

  @Test(
    arguments: [
      (["--url-field", "cover"], #"{"cover":"http://h/cover","url":"http://h/u"}"#, "/cover"),
      ([], #"{"image_url":"http://h/i","url":"http://h/u"}"#, "/i"),
      ([], #""http://h/string""#, "/string"), (["-0"], "http://h/nul\0", "/nul"),
    ])
  func readsURLOfItem(options: [String], item: String, path: String) async throws {
    let executor = MemoryExecutor()

    #expect(try await store.run(options, [item], executor).status == .success)

    #expect(executor.paths == [path])
  }

  // MARK: Journal, shards and contact sheet

  private func journal(
    _ options: [String], _ executor: MemoryExecutor
  ) async throws -> FetchTool.Outcome {
    try await store.run(
      ["--journal", store.directory.path("j")] + options, ["http://h/a", "http://h/none"], executor)
  }

  @Test(
    arguments: [
      ([], false, []), (["--retry-errors=all"], false, ["/none"]), ([], true, ["/a"]),
    ] as [([String], Bool, [String])])
  func resumesFromJournal(options: [String], isImageGone: Bool, requests: [String]) async throws {
    let executor = MemoryExecutor(["/none": (404, [])])
    let first = try await journal([], executor)
    let repeated = MemoryExecutor(["/none": (404, [])])
    if isImageGone { unlink(first.records[0]["path"]?.string ?? "") }

    let second = try await journal(["--resume"] + options, repeated)

    #expect(repeated.paths == requests && second.status == .failure)
    #expect(second.codes == [nil, "not_found"] && second.texts("url") == first.texts("url"))
  }

  /// A usage error, before any record.
  @Test func refusesJournalOfAnotherTool() async throws {
    _ = try Journal(path: store.directory.path("j"), owner: JournalOwner(tool: "req", shard: nil))
    let executor = MemoryExecutor()

    let outcome = try await journal(["--resume"], executor)

    #expect(outcome.status == .usage && outcome.records.isEmpty && executor.paths.isEmpty)
  }

  @Test(arguments: [false, true])
  func contactSheetHasImagesAndFailures(isResumed: Bool) async throws {
    let executor = MemoryExecutor(["/none": (404, [])])
    if isResumed { _ = try await journal([], executor) }

    let outcome = try await journal(
      ["--contact-sheet", store.directory.path("sheet.html")] + (isResumed ? ["--resume"] : []),
      executor)

    let page = try store.directory.text("sheet.html")
    let image = try #require(page.firstRange(of: #"<li class=png><a href="store/"#))
    let failure = try #require(page.firstRange(of: "<li class=failed><p><a href="))
    #expect(image.lowerBound < failure.lowerBound && page.contains("<b>not_found</b>"))
    #expect(outcome.status == .failure && executor.paths.count == 2)
  }

  @Test(arguments: [("1M", 1 << 20), ("0", nil), (nil, nil)] as [(String?, Int?)])
  func limitsRate(option: String?, rate: Int?) async throws {
    let options = option.map { ["--limit-rate", $0] } ?? []

    let outcome = try await store.run(options, ["http://h/a"])

    #expect(try #require(outcome.policy).bytesPerSecond == rate)
  }

  @Test func requiresWritableContactSheet() async throws {
    let executor = MemoryExecutor()

    let outcome = try await store.run(
      ["--contact-sheet", store.directory.path("none/sheet.html"), "http://h/a"], [], executor)

    #expect(outcome.status == .cannotWrite && outcome.records.isEmpty && executor.paths.isEmpty)
  }
}
