import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineImages

/// Operations on the whole store, and the removal of single images.
@Suite struct StoreJobRunnerTests {
  private let store: TestStore

  init() throws { store = try TestStore() }

  /// Stores two images and returns their paths.
  private func fill() async throws -> [String] {
    let outcome = try await store.run(["http://h/a", "http://h/b"])
    return try outcome.texts("path").map { try #require($0) }
  }

  private static let bytes = MemoryExecutor.png.count

  @Test(arguments: [
    ("--status", #""images":2,"bytes":\#(2 * bytes),"#),
    ("--verify-store", #""action":"verified","images":2,"bytes":\#(2 * bytes),"damaged":0,"#),
    ("--clear", #""action":"cleared","images":2,"bytes":\#(2 * bytes),"failed":0}"#),
    ("--reindex", #""action":"reindexed","images":2,"#),
  ])
  func printsOneRecord(option: String, fields: String) async throws {
    _ = try await fill()

    let outcome = try await store.run([option])

    #expect(outcome.status == .success && outcome.messages.isEmpty && outcome.records.count == 1)
    #expect(outcome.records[0].line.contains(fields), "\(outcome.records[0].line)")
    #expect(outcome.policy == nil, "no executor is created")
  }

  @Test(arguments: ["--status", "--verify-store", "--clear", "--reindex", "--remove"])
  func requiresStore(option: String) async throws {
    let outcome = try await store.run([option])

    #expect(outcome.status == .noData && outcome.records.isEmpty)
    #expect(outcome.messages == "imgfetch: error: directory \"\(store.path)\" does not exist\n")
    #expect(!store.directory.exists("store"))
  }

  @Test func verificationReportsDamagedImages() async throws {
    let paths = try await fill()
    try store.directory.write(String(paths[0].dropFirst(store.directory.path.count + 1)), "damaged")

    let outcome = try await store.run(["--verify-store"])

    #expect(outcome.status == .failure && outcome.codes == ["damaged_image", nil])
    #expect(outcome.records[0]["url"]?.string == "http://h/a")
    #expect(outcome.records[0].input == "http://h/a")
    #expect(outcome.records[1]["damaged"]?.integer == 1)
  }
}
