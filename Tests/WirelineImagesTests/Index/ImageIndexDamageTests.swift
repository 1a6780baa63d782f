import Glibc
import Synchronization
import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineImages

@Suite struct ImageIndexDamageTests {
  private let directory: TemporaryDirectory
  private let name = ".wireline-index.sqlite"

  init() throws { directory = try TemporaryDirectory() }

  private func open() throws -> ImageIndex {
    try ImageIndex(directory: directory.path, lockTimeout: .milliseconds(100), delay: -1)
  }

  /// Creates an index of 300 rows and closes it.
  private func fill() throws {
    let index = try open()
    for number in 0..<300 { index.put(.sample(number)) }
    try index.flush()
  }

  private func isUsable(_ index: ImageIndex) throws -> Bool {
    index.put(.sample(1_000))
    try index.flush()
    return try open().lookUp(IndexedImage.sample(1_000).key) == .sample(1_000)
  }

  @Test(arguments: [
    "no database", String(repeating: "x", count: 10_000), "SQLite format 3\0and then nothing",
  ])
  func quarantinesForeignFile(text: String) throws {
    try directory.write(name, text)

    let index = try open()

    #expect(index.quarantined == [directory.path("\(name).damaged-1")])
    #expect(try directory.text("\(name).damaged-1") == text)
    #expect(try isUsable(index))
    #expect(try open().quarantined.isEmpty)
  }

  @Test func quarantinesForeignDatabase() throws {
    do {
      let database = try SQLiteDatabase(path: directory.path(name), mode: .create)
      try database.execute("CREATE TABLE precious(x); INSERT INTO precious VALUES(1)")
    }
    try directory.write("\(name).damaged-1", "an earlier one")

    let index = try open()

    #expect(index.quarantined == [directory.path("\(name).damaged-2")])
    #expect(try directory.text("\(name).damaged-1") == "an earlier one")
    #expect(try isUsable(index))
  }

  @Test(arguments: [
    "DROP TABLE used", "ALTER TABLE image DROP COLUMN etag", "PRAGMA user_version=99",
    "PRAGMA application_id=1",
  ])
  func quarantinesOtherSchema(sql: String) throws {
    try fill()
    do { try SQLiteDatabase(path: directory.path(name), mode: .readWrite).execute(sql) }

    let index = try open()

    #expect(index.quarantined.count == 1)
    #expect(try isUsable(index))
  }

  @Test(arguments: [
    "width = 'x'", "width = -1", "bytes = 9223372036854775807", "checked = 1e18 + 0.5",
    "width = 1.5", "height = x'00'", "bytes = 'x' || char(10)",
    "stored = 'x'", "format = x'00'", "path = x'61'", "sha256 = 'x'", "url = x'00'",
  ])
  func ignoresRowWithOtherTypes(change: String) throws {
    try fill()
    do {
      let database = try SQLiteDatabase(path: directory.path(name), mode: .readWrite)
      try database.execute("UPDATE image SET \(change)")
    }

    let index = try open()

    #expect(index.lookUp(IndexedImage.sample(1).key) == nil)
    #expect(try isUsable(index))
  }

  /// Damages all pages except the first, so that the index can be opened.
  private func damage() throws {
    var bytes = try directory.read(name)
    for offset in 4_096..<bytes.count { bytes[offset] = 0xFF }
    try directory.write(name, bytes)
  }

  @Test func writesChangesThatFoundDamage() throws {
    try fill()
    try damage()
    let index = try open()

    #expect(try isUsable(index))
    #expect(index.quarantined.count == 1)
  }

  @Test func repairsDamageFoundByLookup() throws {
    try fill()
    try damage()
    let index = try open()

    for number in 0..<300 { _ = index.lookUp(IndexedImage.sample(number).key) }
    #expect(index.quarantined.count == 1)
    #expect(try isUsable(index))
  }

  /// The first of several processes that start together creates the index and keeps using it.
  @Test func doesNotWaitForCreatorOfIndex() throws {
    let file = ImageIndexFile(directory: directory.path, lockTimeout: .milliseconds(100))
    let creator = try open()

    // It has seen no index before.
    try file.repair()

    try file.connect().forEach { _ in true }
    #expect(creator.quarantined.isEmpty && file.quarantined.isEmpty)
  }

  @Test func keepsDamagedIndexInUse() throws {
    try fill()
    let other = try open()
    try directory.write(name, "no database")

    let failure = #expect(throws: SQLiteError.self) { _ = try open() }

    #expect(failure?.description.contains("in use by another process") == true)
    #expect(!directory.exists("\(name).damaged-1"))
    withExtendedLifetime(other) {}
  }

  @Test func retriesFailedWrites() throws {
    let index = try open()
    // Another process with a long transaction.
    let other = try SQLiteDatabase(path: directory.path(name), mode: .readWrite)
    try other.execute("BEGIN IMMEDIATE")
    index.put(.sample(1))

    #expect(throws: SQLiteError.self) { try index.flush() }
    #expect(index.queue.withLock { $0.failure } != nil)
    #expect(index.lookUp(IndexedImage.sample(1).key) == .sample(1))
    index.remove(IndexedImage.sample(2).key)
    try other.execute("COMMIT")
    try index.flush()

    #expect(index.queue.withLock { $0.failure } == nil)
    #expect(try open().lookUp(IndexedImage.sample(1).key) == .sample(1))
  }

  @Test func reportsDroppedChanges() throws {
    var queue = ImageIndexQueue()
    let error = SQLiteError(code: 13, message: "full", sql: nil, path: "x")
    for number in 0...ImageIndexQueue.maximumChanges {
      queue.add(ImageKey(url: "\(number)"), .touch(1))
    }
    _ = queue.begin()

    queue.fail(error)

    #expect(queue.isEmpty)
    #expect(queue.failure == error)
    #expect(queue.resetLost() == ImageIndexQueue.maximumChanges + 1)
    #expect(queue.resetLost() == 0)
    let lost = SQLiteError.lostChanges(3, cause: error, path: "x")
    #expect(lost.message == "full; lost 3 changes" && lost.kind == .writing)
  }
}
