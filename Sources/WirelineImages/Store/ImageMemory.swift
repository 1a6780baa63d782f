internal import DequeModule

/// The tier of the memory that keeps an image: `--memory-class`, or the field of a record.
enum MemoryClass: String, Sendable, CaseIterable {
  case high
  case low
}

/// The memory of a run: two LRU tiers, each with its own limit.
///
/// All operations take constant time, amortized.
struct ImageMemory<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  struct Limits: Sendable, Equatable {
    var high: Int
    var low: Int

    init(high: Int = 5_000, low: Int = 10_000) {
      self.high = max(0, high)
      self.low = max(0, low)
    }
  }

  private let limits: Limits
  private var high = Tier()
  private var low = Tier()

  init(limits: Limits = Limits()) { self.limits = limits }

  /// The value of a key, which becomes the most recently used of its tier.
  mutating func get(_ key: Key) -> Value? { high.get(key) ?? low.get(key) }

  /// Stores a value as the most recently used of a tier and removes the key from the other tier.
  ///
  /// - Returns: the evicted key, or nil. A tier without capacity evicts the key itself.
  @discardableResult
  mutating func set(_ key: Key, _ value: Value, in tier: MemoryClass) -> Key? {
    if tier == .high {
      low.entries[key] = nil
      return high.set(key, value, limit: limits.high)
    }
    high.entries[key] = nil
    return low.set(key, value, limit: limits.low)
  }

  @discardableResult
  mutating func remove(_ key: Key) -> Value? {
    (high.entries.removeValue(forKey: key) ?? low.entries.removeValue(forKey: key))?.value
  }
}

extension ImageMemory {
  private struct Tier: Sendable {
    struct Use: Sendable {
      let key: Key
      let number: Int
    }

    var entries: [Key: (value: Value, use: Int)] = [:]
    /// All uses in their order. Only the last one of a key counts.
    private var uses: Deque<Use> = []
    private var useCount = 0

    mutating func get(_ key: Key) -> Value? {
      guard let index = entries.index(forKey: key) else { return nil }
      entries.values[index].use = noteUse(of: key)
      return entries.values[index].value
    }

    mutating func set(_ key: Key, _ value: Value, limit: Int) -> Key? {
      entries[key] = (value, noteUse(of: key))
      guard entries.count > limit else { return nil }
      while let first = uses.popFirst() {
        if isLast(first) {
          entries[first.key] = nil
          return first.key
        }
      }
      return nil
    }

    private mutating func noteUse(of key: Key) -> Int {
      if uses.count > 2 * entries.count + 64 { uses = Deque(uses.filter(isLast)) }
      useCount += 1
      uses.append(Use(key: key, number: useCount))
      return useCount
    }

    private func isLast(_ use: Use) -> Bool { entries[use.key]?.use == use.number }
  }
}
