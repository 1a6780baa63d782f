import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineImages
@testable import WirelineRequests

@Suite struct ImageMemoryTests {
  /// A call and its expected result, for a memory with limits of two and three.
  enum Step: Sendable {
    case set(String, Int, ImageLatency, gone: String? = nil)
    case get(String, Int?)
    case remove(String, Int?)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    var limits = ImageMemory<String, Int>.Limits(high: 2, low: 3)
    let steps: [Step]

    var testDescription: String { name }
  }

  static let cases = [
    Case(name: "empty", steps: [.get("a", nil), .remove("a", nil)]),
    Case(
      name: "evicts the oldest",
      steps: [
        .set("a", 1, .high), .set("b", 2, .high), .set("c", 3, .high, gone: "a"), .get("a", nil),
        .get("b", 2),
      ]),
    Case(
      name: "a use protects a key",
      steps: [
        .set("a", 1, .high), .set("b", 2, .high), .get("a", 1), .set("c", 3, .high, gone: "b"),
      ]),
    Case(
      name: "a new value is a use",
      steps: [
        .set("a", 1, .high), .set("b", 2, .high), .set("a", 9, .high),
        .set("c", 3, .high, gone: "b"), .get("a", 9),
      ]),
    Case(
      name: "tiers are independent",
      steps: [
        .set("a", 1, .high), .set("b", 2, .high), .set("x", 3, .low), .set("y", 4, .low),
        .set("z", 5, .low), .set("w", 6, .low, gone: "x"),
      ]),
    Case(
      name: "moves to the other tier",
      steps: [
        .set("a", 1, .high), .set("b", 2, .high), .set("a", 7, .low), .set("c", 3, .high),
        .get("a", 7), .get("b", 2),
      ]),
    Case(
      name: "moves to a full tier",
      steps: [
        .set("a", 1, .high), .set("b", 2, .high), .set("c", 3, .low),
        .set("c", 4, .high, gone: "a"),
      ]),
    Case(
      name: "removes the only, first, last and middle key",
      steps: [
        .set("a", 1, .low), .remove("a", 1), .set("b", 2, .low), .set("c", 3, .low),
        .set("d", 4, .low), .remove("c", 3), .set("e", 5, .low), .remove("e", 5), .remove("b", 2),
        .remove("b", nil), .get("d", 4),
      ]),
    Case(
      name: "a tier without capacity",
      limits: .init(high: -1, low: 1),
      steps: [
        .set("a", 1, .low), .set("a", 2, .high, gone: "a"), .get("a", nil), .set("b", 1, .low),
      ]),
  ]

  @Test(arguments: cases) func evictsLeastRecentlyUsed(table: Case) {
    var memory = ImageMemory<String, Int>(limits: table.limits)

    for step in table.steps {
      switch step {
      case .set(let key, let value, let tier, let gone):
        #expect(memory.set(key, value, in: tier) == gone, "\(step)")
      case .get(let key, let value): #expect(memory.get(key) == value, "\(step)")
      case .remove(let key, let value): #expect(memory.remove(key) == value, "\(step)")
      }
    }
  }

  @Test func hasDefaultsOfManual() {
    #expect(ImageMemory<Int, Int>.Limits() == .init(high: 5_000, low: 10_000))
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func behavesLikeList(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var memory = ImageMemory<Int, Int>(limits: .init(high: 4, low: 6))
    var lists: [ImageLatency: [(key: Int, value: Int)]] = [.high: [], .low: []]

    for step in 0..<20_000 {
      let key = Int.random(in: 0..<16, using: &random)
      let known = ImageLatency.allCases.first { tier in
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
        let tier: ImageLatency = Int.random(in: 0..<2, using: &random) == 0 ? .high : .low
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
