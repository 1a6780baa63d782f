import Glibc

/// State behind a lock, on which other threads can wait until it is as they want it.
///
/// Tests wait for facts ("three requests came"), never for an amount of time.
// Unchecked because `state` is only touched between lock and unlock of `mutex`.
package final class Monitor<State>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var state: State

  package init(_ state: State) {
    self.state = state
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    // Waits must not depend on the wall clock being set.
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(changed, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Reads or changes the state, and wakes all who wait.
  package func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
    return try body(&state)
  }

  /// Waits until `condition` holds.
  ///
  /// - Parameter limit: the longest wait; nil for ever.
  /// - Returns: false if the limit passed first.
  package func wait(within limit: Duration?, until condition: (State) -> Bool) -> Bool {
    var deadline = timespec()
    if let limit { deadline = Self.deadline(after: limit) }
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !condition(state) {
      let code =
        limit == nil
        ? pthread_cond_wait(changed, mutex) : pthread_cond_timedwait(changed, mutex, &deadline)
      if code == ETIMEDOUT { return condition(state) }
    }
    return true
  }

  private static func deadline(after limit: Duration) -> timespec {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    let (seconds, attoseconds) = limit.components
    let nanoseconds = now.tv_nsec + Int(attoseconds / 1_000_000_000)
    return timespec(
      tv_sec: now.tv_sec + Int(seconds) + nanoseconds / 1_000_000_000,
      tv_nsec: nanoseconds % 1_000_000_000
    )
  }
}
