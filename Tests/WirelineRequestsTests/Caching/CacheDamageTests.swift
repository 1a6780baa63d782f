import Glibc
import Synchronization
import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineRequests

/// Whatever lies in the cache's folder: a miss, and mended, never an error.
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

  private func put(_ store: CacheStore, _ count: Int = 3) throws -> Bool {
    let draft = store.draft()
    draft.append([UInt8](repeating: 5, count: count))
    return store.store(response, under: try key(), body: draft, now: now)
  }

  private func execute(_ sql: String) throws {
    try SQLiteDatabase(path: folder.path("cache.sqlite"), mode: .readWrite).execute(sql)
  }

  @Test(
    arguments: [
      "head = head || 'x'", "head = ''", "head = NULL || 1", "seal = 'x'", "variant = 'x'",
      "digest = 'x'", "bytes = bytes + 1", "bytes = -9223372036854775807",
    ])
  func aChangedHeadIsAMissAndRemoved(change: String) throws {
    #expect(try put(store()))
    if change.contains("NULL") {
      // NOT NULL stands in the way of this one, which is as good.
      #expect(throws: SQLiteError.self) { try execute("UPDATE entry SET \(change)") }
      return
    }
    try execute("UPDATE entry SET \(change)")
    let store = store()

    #expect(store.lookUp(try key()).isEmpty)
    #expect(store.status().entries == 0)
    #expect(try put(store))
    #expect(store.lookUp(try key()).count == 1)
  }

  @Test(arguments: ["body = X'0505'", "body = NULL", "body = X'050506'", "body = ''"])
  func aChangedBodyIsAMissAndRemoved(change: String) throws {
    #expect(try put(store()))
    try execute("UPDATE entry SET \(change)")
    let store = store()
    let entry = try #require(store.lookUp(try key()).first)

    #expect(store.body(of: entry, now: now) == nil)
    #expect(store.lookUp(try key()).isEmpty)
  }

  @Test(arguments: ["missing", "short", "changed", "link"])
  func aChangedBodyFileIsAMissAndRemoved(damage: String) throws {
    #expect(try put(store(), 70_000))
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
    #expect(try put(store, 70_000))
    let again = try #require(store.lookUp(try key()).first)
    #expect(store.body(of: again, now: now) != nil)
  }

  /// Another process holds the database: this run goes on without it, and nothing is lost.
  @Test func anEntryThatCannotBeReadNowStays() throws {
    let warnings = Mutex<[String]>([])
    let store = CacheStore(folder: folder.path, limit: 1 << 20, patience: .milliseconds(1)) {
      text in warnings.withLock { $0.append(text) }
    }
    #expect(try put(store))
    let entry = try #require(store.lookUp(try key()).first)
    do {
      let other = try SQLiteDatabase(path: folder.path("cache.sqlite"), mode: .readWrite)
      try other.execute("BEGIN EXCLUSIVE")

      #expect(store.body(of: entry, now: now) == nil)
      #expect(try !put(store))
      try other.execute("ROLLBACK")
    }

    #expect(warnings.withLock { $0 }.count == 1)
    #expect(store.lookUp(try key()).isEmpty, "it is not waited for again")
    #expect(self.store().body(of: entry, now: now) != nil)
  }

  @Test func anOpenBodyOutlivesItsEntry() throws {
    let store = store()
    #expect(try put(store, 70_000))
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
  func whatIsNoDatabaseIsMadeOne(content: String) throws {
    try folder.write("cache.sqlite", content)
    let store = store()

    #expect(store.lookUp(try key()).isEmpty)
    #expect(try put(store))
    #expect(store.lookUp(try key()).count == 1)
  }

  @Test(
    arguments: [
      "DROP TABLE entry", "DROP TABLE total", "PRAGMA user_version=99",
      "PRAGMA application_id=1", "ALTER TABLE entry RENAME COLUMN seal TO other",
    ])
  func anotherDatabaseIsReplaced(change: String) throws {
    #expect(try put(store()))
    try execute(change)
    let store = store()

    _ = store.lookUp(try key())
    #expect(try put(store))
    #expect(store.lookUp(try key()).count == 1)
    #expect(store.status().entries == 1)
  }

  @Test func aFolderThatCannotBeIsNoCache() throws {
    try folder.write("file", "x")
    let store = CacheStore(folder: folder.path("file"), limit: 1 << 20)

    #expect(store.lookUp(try key()).isEmpty)
    #expect(try !put(store))
    #expect(try !put(store, 70_000))
    #expect(store.invalidate(try RequestURL("http://a.example/x")) == 0)
    #expect(store.status() == CacheStatus(entries: 0, bytes: 0, limit: 1 << 20))
    store.clear()
  }

  @Test func everyCutAndMutationOfTheDatabaseIsSurvived() throws {
    #expect(try put(store()))
    let whole = try folder.read("cache.sqlite")
    var random = SeededGenerator(seed: 5861)
    for round in 0..<150 {
      let bytes =
        round % 3 == 0
        ? Array(whole.prefix(Int.random(in: 0...whole.count, using: &random)))
        : mutated(whole, &random)
      try folder.write("cache.sqlite", bytes)
      let store = store()
      for entry in store.lookUp(try key()) {
        #expect(entry.response == response)
        if case .bytes(let body)? = store.body(of: entry, now: now) { #expect(body == [5, 5, 5]) }
      }
      // It may refuse to store, but a second store finds it mended or sound.
      _ = try put(store)
      _ = store.status()
    }
  }

  /// With a few bytes changed in each page.
  private func mutated(_ whole: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = whole
    for _ in 0..<Int.random(in: 1...40, using: &random) {
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8(
        truncatingIfNeeded: random.next())
    }
    return bytes
  }

  @Test func everyPrefixAndMutationOfAHeadIsReadWithoutHarm() throws {
    let coded = try #require(response.coded)
    #expect(StoredResponse(coded: coded) == response)
    for count in 0..<coded.count { _ = StoredResponse(coded: Array(coded.prefix(count))) }
    var random = SeededGenerator(seed: 8246)
    for _ in 0..<20_000 {
      for bytes in [random.mutation(of: coded), random.bytes(0...80)] {
        guard let read = StoredResponse(coded: bytes) else { continue }
        // What can be read can be judged.
        _ = CachePolicy().decide(try CacheSample.request(), stored: [read], now: .max / 4)
      }
    }
  }

  @Test func noMutationOfARowPassesItsSeal() throws {
    let row = try #require(CacheRow(response, key: "k", digest: "d", bytes: 3))
    #expect(row.entry?.response == response)
    var random = SeededGenerator(seed: 9110)
    for _ in 0..<5000 {
      var changed = row
      changed.head = random.mutation(of: row.head)
      if changed.head != row.head { #expect(changed.entry == nil) }
    }
    for count in 0..<row.head.count {
      var changed = row
      changed.head = Array(row.head.prefix(count))
      #expect(changed.entry == nil)
    }
  }

  @Test(
    arguments: [
      ["A": "b\nC: d"], ["A": "b\r"], ["A": "b\0"], ["A:B": "c"], ["": "c"], ["A B": "c"],
    ] as [HeaderFields])
  func aHeadThatLinesCannotHoldIsNotStored(fields: HeaderFields) throws {
    let store = store()
    let draft = store.draft()

    #expect(CacheSample.stored(fields).coded == nil)
    #expect(
      !store.store(CacheSample.stored(fields), under: try key(), body: draft, now: now))
  }
}
