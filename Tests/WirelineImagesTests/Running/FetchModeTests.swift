import Glibc
import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineImages

/// Runs without downloads, and the exit status at the end of a run.
@Suite struct FetchModeTests {
  private let store: TestStore

  init() throws { store = try TestStore() }

  @Test(
    arguments: [
      (["http://h/a"], [], ["write"]), ([], ["http://h/a", "http://h/b"], ["write", "write"]),
      (["--parse"], ["{}"], ["write"]),
    ] as [([String], [String], [String])])
  func refusesRunWithoutDirectory(
    options: [String], input: [String], codes: [String]
  ) async throws {
    let executor = MemoryExecutor()

    let outcome = try await FetchTool.run(
      options, input: input, executor, environment: ["HOME": "relative"])

    #expect(outcome.status == .usage && outcome.codes == codes && executor.paths.isEmpty)
    #expect(outcome.messages.contains("hint: give --output-dir"))
  }

  @Test func refusesDirectoryWithNameOfImage() async throws {
    let name = store.directory.path("new cup.png")

    let outcome = try await FetchTool.run(["-o", name], input: ["http://h/a"], MemoryExecutor())

    #expect(outcome.status == .usage && !store.directory.files().contains { $0.contains("cup") })
    #expect(outcome.messages.contains("hint: download one file with req -o '\(name)' URL"))
  }

  @Test(arguments: [
    (["--input", "list"], ExitStatus.success, ""), (["--input", "none"], .cannotRead, "none"),
    (["--input", "folder"], .cannotRead, "is a directory"),
    (["--input", "packed"], .cannotRead, "gzip"),
    (["--input", "list", "http://h/b"], .usage, "--input cannot be used with URLs"),
  ])
  func readsInputFile(options: [String], status: ExitStatus, message: String) async throws {
    try store.directory.write("list", "http://h/a\n")
    try store.directory.write("packed", [0x1F, 0x8B, 8, 0])
    try store.directory.makeDirectory("folder")
    let executor = MemoryExecutor()

    let outcome = try await store.run(
      [options[0], store.directory.path(options[1])] + options.dropFirst(2), [], executor)

    #expect(outcome.status == status && executor.paths == (status == .success ? ["/a"] : []))
    #expect(message.isEmpty || outcome.messages.contains(message))
  }

  @Test func dryRunPrintsPlannedActions() async throws {
    let executor = MemoryExecutor()
    _ = try await store.run([], ["http://h/a"], executor)

    let outcome = try await store.run(
      ["--dry-run"], ["http://h/a", "http://h/b", "http://h/b#f"], executor)
    let refresh = try await store.run(["--dry-run", "--refresh"], ["http://h/a"], executor)

    #expect(outcome.texts("action") == ["none", "fetch", "join"])
    #expect(refresh.texts("action") == ["revalidate"] && executor.paths == ["/a"])
  }

  @Test func dryRunCreatesNoStore() async throws {
    #expect(try await store.run(["--dry-run", "http://h/a"]).status == .success)

    #expect(!store.directory.exists("store"))
  }

  @Test func buildPrintsRequestsWithoutSecrets() async throws {
    let outcome = try await store.run(
      ["--build", "-H", "Cookie: s3cret", "-H", "X-A: 1", "--retry", "2", "--timeout", "3"],
      ["http://u:s3cret@h/a", "http://u:s3cret@h/b"])

    let record = try #require(outcome.records.first)
    #expect(outcome.texts("url") == ["http://h/a", "http://h/b"] && outcome.policy == nil)
    #expect(record["headers"]?["X-A"]?.string == "1" && record["headers"]?["Cookie"] == nil)
    #expect(record["retry"]?.integer == 2 && record["timeout_s"]?.number == 3)
    #expect(!outcome.messages.contains("s3cret"))
    #expect(outcome.messages.split(separator: "\n").count == 2, "one warning per kind of secret")
  }

  @Test func parseStoresImagesOfResponseRecords() async throws {
    let body = Base64.encode(MemoryExecutor.png)
    let lines = [
      #"{"ref":"x","url":"http://h/a","status":200,"body_base64":"\#(body)"}"#,
      #"{"url":"http://h/b","status":404}"#, #"{"status":200}"#, "plain",
    ]
    let executor = MemoryExecutor()

    let outcome = try await store.run(["--parse"], lines, executor)

    #expect(outcome.codes.dropFirst() == ["not_found", "no_url", "invalid_input"])
    #expect(outcome.refs.first == #""x""# && outcome.texts("source").first == "network")
    #expect(try await store.run(["http://h/a"], [], executor).texts("source") == ["storage"])
    #expect(executor.paths.isEmpty)
  }

  // MARK: Exit status

  @Test func interruptedRunKeepsOldImages() async throws {
    let path = try #require(try await store.run(["http://h/a"]).records.first?["path"]?.string)

    let outcome = try await FetchTool.run(
      ["-o", store.path, "--expire-after", "1s"], input: ["http://h/b"],
      environment: ["WIRELINE_NOW": "2000000"], signal: SIGINT)

    #expect(
      outcome.status == .interrupted && access(path, F_OK) == 0)
  }

  @Test func expiresOldImages() async throws {
    _ = try await store.run(["http://h/a"])

    let outcome = try await FetchTool.run(
      ["-o", store.path, "--expire-after", "1s", "-v", "http://h/b"],
      environment: ["WIRELINE_NOW": "2000000"])

    #expect(outcome.messages.contains("removed 1 images, \(MemoryExecutor.png.count) bytes"))
    #expect(store.directory.files(under: "store").filter { $0.hasSuffix(".png") }.count == 1)
  }

  /// A directory in place of the index makes it unusable.
  @Test(arguments: [([], ExitStatus.success), (["--max-store", "1G"], .cannotWrite)])
  func onlyLimitsRequireTheIndex(options: [String], status: ExitStatus) async throws {
    for name in ["", "-wal", "-shm", "-journal"] {
      try store.directory.write("store/.wireline-index.sqlite\(name)/file", "x")
    }

    let outcome = try await store.run(options + ["http://h/a"])

    #expect(outcome.status == status && outcome.codes == [nil])
    #expect(outcome.messages.contains("cannot enforce the limits of the store") == !options.isEmpty)
  }
}
