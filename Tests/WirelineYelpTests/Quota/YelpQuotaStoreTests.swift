import Glibc
import Synchronization
import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineRequests
@testable import WirelineYelp

/// Two stores behave like two processes, because locks belong to open files.
@Suite struct YelpQuotaStoreTests {
  private let directory: TemporaryDirectory
  private let folder: String

  /// 2024-03-27T12:00:00Z.
  private static let noon = 1_711_540_800

  init() throws {
    directory = try TemporaryDirectory()
    folder = directory.path("state/yelp-quota")
  }

  private func store(
    _ folder: String? = nil, key: String = "SECRET", host: String = "api.yelp.com",
    lockTimeout: Duration = .limit, now: @escaping @Sendable () -> Int = { noon }
  ) -> YelpQuotaStore {
    YelpQuotaStore(
      folder: folder ?? self.folder, host: host, key: key, lockTimeout: lockTimeout, now: now)
  }

  private static func headers(_ remaining: Int) -> HeaderFields {
    [
      "RateLimit-DailyLimit": "300", "RateLimit-Remaining": "\(remaining)",
      "RateLimit-ResetTime": "2024-03-28T00:00:00+00:00",
    ]
  }

  /// One call with a response.
  private func call(_ store: YelpQuotaStore, left: Int) {
    #expect(store.admit(reserve: 0) == nil)
    store.note(Self.headers(left), status: 200)
  }

  private func name(_ suffix: String = ".json") throws -> String {
    try #require(directory.files().first { $0.hasSuffix(suffix) })
  }

  @Test func createsNothingBeforeTheFirstCall() {
    #expect(store().status() == nil)
    #expect(directory.files().isEmpty)
  }

  @Test func sharesTheQuotaBetweenProcesses() {
    let (one, other) = (store(), store())

    call(one, left: 41)

    #expect(other.status()?.remaining == 41)
    #expect(other.status()?.dailyLimit == 300 && other.status()?.updatedAt == Self.noon)
    #expect(other.admit(reserve: 41) == 1_711_584_000)
    #expect(other.admit(reserve: 40) == nil)
    #expect(one.admit(reserve: 40) != nil)
    other.releaseAdmission()
    #expect(one.admit(reserve: 40) == nil)
  }

  @Test func separatesKeysAndHosts() {
    call(store(), left: 0)

    #expect(store().status()?.remaining == 0)
    #expect(store(key: "OTHER").status() == nil)
    #expect(store(host: "127.0.0.1:8080").status() == nil)
  }

