import Glibc
import Synchronization
import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineRequests

/// Damage counts as a miss and is repaired; it is never an error.
@Suite struct CacheDamageTests {
  private let folder: TemporaryDirectory
  private let now = CacheSample.start
  private let response = CacheSample.stored(
    ["Cache-Control": "max-age=60", "Vary": "Foo, Bar", "ETag": "\"a\""], for: ["Foo": "1"])

  init() throws { folder = try TemporaryDirectory() }

  private func store() -> CacheStore { CacheStore(folder: folder.path, limit: 1 << 20) }

  private func key() throws -> CacheKey {
    CacheKey(try CacheSample.request(), sortsQuery: false)
  }

  private func insert(_ store: CacheStore, _ count: Int = 3) throws -> Bool {
    let draft = store.draft()
    draft.append([UInt8](repeating: 5, count: count))
    return store.store(response, under: try key(), body: draft, now: now)
  }

  private func execute(_ sql: String) throws {
    try SQLiteDatabase(path: folder.path("cache.sqlite"), mode: .readWrite).execute(sql)
  }

  @Test(
    arguments: [
      "head = head || 'x'", "head = ''", "seal = 'x'", "variant = 'x'",
      "digest = 'x'", "bytes = bytes + 1", "bytes = -9223372036854775807",
    ])
  func removesEntryWithChangedHead(change: String) throws {
    #expect(try insert(store()))
    try execute("UPDATE entry SET \(change)")
    let store = store()

    #expect(store.lookUp(try key()).isEmpty)
    #expect(try store.status().entries == 0)
    #expect(try insert(store))
    #expect(store.lookUp(try key()).count == 1)
  }

  @Test(arguments: ["body = X'0505'", "body = NULL", "body = X'050506'", "body = ''"])
  func removesEntryWithChangedBody(change: String) throws {
    #expect(try insert(store()))
    try execute("UPDATE entry SET \(change)")
    let store = store()
    let entry = try #require(store.lookUp(try key()).first)

    #expect(store.body(of: entry, now: now) == nil)
    #expect(store.lookUp(try key()).isEmpty)
  }

  @Test(arguments: ["missing", "short", "changed", "link"])
  func removesEntryWithChangedBodyFile(damage: String) throws {
    #expect(try insert(store(), 70_000))
    let file = try #require(folder.files().first { $0.contains("/") })
    switch damage {
    case "missing": unlink(folder.path(file))
    case "short": try folder.write(file, [UInt8](repeating: 5, count: 69_999))
    case "changed": try folder.write(file, [UInt8](repeating: 6, count: 70_000))
    default:
      try folder.write("other", [UInt8](repeating: 5, count: 70_000))
      unlink(folder.path(file))
      symlink(folder.path("other"), folder.path(file))
    }
    let store = store()
    let entry = try #require(store.lookUp(try key()).first)

    #expect(store.body(of: entry, now: now) == nil)
    #expect(store.lookUp(try key()).isEmpty)
    #expect(try insert(store, 70_000))
    let again = try #require(store.lookUp(try key()).first)
    #expect(store.body(of: again, now: now) != nil)
  }

  @Test(arguments: [
    ("mkdir", "is a directory"), ("mkfifo", "not a regular file"),
    ("ln -s x", "the path contains a symbolic link"),
  ])
  func warnsOnceIfCacheCannotBeUsed(kind: String, cause: String) throws {
    let path = folder.path("cache.sqlite")
    switch kind {
    case "mkdir": try #require(mkdir(path, 0o700) == 0)
    case "mkfifo": try #require(mkfifo(path, 0o600) == 0)
    default: try #require(symlink(path, path) == 0)
    }
    let warnings = Mutex<[String]>([])
    let store = CacheStore(folder: folder.path, limit: 1 << 20) { text in
      warnings.withLock { $0.append(text) }
    }

    #expect(try store.lookUp(key()).isEmpty)
    #expect(try !insert(store))
    #expect(throws: SQLiteError.self) { try store.status() }

    #expect(warnings.withLock { $0 } == ["cannot use the cache \"\(path)\": \(cause)"])
  }

  /// The run continues without the cache, and the entry survives.
  @Test func keepsEntryWhileDatabaseIsLocked() throws {
    let warnings = Mutex<[String]>([])
    let store = CacheStore(folder: folder.path, limit: 1 << 20, lockTimeout: .milliseconds(1)) {
      text in warnings.withLock { $0.append(text) }
    }
    #expect(try insert(store))
    let entry = try #require(store.lookUp(try key()).first)
    do {
      let other = try SQLiteDatabase(path: folder.path("cache.sqlite"), mode: .readWrite)
      try other.execute("BEGIN EXCLUSIVE")

      #expect(store.body(of: entry, now: now) == nil)
      #expect(try !insert(store))
      try other.execute("ROLLBACK")
    }

    #expect(warnings.withLock { $0 }.count == 1)
    #expect(store.lookUp(try key()).isEmpty, "the lock is not waited for again")
    #expect(self.store().body(of: entry, now: now) != nil)
  }

  @Test func openBodyOutlivesEntry() throws {
    let store = store()
    #expect(try insert(store, 70_000))
    let entry = try #require(store.lookUp(try key()).first)
    let body = try #require(store.body(of: entry, now: now))

    store.clear()

    var count = 0
    try body.chunks { count += $0.count }
    #expect(count == 70_000)
  }

  @Test(
    arguments: [
      "not a database, but long enough for a header to be expected in it, and then some more text",
      "SQLite format 3\0 and nothing of the sort after it", "x",
    ])
  func replacesInvalidDatabase(content: String) throws {
    try folder.write("cache.sqlite", content)
    let store = store()

    #expect(store.lookUp(try key()).isEmpty)
    #expect(try insert(store))
    #expect(store.lookUp(try key()).count == 1)
  }

  @Test(
    arguments: [
      "DROP TABLE entry", "DROP TABLE total", "PRAGMA user_version=99",
      "PRAGMA application_id=1", "ALTER TABLE entry RENAME COLUMN seal TO other",
    ])
  func replacesForeignDatabase(change: String) throws {
    #expect(try insert(store()))
    try execute(change)
    let store = store()

    _ = store.lookUp(try key())
    #expect(try insert(store))
    #expect(store.lookUp(try key()).count == 1)
    #expect(try store.status().entries == 1)
  }

  @Test func survivesDamagedHead() throws {
    let encoded = try #require(response.encoded)
    #expect(StoredResponse(encoded: encoded) == response)
    for bytes in SeededGenerator.inputs(like: String(decoding: encoded, as: UTF8.self)) {
      guard let read = StoredResponse(encoded: bytes) else { continue }
      // A decoded response can be used.
      _ = CachePolicy().decide(try CacheSample.request(), stored: [read], now: .max / 4)
    }
  }

  @Test(
    arguments: [
      ["A": "b\nC: d"], ["A": "b\r"], ["A": "b\0"], ["A:B": "c"], ["": "c"], ["A B": "c"],
    ] as [HeaderFields])
  func rejectsHeadWithLineBreaks(fields: HeaderFields) throws {
    let store = store()
    let draft = store.draft()

    #expect(CacheSample.stored(fields).encoded == nil)
    #expect(
      !store.store(CacheSample.stored(fields), under: try key(), body: draft, now: now))
  }
}
