import Glibc
import Synchronization
import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineImages

@Suite struct ImageIndexTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// An index that writes only in `flush` or full batches.
  private func open() throws -> ImageIndex { try ImageIndex(directory: directory.path, delay: -1) }

  /// The row in the database, as another process sees it.
  private func stored(_ image: IndexedImage) throws -> IndexedImage? {
    try open().lookUp(image.key)
  }

  static let rows: [(String, IndexedImage)] = {
    let bare = IndexedImage(
      key: ImageKey(url: "x"), url: "", path: "x", sha256: ImageKey(url: ""), bytes: 0,
      header: ImageHeader(format: .svg), storedAt: 0, checkedAt: 0, usedAt: 0)
    var odd = IndexedImage.sample(2)
    odd.url = "http://h/\u{0}\u{1F600}'\"; DROP TABLE image"
    odd.etag = ""
    odd.flags = ["a", "b"]
    odd.bytes = 1 << 50
    odd.storedAt = -1
    var flat = IndexedImage.sample(3)
    flat.path = flat.key.hexadecimal
    var foreign = IndexedImage.sample(4)
    foreign.path = "…/\(IndexedImage.sample(5).key.hexadecimal)..x"
    return [
      ("full", .sample(1)), ("bare", bare), ("odd", odd), ("flat", flat), ("foreign", foreign),
    ]
  }()

  @Test(arguments: rows) func rowsRoundTrip(name: String, row: IndexedImage) throws {
    let index = try open()
    index.put(row)
    #expect(index.lookUp(row.key) == row)

    try index.flush()

    #expect(index.lookUp(row.key) == row)
    #expect(try stored(row) == row)
  }

  @Test func otherProcessesSeeChangesAfterFlush() throws {
    let index = try open()
    let other = try open()
    let image = IndexedImage.sample(1)

    index.put(image)
    #expect(index.lookUp(image.key) == image)
    #expect(other.lookUp(image.key) == nil)
    try index.flush()
    #expect(other.lookUp(image.key) == image)

    index.remove(image.key)
    #expect(index.lookUp(image.key) == nil)
    #expect(other.lookUp(image.key) == image)
    try index.flush()
    #expect(other.lookUp(image.key) == nil)
  }

  /// Changes of a row that was last used at 50, and the resulting time of use; nil if removed.
  static let changes: [(String, [ImageIndexChange], usedAt: Int?)] = [
    ("a use", [.touch(60)], 60),
    ("an earlier use", [.touch(40)], 50),
    ("uses in any order", [.touch(70), .touch(60)], 70),
    ("a use before removal", [.touch(60), .remove], nil),
    ("a use after removal", [.remove, .touch(60)], nil),
    ("put again", [.remove, .put(.sample(1, usedAt: 55))], 55),
    ("put and used", [.put(.sample(1, usedAt: 55)), .touch(60)], 60),
    ("put and used earlier", [.put(.sample(1, usedAt: 55)), .touch(1)], 55),
    ("used and put", [.touch(90), .put(.sample(1, usedAt: 55))], 55),
    ("put and removed", [.put(.sample(1)), .remove], nil),
  ]

  @Test(arguments: changes, [true, false])
  func combinesChangesOfRow(
    change: (name: String, changes: [ImageIndexChange], usedAt: Int?), oneByOne: Bool
  ) throws {
    let index = try open()
    let image = IndexedImage.sample(1, usedAt: 50)
    index.put(image)
    try index.flush()

    for change in change.changes {
      index.add(image.key, change)
      if oneByOne { try index.flush() }
    }

    #expect(index.lookUp(image.key)?.usedAt == change.usedAt)
    try index.flush()
    #expect(index.lookUp(image.key)?.usedAt == change.usedAt)
    #expect(try stored(image)?.usedAt == change.usedAt)
  }

  @Test func deinitWritesQueuedChanges() throws {
    do { try open().put(.sample(1)) }

    #expect(try stored(.sample(1)) == .sample(1))
  }

  @Test func threadWritesAfterDelay() throws {
    let index = try ImageIndex(directory: directory.path, delay: 1)
    let other = try open()

    // The thread may have exited since the previous round.
    for number in 0..<20 {
      index.put(.sample(number))
      var tries = 0
      while other.lookUp(IndexedImage.sample(number).key) == nil, tries < 10_000 {
        poll(nil, 0, 1)
        tries += 1
      }
      #expect(other.lookUp(IndexedImage.sample(number).key) == .sample(number))
    }
  }

  @Test func callerWritesFullQueue() throws {
    let index = try open()

    for number in 0..<9000 {
      index.put(.sample(number))
      let waiting = index.queue.withLock { $0.waiting.count }
      #expect(waiting < ImageIndexQueue.maximumWaiting)
    }

    #expect(try index.total().count == 9000)
  }

  @Test func isThreadSafe() async throws {
    let index = try ImageIndex(directory: directory.path, delay: 0)

    await withTaskGroup(of: Void.self) { group in
      for part in 0..<4 {
        group.addTask {
          for number in 0..<500 {
            let image = IndexedImage.sample(part * 1_000 + number)
            index.put(image)
            #expect(index.lookUp(image.key) == image)
            if number.isMultiple(of: 5) { index.remove(image.key) }
          }
        }
      }
    }

    #expect(try index.total().count == 1_600)
    #expect(index.queue.withLock { $0.failure } == nil)
  }

  @Test func updatesSums() throws {
    let index = try open()
    for number in 0..<9 { index.put(.sample(number, bytes: 10 * (1 + number % 3))) }
    index.put(.sample(0, bytes: 1_000))
    index.remove(IndexedImage.sample(8).key)

    var status = ImageStoreStatus()
    try index.forEach { image in
      status.add(image)
      return true
    }

    #expect(status.total.count == 8)
    #expect(status.total.bytes == 1_000 + 2 * 10 + 3 * 20 + 2 * 30)
    #expect(
      status.hosts == [
        .init(name: "h0.example", count: 3, bytes: 1_020),
        .init(name: "h1.example", count: 3, bytes: 60),
        .init(name: "h2.example", count: 2, bytes: 60),
      ])
    #expect(status.formats == [.init(name: "png", count: 8, bytes: 1_140)])
    #expect(try index.total() == (8, 1_140))
  }

  @Test func visitsLeastRecentlyUsedFirst() throws {
    let index = try open()
    for number in [3, 1, 2, 0] { index.put(.sample(number)) }
    index.touch(IndexedImage.sample(1).key, at: 9_000)
    var seen: [Int] = []

    try index.forEach { image in
      // Changes do not affect the iteration.
      index.remove(image.key)
      seen.append(image.storedAt - 1_000)
      return seen.count < 3
    }

    #expect(seen == [0, 2, 3])
    #expect(try index.total().count == 1)
  }

  @Test func findsImagesWithSameContent() throws {
    let index = try open()
    var images = (0..<4).map { IndexedImage.sample($0) }
    for number in 1..<4 { images[number].sha256 = images[0].sha256 }
    index.put(images[0])
    index.put(images[1])
    try index.flush()
    index.put(images[2])
    index.put(images[3])
    index.remove(images[0].key)
    index.remove(images[3].key)
    index.touch(images[1].key, at: 9_999)

    let found = index.findBySHA256(images[0].sha256)

    #expect(found.map(\.key) == [images[1].key, images[2].key])
    #expect(index.findBySHA256(ImageKey(url: "other")).isEmpty)
  }

  @Test func ignoresRowsWithPathOutside() throws {
    let index = try open()
    let paths = ["../x", "/etc/passwd", "a/../../x", "a//x", "", "./x", "a/"]
    for (number, path) in paths.enumerated() {
      var image = IndexedImage.sample(number)
      image.path = path
      index.put(image)
    }
    index.put(.sample(99))
    try index.flush()
    var deleted: [String] = []

    let sweep = try index.evict(toBytes: 0) { image in
      deleted.append(image.path)
      return true
    }

    #expect(deleted == [IndexedImage.sample(99).path])
    #expect(sweep.count == 1)
    #expect(index.lookUp(IndexedImage.sample(0).key) == nil)
  }

  /// The bytes that SQLite locks for the whole life of a connection with a write-ahead log.
  @Test func laterConnectionsKeepLocksOfFirst() throws {
    let index = try open()
    index.put(.sample(1))
    try index.flush()
    try index.forEach { _ in true }

    let locks = try ByteLocks(path: index.file.path)

    #expect(try locks.isLockedByOther(0x4000_0002))
    withExtendedLifetime(index) {}
  }
}
