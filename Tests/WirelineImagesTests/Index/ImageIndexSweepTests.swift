import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineImages

@Suite struct ImageIndexSweepTests {
  private let directory: TemporaryDirectory
  private let index: ImageIndex

  /// Ten images of 10 bytes. Number 0 is the least recently used and checked.
  init() throws {
    directory = try TemporaryDirectory()
    index = try ImageIndex(directory: directory.path, delay: -1)
    for number in 0..<10 { index.put(.sample(number, bytes: 10)) }
  }

  private var left: [Int] {
    get throws {
      var left: [Int] = []
      try index.forEach { image in
        left.append(image.storedAt - 1_000)
        return true
      }
      return left
    }
  }

  @Test(arguments: [(100, 0), (99, 1), (91, 1), (90, 1), (55, 5), (1, 10), (0, 10), (-5, 10)])
  func evictsLeastRecentlyUsed(limit: Int, count: Int) throws {
    var deleted: [Int] = []

    let sweep = try index.evict(toBytes: limit) { image in
      deleted.append(image.storedAt - 1_000)
      return true
    }

    #expect(deleted == Array(0..<count))
    #expect(sweep == .init(count: count, bytes: 10 * count, failed: 0))
    #expect(try left == Array(count..<10))
    #expect(try index.total() == (10 - count, 10 * (10 - count)))
  }

  @Test func evictsOthersIfDeletionFails() throws {
    let sweep = try index.evict(toBytes: 50) { $0.storedAt.isMultiple(of: 2) }

    #expect(sweep == .init(count: 5, bytes: 50, failed: 4))
    #expect(try left == [1, 3, 5, 7, 9])
  }

  @Test func evictionEndsIfNothingCanBeDeleted() throws {
    let sweep = try index.evict(toBytes: 0) { _ in false }

    #expect(sweep == .init(count: 0, bytes: 0, failed: 10))
    #expect(try left.count == 10)
  }

  @Test(arguments: [(0, []), (2_003, [0, 1, 2]), (9_999, Array(0..<10))] as [(Int, [Int])])
  func expiresOldImages(time: Int, expected: [Int]) throws {
    var deleted: [Int] = []

    let sweep = try index.expire(olderThan: time) { image in
      deleted.append(image.storedAt - 1_000)
      return true
    }

    #expect(deleted.sorted() == expected)
    #expect(sweep.count == expected.count)
    #expect(try left == Array(0..<10).filter { !expected.contains($0) })
  }

  /// A kill in between leaves a row without a file, never a file without a row.
  @Test func deletesFileBeforeRow() throws {
    let other = try ImageIndex(directory: directory.path, delay: -1)
    var existed: [Bool] = []

    _ = try index.evict(toBytes: 0) { image in
      existed.append(other.lookUp(image.key) != nil)
      return true
    }

    #expect(existed == Array(repeating: true, count: 10))
    #expect(other.lookUp(IndexedImage.sample(0).key) == nil)
  }

  @Test func keepsRowThatAnotherProcessReplaced() throws {
    let other = try ImageIndex(directory: directory.path, delay: -1)

    _ = try index.evict(toBytes: 90) { image in
      var again = image
      again.storedAt += 5
      other.put(again)
      return (try? other.flush()) != nil
    }

    #expect(index.lookUp(IndexedImage.sample(0).key)?.storedAt == 1_005)
  }

  @Test func evictsSeveralPages() throws {
    for number in 10..<12_000 { index.put(.sample(number, bytes: 10)) }

    let evicted = try index.evict(toBytes: 60_000) { !$0.storedAt.isMultiple(of: 100) }
    #expect(evicted.count == 6_000)
    #expect(try index.total() == (6_000, 60_000))

    let expired = try index.expire(olderThan: .max) { _ in true }
    #expect(expired.count == 6_000)
    #expect(try index.total() == (0, 0))
  }
}
