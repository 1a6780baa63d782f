import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineRequests

/// Distributing hosts over shards by their number of items.
@Suite struct HostBalanceTests {
  /// Returns the number of items per shard.
  private static func loads(_ counts: [UInt64: Int], _ shards: Int) throws -> [Int] {
    try (1...shards).map { index in
      let balance = HostBalance(counts, try Shard(index: index, count: shards))
      return counts.reduce(0) { $0 + (balance.contains($1.key) == true ? $1.value : 0) }
    }
  }

  @Test(
    arguments: [
      ([], 3, [0, 0, 0]), ([5], 3, [5, 0, 0]), ([1, 1, 1], 3, [1, 1, 1]),
      ([7, 6, 5, 4, 3], 3, [7, 9, 9]),
      ([8000, 3000, 3000, 2000, 2000, 1000, 1000], 3, [8000, 6000, 6000]),
      ([9, 1, 1, 1], 2, [9, 3]),
    ] as [([Int], Int, [Int])])
  func assignsLargestHostsFirst(items: [Int], shards: Int, expected: [Int]) throws {
    let counts = Dictionary(uniqueKeysWithValues: items.enumerated().map { (UInt64($0), $1) })
    #expect(try Self.loads(counts, shards) == expected)
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func assignsEveryHostToOneShard(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    var counts: [UInt64: Int] = [:]
    for _ in 0..<500 { counts[random.next()] = Int.random(in: 1...50, using: &random) }
    let loads = try Self.loads(counts, 8)
    let all = counts.values.reduce(0, +)
    #expect(loads.reduce(0, +) == all)
    #expect((loads.max() ?? 0) - (loads.min() ?? 0) <= 50)
  }

  @Test func digestIdentifiesDivision() throws {
    let counts: [UInt64: Int] = [1: 5, 2: 4, 3: 3, 4: 2]
    let digests = try (1...3).map { HostBalance(counts, try Shard(index: $0, count: 3)).digest }
    #expect(Set(digests).count == 1)
    let more = counts.merging([5: 9]) { $1 }
    #expect(HostBalance(more, try Shard(index: 1, count: 3)).digest != digests[0])
    #expect(HostBalance([:], try Shard(index: 1, count: 3)).contains(1) == nil)
  }
}
