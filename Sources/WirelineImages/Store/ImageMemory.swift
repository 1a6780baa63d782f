/// How often a resource changes according to the user: the memory tier that keeps it.
enum ImageLatency: String, Sendable, CaseIterable {
  case high
  case low
}

/// The memory of a run: two LRU tiers, each with its own limit.
///
/// All operations take constant time. The lists' nodes are stored in one array and linked by
/// index, so an item costs no allocation.
struct ImageMemory<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  struct Limits: Sendable, Equatable {
    var high: Int
    var low: Int

    init(high: Int = 5_000, low: Int = 10_000) {
      self.high = max(0, high)
      self.low = max(0, low)
    }
  }

  private struct Node: Sendable {
    var key: Key
    var value: Value?
    var tier: Int
    /// The neighbours towards the most and the least recently used node; -1 at the ends.
    var newer = -1
    var older = -1
  }

  private struct Tier: Sendable {
    let limit: Int
    var newest = -1
    var oldest = -1
    var count = 0
  }

  private var indices: [Key: Int] = [:]
  private var nodes: [Node] = []
  /// Unused indices of `nodes`.
  private var free: [Int] = []
  private var tiers: [Tier]

  init(limits: Limits = Limits()) {
    tiers = [Tier(limit: limits.high), Tier(limit: limits.low)]
  }

  var limits: Limits { Limits(high: tiers[0].limit, low: tiers[1].limit) }

  var count: Int { indices.count }

  func count(in tier: ImageLatency) -> Int { tiers[Self.tierIndex(tier)].count }

  func keys(in tier: ImageLatency) -> [Key] {
    let indices = sequence(first: tiers[Self.tierIndex(tier)].newest) { nodes[$0].older }
    return indices.prefix { $0 >= 0 }.map { nodes[$0].key }
  }

  /// The value of a key, which becomes the most recently used of its tier.
  mutating func get(_ key: Key) -> Value? {
    guard let index = indices[key] else { return nil }
    if nodes[index].newer >= 0 {
      unlink(index)
      link(index)
    }
    return nodes[index].value
  }

  /// Stores a value as the most recently used of a tier and removes the key from the other tier.
  ///
  /// - Returns: the evicted key, or nil. A tier without capacity evicts the key itself.
  @discardableResult
  mutating func set(_ key: Key, _ value: Value, in latency: ImageLatency) -> Key? {
    let tier = Self.tierIndex(latency)
    remove(key)
    guard tiers[tier].limit > 0 else { return key }
    let node = Node(key: key, value: value, tier: tier)
    let index = free.popLast() ?? nodes.count
    if index == nodes.count { nodes.append(node) } else { nodes[index] = node }
    indices[key] = index
    link(index)
    guard tiers[tier].count > tiers[tier].limit else { return nil }
    let oldest = nodes[tiers[tier].oldest].key
    remove(oldest)
    return oldest
  }

  @discardableResult
  mutating func remove(_ key: Key) -> Value? {
    guard let index = indices.removeValue(forKey: key) else { return nil }
    unlink(index)
    free.append(index)
    return nodes[index].value.take()
  }

  private static func tierIndex(_ tier: ImageLatency) -> Int { tier == .high ? 0 : 1 }

  private mutating func link(_ index: Int) {
    let (tier, next) = (nodes[index].tier, tiers[nodes[index].tier].newest)
    nodes[index].newer = -1
    nodes[index].older = next
    if next >= 0 { nodes[next].newer = index } else { tiers[tier].oldest = index }
    tiers[tier].newest = index
    tiers[tier].count += 1
  }

  private mutating func unlink(_ index: Int) {
    let (tier, newer, older) = (nodes[index].tier, nodes[index].newer, nodes[index].older)
    if newer >= 0 { nodes[newer].older = older } else { tiers[tier].newest = older }
    if older >= 0 { nodes[older].newer = newer } else { tiers[tier].oldest = newer }
    tiers[tier].count -= 1
  }
}
