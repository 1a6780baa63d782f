import Synchronization

/// How many questions are under way for whose answers nobody waits (RFC 5861
/// §3): a run that ended before them would leave the cache as stale as it was.
final class CacheRefreshes: Sendable {
  private struct State: Sendable {
    var count = 0
    var waiting: [@Sendable () -> Void] = []
  }

  private let state = Mutex(State())

  func begin() { state.withLock { $0.count += 1 } }

  func end() {
    let waiting = state.withLock { state -> [@Sendable () -> Void] in
      state.count -= 1
      guard state.count == 0 else { return [] }
      defer { state.waiting = [] }
      return state.waiting
    }
    for waiter in waiting { waiter() }
  }

  /// Calls the waiter when none is under way; at once if that is so now.
  func whenDone(_ waiter: @escaping @Sendable () -> Void) {
    let isDone = state.withLock { state in
      if state.count > 0 { state.waiting.append(waiter) }
      return state.count == 0
    }
    if isDone { waiter() }
  }
}