  /// SHA-256 of "wireline yelp quota\napi.yelp.com\nSECRET".
  @Test func revealsNoKey() throws {
    call(store(), left: 1)

    #expect(
      directory.files() == [
        "state/yelp-quota/8dbf4c4a1f235e9a.json", "state/yelp-quota/8dbf4c4a1f235e9a.json.lock",
      ])
    for file in directory.files() {
      #expect(directory.permissions(file) == 0o600)
      #expect(try !directory.text(file).contains("SECRET"))
    }
    #expect(directory.permissions("state/yelp-quota") == 0o700)
  }

  /// A server, eight threads, two processes.
  @Test func keepsTheReserveAcrossProcesses() throws {
    let stores = [store(), store()]
    call(stores[0], left: 200)
    let left = Mutex(200)
    let done = ThreadSemaphore()
    for thread in 0..<8 {
      let store = stores[thread % 2]
      try BackgroundThread.start {
        while store.admit(reserve: 20) == nil {
          let says = left.withLock { left in
            left -= 1
            return left
          }
          sched_yield()
          store.note(Self.headers(says), status: 200)
        }
        done.signal()
      }
    }
    for _ in 0..<8 { done.wait() }

    #expect(left.withLock { $0 } == 20)
    #expect(stores[1].status()?.remaining == 20)
  }

  @Test func refusesCallsOfAllProcessesUntilTheReset() {
    let clock = Mutex(Self.noon)
    let now: @Sendable () -> Int = { clock.withLock { $0 } }
    let (one, other) = (store(now: now), store(now: now))
    _ = one.admit(reserve: 0)

    #expect(one.exhaust([:]) == 1_711_584_000)

    #expect(other.admit(reserve: 0) == 1_711_584_000)
    clock.withLock { $0 = 1_711_584_000 }
    #expect(other.status() == nil)
    #expect(other.admit(reserve: 0) == nil)
  }

  /// The limit of one endpoint does not affect the others.
  @Test func ignoresTheLimitOfOneEndpoint() {
    let one = store()
    _ = one.admit(reserve: 0)
    var headers = Self.headers(100)
    headers.append("RateLimit-ResourceRemaining", "0")

    #expect(one.exhaust(headers) == 1_711_584_000)

    #expect(one.admit(reserve: 0) == nil)
    #expect(one.status()?.resourceRemaining == 0)
  }

  @Test func ignoresTheQuotaOfAnInvalidKey() {
    let one = store()
    _ = one.admit(reserve: 0)

    one.note(Self.headers(0), status: 401)

    #expect(one.status() == nil)
  }

  @Test(
    arguments: [
      "[]", "null", "{}", #"{"quota_version":2,"remaining":0,"reset_at":1711584000}"#,
      #"{"quota_version":1,"remaining":0}"#, #"{"quota_version":1,"remaining":"0"}"#,
      #"{"quota_version":1,"remaining":1e15,"reset_at":1711584000}"#,
      #"{"quota_version":1,"remaining":-9223372036854775808,"reset_at":1711584000}"#,
      #"{"quota_version":1,"remaining":0.5,"reset_at":1711584000}"#,
      #"{"quota_version":1,"remaining":-1,"reset_at":1711584000}"#,
      "{\"quota_version\":1,\"remaining\":0,\"reset_at\":1711584000}"
        + String(repeating: " ", count: 1 << 16),
    ])
  func replacesForeignFiles(text: String) throws {
    call(store(), left: 5)
    let name = try name()
    try directory.write(name, text)

    let one = store()

    #expect(one.status() == nil)
    #expect(one.admit(reserve: 7) == nil)
    one.note(Self.headers(6), status: 200)
    #expect(store().status()?.remaining == 6)
  }

  /// Root can write to a read-only folder, but not below a file.
  @Test(arguments: ["below a file", "read-only", "nowhere"])
  func countsItsOwnCallsWithoutAFolder(kind: String) throws {
    try directory.write("file", "")
    let folder =
      switch kind {
      case "below a file": directory.path("file/state")
      case "read-only": try directory.makeDirectory("fixed")
      default: "/proc/state"
      }
    chmod(directory.path("fixed"), 0o500)
    let one = store(folder)

    call(one, left: 3)

    for _ in 0..<2 { #expect(one.admit(reserve: 1) == nil) }
    #expect(one.admit(reserve: 1) == 1_711_584_000)
    one.note(Self.headers(2), status: 200)
    one.note(Self.headers(1), status: 200)
    #expect(one.admit(reserve: 1) != nil)
    #expect(one.status()?.remaining == 1)
  }

  @Test func writesItsOwnCallsOnceItCan() throws {
    let (one, other) = (store(lockTimeout: .zero), store())
    call(one, left: 10)
    let lock = directory.path(try name(".lock"))
    var held = try FileLock(path: lock)
    #expect(held != nil)

    for _ in 0..<4 { #expect(one.admit(reserve: 5) == nil) }
    #expect(other.status()?.remaining == 10)
    one.note(Self.headers(9), status: 200)
    #expect(one.status()?.remaining == 6)
    held = nil
    #expect(one.admit(reserve: 5) == nil)

    #expect(other.status()?.remaining == 5)
    #expect(other.admit(reserve: 5) != nil)
  }
}
