import Glibc
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

  @Test func listsImages() async throws {
    _ = try await store.run(["http://h/a", "http://h/b?x=1"])

    let outcome = try await store.run(["--list"])

    #expect(outcome.status == .success && outcome.refs == ["1", "2"])
    #expect(Set(outcome.texts("url")) == ["http://h/a", "http://h/b?x=1"])
    let record = try #require(outcome.records.first)
    #expect(record["stored_at"]?.string == "1970-01-12T13:46:40Z")
    #expect(record["width"]?.integer == 7 && record["bytes"]?.integer == Self.bytes)
    let path = try #require(record["path"]?.string)
    #expect(try store.directory.read(path).count == Self.bytes)
  }

  /// An image is kept with any processing, and if its URL is that of a failed item.
  @Test func prunesImagesThatListLacks() async throws {
    _ = try await store.run(["http://h/a", "http://h/b", "http://h/c", "http://h/d"])
    _ = try await store.run(["--filter", "cat", "http://h/a"])
    let failed =
      #"{"error":{"code":"timeout","message":"m","tool":"imgfetch","retryable":true},"#
      + #""ref":1,"url":"http://h/b","input":"http://h/b"}"#
    let list = ["# list", "http://h/a", failed, #"{"url":"http://h/x"}"#]

    let plan = try await store.run(["--prune", "--dry-run"], list)
    let planned = try await store.run(["--list"])
    let outcome = try await store.run(["--prune"], list)

    #expect(Set(plan.texts("url")) == ["http://h/c", "http://h/d"])
    #expect(plan.texts("action") == ["remove", "remove"] && planned.records.count == 5)
    #expect(outcome.status == .success && outcome.texts("action") == ["removed", "removed"])
    #expect(Set(outcome.texts("url")) == ["http://h/c", "http://h/d"])
    let left = try await store.run(["--list"])
    #expect(
      left.texts("url").compactMap(\.self).sorted() == ["http://h/a", "http://h/a", "http://h/b"])
    let again = try await store.run(["http://h/a", "http://h/c"])
    #expect(again.texts("source") == ["storage", "network"])
  }

  /// Whatever is tolerated, and if a tool that should have written the list failed.
  @Test(arguments: [
    ([], ExitStatus.noData, "hint: --clear"), (["# x"], .noData, "the list has no URL"),
    (["http://h/a", "htp:"], .failure, "no image was removed"),
    (["http://h/a", "{"], .failure, "no image was removed"),
    (
      ["http://h/a", #"{"error":{"code":"timeout","tool":"yelp-query"},"input":"x"}"#], .failure,
      "no image was removed"
    ),
  ])
  func prunesNothing(list: [String], status: ExitStatus, message: String) async throws {
    _ = try await store.run(["http://h/a", "http://h/b"])

    let outcome = try await store.run(["--prune", "--tolerate", "all"], list)

    #expect(outcome.status == status && outcome.messages.contains(message), "\(outcome.messages)")
    #expect(try await store.run(["--list"]).records.count == 2)
  }

  /// They may be results of processing whose URL is on the list.
  @Test func pruneKeepsImagesOfUnknownURLs() async throws {
    _ = try await store.run(["http://h/a"])
    #expect(unlink(store.path + "/.wireline-index.sqlite") == 0)
    _ = try await store.run(["--reindex"])

    let outcome = try await store.run(["--prune"], ["http://h/b"])

    #expect(outcome.status == .success && outcome.records.isEmpty)
    #expect(try await store.run(["--list"]).records.count == 1)
  }

  /// Signed URLs are one image, whose journal and shards do not depend on the signature.
  @Test(arguments: [
    ("sig,exp", "http://h/a?w=1&sig=x&exp=2", "http://h/a?exp=3&w=1&s%69g=y", "storage"),
    ("all", "http://h/a?w=1", "http://h/a", "storage"),
    ("sig", "http://h/a?w=1&sig=x", "http://h/a?w=2&sig=x", "network"),
  ])
  func ignoresQuery(names: String, first: String, second: String, source: String) async throws {
    let options = ["--ignore-query", names]
    let tar = options + ["--tar", store.directory.path("shards")]
    let executor = MemoryExecutor()
    #expect(try await store.run(tar, [first], executor).texts("url") == [first])

    let again = try await store.run(options, [second, first], executor)
    let shards = try await store.run(tar, [second])
    let kept = try await store.run(options + ["--prune", "--dry-run"], [second])

    let isSame = source == "storage"
    #expect(again.texts("source") == [source, isSame ? "memory" : "storage"])
    #expect(shards.status == (isSame ? .success : .cannotWrite))
    #expect(kept.records.isEmpty == isSame)
  }

  @Test(arguments: [
    "--status", "--list", "--verify-store", "--clear", "--reindex", "--remove", "--prune",
  ])
  func requiresStore(option: String) async throws {
    let outcome = try await store.run([option])

    #expect(outcome.status == .noData && outcome.records.isEmpty)
    #expect(outcome.messages == "imgfetch: error: directory \"\(store.path)\" does not exist\n")
    #expect(!store.directory.exists("store"))
  }
}
