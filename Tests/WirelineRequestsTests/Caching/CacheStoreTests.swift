import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct CacheStoreTests {
  private let folder: TemporaryDirectory
  private let now = CacheSample.start

  init() throws { folder = try TemporaryDirectory() }

  private func store(limit: Int = 1 << 20) -> CacheStore {
    CacheStore(folder: folder.path("http"), limit: limit)
  }

  private func key(_ path: String = "x", _ headers: HeaderFields = [:]) throws -> CacheKey {
    CacheKey(
      try CacheSample.request(headers, url: "http://a.example/\(path)"), sortsQuery: false)
  }

  private func insert(
    _ store: CacheStore, _ path: String = "x", _ body: [UInt8] = [1, 2, 3], now: Int? = nil,
    _ response: StoredResponse = CacheSample.stored(["Cache-Control": "max-age=60"])
  ) throws -> Bool {
    let draft = store.draft()
    draft.append(body)
    return store.store(response, under: try key(path), body: draft, now: now ?? self.now)
  }

  private func bytes(_ store: CacheStore, _ path: String = "x", now: Int? = nil) throws -> [UInt8]?
  {
    guard let entry = store.lookUp(try key(path)).first,
      let body = store.body(of: entry, now: now ?? self.now)
    else { return nil }
    var bytes: [UInt8] = []
    try body.chunks { bytes.append(contentsOf: $0) }
    return bytes
  }

  @Test(arguments: [0, 1, 65_536, 65_537, 300_000])
  func findsStoredResponse(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    let body = random.bytes(count...count)
    let response = CacheSample.stored(["Cache-Control": "max-age=60", "X": "é \u{FF}", "Y": ""])
    let store = store()

    #expect(try insert(store, "x", body, response))
    #expect(store.lookUp(try key()).map(\.response) == [response])
    #expect(try bytes(store) == body)
    #expect(try bytes(self.store()) == body)
    #expect(store.lookUp(try key("y")).isEmpty)
    #expect(folder.files(under: "http").count == (count > 65_536 ? 2 : 1))
  }

  @Test func filesArePrivate() throws {
    #expect(try insert(store(), "x", [UInt8](repeating: 7, count: 70_000)))

    #expect(folder.permissions("http") == 0o700)
    for file in folder.files(under: "http") { #expect(folder.permissions(file) == 0o600) }
  }

  @Test func abandonedDraftLeavesNoFile() throws {
    do { store().draft().append([UInt8](repeating: 1, count: 100_000)) }

    #expect(folder.files().isEmpty)
  }

  @Test func newerResponseReplacesOlder() throws {
    let store = store()
    let large = [UInt8](repeating: 1, count: 70_000)

    #expect(try insert(store, "x", large))
    #expect(try insert(store, "x", [9]))
    #expect(try bytes(store) == [9])
    #expect(try store.status().entries == 1)
    #expect(folder.files(under: "http") == ["http/cache.sqlite"])
  }

  @Test func keepsSharedBodyUntilLastEntry() throws {
    let store = store()
    let large = [UInt8](repeating: 1, count: 70_000)
    for path in ["x", "y", "z"] { #expect(try insert(store, path, large)) }
    #expect(folder.files(under: "http").count == 2)

    #expect(try insert(store, "x", [9]))
    #expect(store.invalidate(try RequestURL("http://a.example/y")) == 1)
    #expect(try bytes(store, "z") == large)

    #expect(store.invalidate(try RequestURL("http://a.example/z")) == 1)
    #expect(folder.files(under: "http") == ["http/cache.sqlite"])
  }

  @Test func storesVariants() throws {
    let store = store()
    for value in ["1", "2"] {
      let response = CacheSample.stored(["Vary": "Foo", "X": value], for: ["Foo": value])
      #expect(try insert(store, "x", [], response))
    }
    let stored = store.lookUp(try key()).map(\.response)
    let chosen = CachePolicy.select(stored, for: try CacheSample.request(["Foo": "1"]))

    #expect(stored.count == 2)
    #expect(chosen?.head.headers["X"] == "1")
  }

  @Test func updatesHead() throws {
    let store = store()
    #expect(try insert(store))
    let entry = try #require(store.lookUp(try key()).first)
    var response = entry.response
    response.head.headers.set("Cache-Control", "max-age=3600")
    response.responseTime += 50

    #expect(store.update(entry, to: response, now: now))
    #expect(store.lookUp(try key()).map(\.response) == [response])
    #expect(try bytes(store) == [1, 2, 3])
    #expect(try store.status().bytes == (response.encoded?.count ?? 0) + 3)
  }

  @Test func updateReplacesEqualVariant() throws {
    let store = store()
    let one = CacheSample.stored(["Vary": "Foo"], for: ["Foo": "1"])
    let two = CacheSample.stored(["Vary": "Foo"], for: ["Foo": "2"])
    #expect(try insert(store, "x", [1], one))
    #expect(try insert(store, "x", [2], two))
    let entry = try #require(store.lookUp(try key()).first { $0.response == one })

    #expect(store.update(entry, to: two, now: now))
    #expect(try store.status().entries == 1)
    #expect(try bytes(store) == [1])
  }

  @Test func invalidatesAllVariantsAndIdentities() throws {
    let store = store()
    for (path, headers) in [
      ("x?a=1&b=2", [:]), ("x?b=2&a=1", [:]), ("x?a=1&b=2", ["Cookie": "c"]), ("y", [:]),
    ] as [(String, HeaderFields)] {
      let draft = store.draft()
      draft.append([UInt8](repeating: 1, count: 70_000))
      let key = try key(path, headers)
      #expect(store.store(CacheSample.stored([:]), under: key, body: draft, now: now))
    }

    #expect(store.invalidate(try RequestURL("http://a.example/x?a=1&b=2")) == 3)
    #expect(store.invalidate(try RequestURL("http://a.example/x?a=1&b=2")) == 0)
    #expect(try store.status().entries == 1)
    #expect(try bytes(store, "y")?.count == 70_000)
    #expect(store.invalidate(try RequestURL("http://a.example/y")) == 1)
    #expect(folder.files(under: "http") == ["http/cache.sqlite"])
  }

  @Test func clearRemovesEverything() throws {
    let store = store()
    #expect(try insert(store, "x", [UInt8](repeating: 1, count: 70_000)))
    #expect(try insert(store, "y"))

    store.clear()

    #expect(try store.status() == CacheStatus(entries: 0, bytes: 0, limit: 1 << 20))
    #expect(folder.files(under: "http").sorted() == ["http/cache.sqlite", "http/repair.lock"])
    #expect(try insert(store))
  }

  @Test func evictsLeastRecentlyUsed() throws {
    let store = store(limit: 100_000)
    for number in 0..<9 {
      #expect(
        try insert(store, "\(number)", [UInt8](repeating: 1, count: 10_000), now: now + number))
    }
    #expect(try bytes(store, "0", now: now + 1000) != nil)

    #expect(try insert(store, "9", [UInt8](repeating: 1, count: 12_000), now: now + 1001))

    let status = try store.status()
    #expect(status.bytes <= 90_000)
    #expect(status.entries == 8)
    #expect(try bytes(store, "0") != nil)
    #expect(try bytes(store, "1") == nil)
    #expect(try bytes(store, "2") == nil)
    #expect(try bytes(store, "9") != nil)
  }

  @Test func doesNotStoreOversizedBody() throws {
    let store = store(limit: 100_000)
    #expect(try insert(store, "small"))
    let draft = store.draft()

    #expect(!draft.append([UInt8](repeating: 1, count: 90_001)))
    #expect(!store.store(CacheSample.stored([:]), under: try key(), body: draft, now: now))
    #expect(try store.status().entries == 1)
    #expect(folder.files(under: "http") == ["http/cache.sqlite"])
  }

  @Test func supportsConcurrentStores() async throws {
    let path = folder.path("http")
    await withTaskGroup(of: Bool.self) { group in
      for worker in 0..<4 {
        group.addTask {
          let store = CacheStore(folder: path, limit: 1 << 24, lockTimeout: .limit)
          return (0..<25).allSatisfy { number in
            guard
              let request = try? CacheSample.request(url: "http://a.example/\(worker)/\(number)")
            else { return false }
            let key = CacheKey(request, sortsQuery: false)
            let draft = store.draft()
            draft.append([UInt8](repeating: UInt8(worker), count: number * 5000))
            return store.store(
              CacheSample.stored([:]), under: key, body: draft, now: CacheSample.start)
              && store.lookUp(key).count == 1
          }
        }
      }
      for await isDone in group { #expect(isDone) }
    }

    let store = store(limit: 1 << 24)
    #expect(try store.status().entries == 100)
    #expect(try bytes(store, "3/24") == [UInt8](repeating: 3, count: 120_000))
  }

  @Test func filesContainNoSecret() throws {
    let store = store()
    let secret = "c2VjcmV0LXNlY3JldA"
    let request = try CacheSample.request(
      ["Authorization": "Bearer \(secret)", "Cookie": "s=\(secret)"],
      url: "http://u:\(secret)@a.example/?k=\(secret)")
    let head = ResponseHead(
      status: 200, headers: ["Vary": "Cookie", "Set-Cookie": secret, "Cache-Control": "max-age=9"])
    let response = try #require(
      CachePolicy().storable(head, for: request, requestTime: now, responseTime: now))
    let draft = store.draft()
    let key = CacheKey(request, sortsQuery: false)

    #expect(store.store(response, under: key, body: draft, now: now))
    for file in folder.files() {
      #expect(!String(decoding: try folder.read(file), as: UTF8.self).contains(secret))
    }
  }
}
