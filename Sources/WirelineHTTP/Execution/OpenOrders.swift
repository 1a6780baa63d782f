import DequeModule

/// Which of many that began one after the other is the oldest that has not ended.
struct OpenOrders {
  /// From `oldest` on: whether it has ended.
  private var hasEnded: Deque<Bool> = []
  /// The number of the oldest one; of the next one, where all have ended.
  private(set) var oldest = 0

  /// - Parameter order: its number, from 0, in the order of beginning; each ends
  ///   once.
  mutating func end(_ order: Int) {
    let distance = order - oldest
    guard distance >= 0 else { return }
    while hasEnded.count <= distance { hasEnded.append(false) }
    hasEnded[distance] = true
    while hasEnded.first == true {
      hasEnded.removeFirst()
      oldest += 1
    }
  }
}
