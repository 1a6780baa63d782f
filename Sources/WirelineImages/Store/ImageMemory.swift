/// How often a resource changes according to the user: the memory tier that keeps it.
package enum ImageLatency: String, Sendable, CaseIterable {
  case high
  case low
}

/// The memory of a run: two LRU tiers, each with its own limit.
///
/// All operations take constant time. The lists' nodes are stored in one array and linked by
/// index, so an item costs no allocation.
package struct ImageMemory<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// The number of items per tier.
  package struct Limits: Sendable, Equatable {
    package var high: Int
    package var low: Int

    package init(high: Int = 5_000, low: Int = 10_000) {
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

  private var places: [Key: Int] = [:]
  private var nodes: [Node] = []
  /// Unused indices of `nodes`.
  private var free: [Int] = []
  private var tiers: [Tier]

  package init(limits: Limits = Limits()) {
    tiers = [Tier(limit: limits.high), Tier(limit: limits.low)]
  }

  package var limits: Limits { Limits(high: tiers[0].limit, low: tiers[1].limit) }

  package var count: Int { places.count }

  package func count(in tier: ImageLatency) -> Int { tiers[Self.index(tier)].count }

  /// The keys of one tier, the most recently used first.
  package func keys(in tier: ImageLatency) -> [Key] {
    let places = sequence(first: tiers[Self.index(tier)].newest) { nodes[$0].older }
    return places.prefix { $0 >= 0 }.map { nodes[$0].key }
  }

  /// The value of a key, which becomes the most recently used of its tier.
  package mutating func get(_ key: Key) -> Value? {
    guard let place = places[key] else { return nil }
    if nodes[place].newer >= 0 {
      unlink(place)
      link(place)
    }
    return nodes[place].value
  }

  /// Stores a value as the most recently used of a tier and removes the key from the other tier.
  ///
  /// - Returns: the evicted key, or nil. A tier without capacity evicts the key itself.
  @discardableResult
  package mutating func set(_ key: Key, _ value: Value, in latency: ImageLatency) -> Key? {
    let tier = Self.index(latency)
    remove(key)
    guard tiers[tier].limit > 0 else { return key }
    let node = Node(key: key, value: value, tier: tier)
    let place = free.popLast() ?? nodes.count
    if place == nodes.count { nodes.append(node) } else { nodes[place] = node }
    places[key] = place
    link(place)
    guard tiers[tier].count > tiers[tier].limit else { return nil }
    let oldest = nodes[tiers[tier].oldest].key
    remove(oldest)
    return oldest
  }

  /// Removes a key and returns its value.
  @discardableResult
  package mutating func remove(_ key: Key) -> Value? {
    guard let place = places.removeValue(forKey: key) else { return nil }
    unlink(place)
    free.append(place)
    return nodes[place].value.take()
  }

  private static func index(_ tier: ImageLatency) -> Int { tier == .high ? 0 : 1 }

  private mutating func link(_ place: Int) {
    let (tier, next) = (nodes[place].tier, tiers[nodes[place].tier].newest)
    nodes[place].newer = -1
    nodes[place].older = next
    if next >= 0 { nodes[next].newer = place } else { tiers[tier].oldest = place }
    tiers[tier].newest = place
    tiers[tier].count += 1
  }

  private mutating func unlink(_ place: Int) {
    let (tier, newer, older) = (nodes[place].tier, nodes[place].newer, nodes[place].older)
    if newer >= 0 { nodes[newer].older = older } else { tiers[tier].newest = older }
    if older >= 0 { nodes[older].newer = newer } else { tiers[tier].oldest = newer }
    tiers[tier].count -= 1
  }
}
