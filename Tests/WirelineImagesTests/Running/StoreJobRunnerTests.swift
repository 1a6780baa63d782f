import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineImages

/// Operations on the whole store, and the removal of single images.
@Suite struct StoreJobRunnerTests {
  private let store: TestStore

  init() throws { store = try TestStore() }

  private static let bytes = MemoryExecutor.png.count

  @Test(arguments: [
    ("--status", #""images":2,"bytes":\#(2 * bytes),"#),
    ("--verify-store", #""action":"verified","images":2,"bytes":\#(2 * bytes),"damaged":0,"#),
    ("--clear", #""action":"cleared","images":2,"bytes":\#(2 * bytes),"failed":0}"#),
    ("--reindex", #""action":"reindexed","images":2,"#),
  ])
  func printsOneRecord(option: String, fields: String) async throws {
    _ = try await store.run(["http://h/a", "http://h/b"])

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
}
