import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct ShardTests {
  @Test(arguments: [
    ("1/1", 1, 1), ("3/8", 3, 8), ("8/8", 8, 8), ("007/010", 7, 10),
    ("1000000/1000000", 1_000_000, 1_000_000),
  ])
  func parsesFraction(text: String, index: Int, count: Int) throws {
    let shard = try Shard(text) { _ in nil }

    #expect(shard.index == index)
    #expect(shard.count == count)
  }

  @Test(arguments: [
    ("", ShardError.syntax("")), ("3", .syntax("3")), ("3/", .syntax("3/")), ("/8", .syntax("/8")),
    ("3/8/9", .syntax("3/8/9")), ("-1/8", .syntax("-1/8")), ("+1/8", .syntax("+1/8")),
    ("1 /8", .syntax("1 /8")), ("a/b", .syntax("a/b")), ("AUTO", .syntax("AUTO")),
    ("auto/", .syntax("auto/")), ("auto/x", .syntax("auto/x")), ("auto/4/4", .syntax("auto/4/4")),
    ("1/99999999999999999999", .syntax("1/99999999999999999999")), ("1/0", .count("0")),
    ("1/1000001", .count("1000001")), ("0/8", .index("0", count: 8)),
    ("9/8", .index("9", count: 8)),
  ])
  func rejectsInvalidShard(text: String, expected: ShardError) {
    #expect(throws: expected) { try Shard(text) { _ in nil } }
  }

  @Test(arguments: [
    (ShardError.syntax("3"), #"invalid shard "3""#),
    (.index("0", count: 8), #"shard "0" is not from 1 to 8"#),
    (.noNumber("X", value: "y"), #"X is "y", not a whole number"#),
  ])
  func errorQuotesValue(error: ShardError, text: String) {
    #expect(error.description == text)
    #expect(!error.hint.isEmpty)
  }

  /// Computed with Python's hashlib. The assignment must never change.
  @Test(arguments: [
    ("example.com", 2, 2), ("example.com", 8, 6), ("example.com", 1000, 310),
    ("EXAMPLE.com", 1000, 310), ("images.example.org", 8, 4), ("127.0.0.1", 1000, 853),
  ])
  func assignsHostToFixedShard(host: String, count: Int, expected: Int) throws {
    #expect(try Self.shards(count).filter { $0.contains(host: host) }.map(\.index) == [expected])
  }

  @Test(arguments: [(2, 2), (8, 2), (1000, 874)])
  func assignsURLToFixedShard(count: Int, expected: Int) throws {
    let url = "http://example.com/a.png"

    #expect(try Self.shards(count).filter { $0.contains(url: url) }.map(\.index) == [expected])
  }

  @Test(arguments: [
    (1, 1), (2, 2), (8, 8), (9, 1), (16, 8), (17, 1), (Int.max, 7), (0, 8), (-1, 7), (Int.min, 8),
  ])
  func assignsLinesInTurn(line: Int, expected: Int) throws {
    #expect(try Self.shards(8).filter { $0.contains(line: line) }.map(\.index) == [expected])
  }

  @Test(arguments: [2, 3, 7, 16]) func shardsHaveSimilarSizes(count: Int) throws {
    for shard in try Self.shards(count) {
      let share = (0..<8_000).count { shard.contains(url: "http://h/\($0)") }
      // A little over four standard deviations.
      let mean = Double(8_000 / count)
      #expect(abs(Double(share) - mean) < 4.5 * mean.squareRoot())
    }
  }

  private static func shards(_ count: Int) throws -> [Shard] {
    try (1...count).map { try Shard(index: $0, count: count) }
  }
}
