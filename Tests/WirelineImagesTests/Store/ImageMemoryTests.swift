import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineImages
@testable import WirelineRequests

@Suite struct ImageMemoryTests {
  @Test func tierWithoutCapacityKeepsNothing() {
    var memory = ImageMemory<String, Int>(limits: .init(high: -1, low: 1))

    memory.set("a", 1, in: .low)
    #expect(memory.set("a", 2, in: .high) == "a")
    #expect(memory.get("a") == nil && memory.set("b", 1, in: .low) == nil)
  }

  @Test func hasDefaultsOfManual() {
    #expect(ImageMemory<Int, Int>.Limits() == .init(high: 5_000, low: 10_000))
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func behavesLikeList(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var memory = ImageMemory<Int, Int>(limits: .init(high: 4, low: 6))
    var lists: [MemoryClass: [(key: Int, value: Int)]] = [.high: [], .low: []]

    for step in 0..<20_000 {
      let key = Int.random(in: 0..<16, using: &random)
      let known = MemoryClass.allCases.first { tier in
        lists[tier, default: []].contains { $0.key == key }
      }
      let value = known.flatMap { tier in
        lists[tier]?.firstIndex { $0.key == key }.flatMap { lists[tier]?.remove(at: $0).value }
      }
      switch Int.random(in: 0..<4, using: &random) {
      case 0: #expect(memory.remove(key) == value)
      case 1:
        #expect(memory.get(key) == value)
        if let known, let value { lists[known]?.insert((key, value), at: 0) }
      default:
        let tier: MemoryClass = Int.random(in: 0..<2, using: &random) == 0 ? .high : .low
        lists[tier]?.insert((key, step), at: 0)
        let limit = tier == .high ? 4 : 6
        let isOver = (lists[tier]?.count ?? 0) > limit
        #expect(memory.set(key, step, in: tier) == (isOver ? lists[tier]?.popLast()?.key : nil))
      }
    }
  }

  @Test func releasesRemovedValue() {
    final class Token: Sendable {}
    var memory = ImageMemory<Int, Token>()
    weak var token: Token?
    do {
      let strong = Token()
      token = strong
      memory.set(1, strong, in: .high)
    }
    #expect(token != nil)

    memory.remove(1)

    #expect(token == nil)
  }
}
