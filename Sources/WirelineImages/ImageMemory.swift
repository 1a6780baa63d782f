/// What a run remembers: two tiers, each with its own limit, the least recently
/// used of a tier going first.
///
/// Everything takes the same time however much is remembered. The nodes of the
/// lists lie in one array and point at one another by index, so that an item
/// costs no allocation of its own.
package struct ImageMemory<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// How many items each tier holds.
  package struct Limits: Sendable, Equatable {
    package var high: Int
    package var low: Int

    /// - Parameters:
    ///   - high: items of `ImageLatency.high`; 0 and less remember none.
    ///   - low: the same of `ImageLatency.low`.
    package init(high: Int = 5_000, low: Int = 10_000) {
      self.high = max(0, high)
      self.low = max(0, low)
    }
  }

  private struct Node: Sendable {
    var key: Key
    var value: Value
    var tier: ImageLatency
    /// Towards the most recently used one, and away from it; -1 at the ends.
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
  /// Places of `nodes` that are empty.
  private var free: [Int32] = []
  private var high = Ends()
  private var low = Ends()

  package init(limits: Limits = Limits()) { self.limits = limits }

  /// Items in both tiers.
  package var count: Int { places.count }

  /// Items in one tier.
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

  /// What is remembered under a key, which thereby is the most recently used
  /// of its tier.
  package mutating func get(_ key: Key) -> Value? {
    guard let place = places[key] else { return nil }
    if let node = node(place), node.newer >= 0 {
      unlink(place)
      link(place, node.tier)
    }
    return node(place)?.value
  }

  /// Remembers a value as the most recently used of a tier; whatever the other
  /// tier had under this key is gone.
  ///
  /// - Returns: the key that had to go for it; nil when there was room. It is
  ///   the key itself where the tier holds nothing.
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
    // Only this tier has grown: the other one's items stay.
    guard ends(tier).count > limit(tier), let oldest = self.node(ends(tier).oldest) else {
      return nil
    }
    remove(oldest.key)
    return oldest.key
  }

  /// Forgets a key.
  ///
  /// - Returns: what was remembered under it.
  @discardableResult
  package mutating func remove(_ key: Key) -> Value? {
    guard let place = places.removeValue(forKey: key) else { return nil }
    let value = node(place)?.value
    unlink(place)
    // The value goes now, not when its place is used again.
    nodes[Int(place)] = nil
    free.append(place)
    return value
  }

  /// Forgets everything, and gives the memory back.
  package mutating func removeAll() { self = ImageMemory(limits: limits) }
}

// MARK: The lists

extension ImageMemory {
  private func limit(_ tier: ImageLatency) -> Int { tier == .high ? limits.high : limits.low }

  private func ends(_ tier: ImageLatency) -> Ends { tier == .high ? high : low }

  private mutating func change(_ tier: ImageLatency, _ body: (inout Ends) -> Void) {
    if tier == .high { body(&high) } else { body(&low) }
  }

  private func node(_ place: Int32) -> Node? { place < 0 ? nil : nodes[Int(place)] }

  /// Nil where an index has no room for one more.
  private mutating func takePlace(_ node: Node) -> Int32? {
    if let place = free.popLast() {
      nodes[Int(place)] = node
      return place
    }
    guard let place = Int32(exactly: nodes.count) else { return nil }
    nodes.append(node)
    return place
  }

  /// Puts a node in front of its tier's list.
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

  /// Takes a node out of its tier's list.
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
