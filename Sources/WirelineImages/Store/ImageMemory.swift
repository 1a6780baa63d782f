/// How often a resource changes according to the user: the memory tier that keeps it.
package enum ImageLatency: String, Sendable, CaseIterable {
  /// Changes often; the default.
  case high
  /// Hardly ever changes.
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

    /// - Parameters:
    ///   - high: items of `ImageLatency.high`; at most 0 disables the tier.
    ///   - low: items of `ImageLatency.low`, likewise.
    package init(high: Int = 5_000, low: Int = 10_000) {
      self.high = max(0, high)
      self.low = max(0, low)
    }
  }

  private struct Node: Sendable {
    var key: Key
    var value: Value
    var tier: ImageLatency
    /// The neighbours towards the most and the least recently used node; -1 at the ends.
    var newer: Int32
    var older: Int32
  }

  /// The ends of a tier's list.
  private struct Ends: Sendable {
    var newest: Int32 = -1
    var oldest: Int32 = -1
    var count = 0
  }

  package let limits: Limits
  private var places: [Key: Int32] = [:]
  private var nodes: [Node?] = []
  /// Unused indices of `nodes`.
  private var free: [Int32] = []
  private var high = Ends()
  private var low = Ends()

  package init(limits: Limits = Limits()) { self.limits = limits }

  /// The number of items in both tiers.
  package var count: Int { places.count }

  /// The number of items in one tier.
  package func count(in tier: ImageLatency) -> Int { ends(tier).count }

  /// The keys of one tier, the most recently used first.
  package func keys(in tier: ImageLatency) -> [Key] {
    var keys: [Key] = []
    var place = ends(tier).newest
    while let node = node(place) {
      keys.append(node.key)
      place = node.older
    }
    return keys
  }

  /// The value of a key, which becomes the most recently used of its tier.
  package mutating func get(_ key: Key) -> Value? {
    guard let place = places[key] else { return nil }
    if let node = node(place), node.newer >= 0 {
      unlink(place)
      link(place, node.tier)
    }
    return node(place)?.value
  }

  /// Stores a value as the most recently used of a tier and removes the key from the other tier.
  ///
  /// - Returns: the evicted key, or nil. A tier without capacity evicts the key itself.
  @discardableResult
  package mutating func set(_ key: Key, _ value: Value, in tier: ImageLatency) -> Key? {
    guard limit(tier) > 0 else {
      remove(key)
      return key
    }
    let node = Node(key: key, value: value, tier: tier, newer: -1, older: -1)
    if let place = places[key] {
      unlink(place)
      nodes[Int(place)] = node
      link(place, tier)
    } else {
      guard let place = takePlace(node) else { return key }
      places[key] = place
      link(place, tier)
    }
    // Only this tier has grown.
    guard ends(tier).count > limit(tier), let oldest = self.node(ends(tier).oldest) else {
      return nil
    }
    remove(oldest.key)
    return oldest.key
  }

  /// Removes a key and returns its value.
  @discardableResult
  package mutating func remove(_ key: Key) -> Value? {
    guard let place = places.removeValue(forKey: key) else { return nil }
    let value = node(place)?.value
    unlink(place)
    // Releases the value now, not when its index is reused.
    nodes[Int(place)] = nil
    free.append(place)
    return value
  }
}

// MARK: Lists

extension ImageMemory {
  private func limit(_ tier: ImageLatency) -> Int { tier == .high ? limits.high : limits.low }

  private func ends(_ tier: ImageLatency) -> Ends { tier == .high ? high : low }

  private mutating func change(_ tier: ImageLatency, _ body: (inout Ends) -> Void) {
    if tier == .high { body(&high) } else { body(&low) }
  }

  private func node(_ place: Int32) -> Node? { place < 0 ? nil : nodes[Int(place)] }

  /// Stores a node at a free index; nil if 32 bits do not suffice.
  private mutating func takePlace(_ node: Node) -> Int32? {
    if let place = free.popLast() {
      nodes[Int(place)] = node
      return place
    }
    guard let place = Int32(exactly: nodes.count) else { return nil }
    nodes.append(node)
    return place
  }

  /// Prepends a node to its tier's list.
  private mutating func link(_ place: Int32, _ tier: ImageLatency) {
    let before = ends(tier).newest
    nodes[Int(place)]?.newer = -1
    nodes[Int(place)]?.older = before
    if before >= 0 { nodes[Int(before)]?.newer = place }
    change(tier) { ends in
      ends.newest = place
      if before < 0 { ends.oldest = place }
      ends.count += 1
    }
  }

  /// Removes a node from its tier's list.
  private mutating func unlink(_ place: Int32) {
    guard let node = node(place) else { return }
    if node.newer >= 0 { nodes[Int(node.newer)]?.older = node.older }
    if node.older >= 0 { nodes[Int(node.older)]?.newer = node.newer }
    change(node.tier) { ends in
      if node.newer < 0 { ends.newest = node.older }
      if node.older < 0 { ends.oldest = node.newer }
      ends.count -= 1
    }
  }
}
