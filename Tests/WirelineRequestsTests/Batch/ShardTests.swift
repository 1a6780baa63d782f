import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct ShardTests {
  @Test(arguments: [("1/1", 1, 1), ("3/8", 3, 8), ("8/8", 8, 8), ("007/010", 7, 10)])
  func parsesFraction(text: String, index: Int, count: Int) throws {
    let shard = try Shard(parsing: text)

    #expect(shard.index == index)
    #expect(shard.count == count)
  }

  @Test(arguments: [
    "", "3", "3/", "/8", "3/8/9", "-1/8", "+1/8", "1 /8", "a/b", "auto",
    "1/99999999999999999999", "1/0", "0/8", "9/8",
  ])
  func rejectsInvalidShard(text: String) {
    #expect(throws: InvalidArgument.self) { try Shard(parsing: text) }
  }

  /// Computed with Python's hashlib. The assignment must never change.
  @Test(arguments: [
    ("example.com", 2, 2), ("example.com", 8, 6), ("example.com", 1000, 310),
    ("EXAMPLE.com", 1000, 310), ("images.example.org", 8, 4), ("127.0.0.1", 1000, 853),
  ])
  func assignsHostToFixedShard(host: String, count: Int, expected: Int) throws {
    let url = try RequestURL("http://\(host):81/x")

    #expect(try Self.shards(count, .host) { $0.contains(url, line: 1) } == [expected])
  }

  @Test(arguments: [(2, 2), (8, 2), (1000, 874)])
  func assignsURLToFixedShard(count: Int, expected: Int) throws {
    let url = try RequestURL("http://example.com/a.png")

    #expect(try Self.shards(count, .url) { $0.contains(url, line: 1) } == [expected])
  }

  @Test(arguments: [(1, 1), (2, 2), (8, 8), (9, 1), (16, 8), (17, 1), (Int.max, 7)])
  func assignsLinesInTurn(line: Int, expected: Int) throws {
    let url = try RequestURL("http://example.com/a.png")

    #expect(try Self.shards(8, .line) { $0.contains(url, line: line) } == [expected])
    #expect(try Self.shards(8, .host) { $0.contains(nil, line: line) } == [expected])
  }

  @Test(arguments: [2, 3, 7, 16]) func shardsHaveSimilarSizes(count: Int) throws {
    let urls = try (0..<8_000).map { try RequestURL("http://h/\($0)") }
    for index in 1...count {
      let part = BatchPart(shard: try Shard(parsing: "\(index)/\(count)"), criterion: .url)
      let share = urls.count { part.contains($0, line: 1) }
      // A little over four standard deviations.
      let mean = Double(8_000 / count)
      #expect(abs(Double(share) - mean) < 4.5 * mean.squareRoot())
    }
  }

  /// Returns the numbers of the shards that contain an item.
  private static func shards(
    _ count: Int, _ criterion: ShardCriterion, where contains: (BatchPart) -> Bool
  ) throws -> [Int] {
    try (1...count).filter {
      contains(BatchPart(shard: try Shard(parsing: "\($0)/\(count)"), criterion: criterion))
    }
  }
}
