internal import DequeModule
internal import Synchronization

/// Walks, of which so many are under way at once: what is begun is ended before
/// something else begins, so that a quota ends with whole lists.
package final class YelpWalks: Sendable {
  private struct State: Sendable {
    var underWay = 0
    var isStarting = false
    var waiting: Deque<YelpWalk> = []
  }

  private let limit: Int
  private let state = Mutex(State())

  /// - Parameter limit: 1 or more.
  package init(limit: Int) { self.limit = max(1, limit) }

  /// Starts a walk when its turn has come.
  package func add(_ walk: YelpWalk) {
    state.withLock { $0.waiting.append(walk) }
    startNext()
  }

  /// A walk has ended.
  package func end() {
    state.withLock { $0.underWay -= 1 }
    startNext()
  }

  private func startNext() {
    while true {
      let next: YelpWalk? = state.withLock { state in
        guard !state.isStarting, state.underWay < limit, let walk = state.waiting.popFirst() else {
          return nil
        }
        state.underWay += 1
        state.isStarting = true
        return walk
      }
      guard let next else { return }
      // What ends at once must not start the next from within, or a thousand of
      // those would use up the stack.
      next.start()
      state.withLock { $0.isStarting = false }
    }
  }
}
