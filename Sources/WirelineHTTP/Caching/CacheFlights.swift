import Synchronization

/// Requests for the cache that are under way: who asks for the same meanwhile
/// waits, and then looks again, rather than ask the server twice.
final class CacheFlights: Sendable {
  private let waiting = Mutex<[String: [@Sendable () -> Void]]>([:])

  /// - Parameters:
  ///   - key: `CacheKey.digest`.
  ///   - waiter: called when the one under way has landed.
  /// - Returns: whether nobody was under way, and the caller is now.
  func board(_ key: String, orWait waiter: @escaping @Sendable () -> Void) -> Bool {
    waiting.withLock { waiting in
      if waiting[key] != nil {
        waiting[key]?.append(waiter)
        return false
      }
      waiting[key] = []
      return true
    }
  }

  /// It is over, well or not.
  func land(_ key: String) {
    let waiters = waiting.withLock { $0.removeValue(forKey: key) ?? [] }
    for waiter in waiters { waiter() }
  }
}
