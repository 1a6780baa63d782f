internal import Glibc

/// A counting semaphore for threads that may block: the reader's, the
/// writer's and the main one. Never waited on by a task.
package final class ThreadSemaphore: Sendable {
  // The memory is allocated once, initialised before it is shared, freed after
  // the last use, and touched by sem_* only, which are safe from any thread.
  private nonisolated(unsafe) let semaphore: UnsafeMutablePointer<sem_t>

  package init(_ value: UInt32 = 0) {
    semaphore = .allocate(capacity: 1)
    sem_init(semaphore, 0, value)
  }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  package func signal() { sem_post(semaphore) }

  package func wait() {
    while sem_wait(semaphore) != 0 && errno == EINTR {}
  }

  /// - Returns: false if nobody signalled within so many seconds.
  package func wait(seconds: Int) -> Bool { wait(milliseconds: seconds * 1000) }

  /// - Returns: false if nobody signalled within so many milliseconds.
  package func wait(milliseconds: Int) -> Bool {
    var end = timespec()
    clock_gettime(CLOCK_REALTIME, &end)
    end.tv_sec += milliseconds / 1000
    end.tv_nsec += milliseconds % 1000 * 1_000_000
    if end.tv_nsec >= 1_000_000_000 {
      end.tv_sec += 1
      end.tv_nsec -= 1_000_000_000
    }
    while sem_timedwait(semaphore, &end) != 0 {
      if errno != EINTR { return false }
    }
    return true
  }

  /// Forgets all signals that nobody waited for.
  package func clear() {
    while sem_trywait(semaphore) == 0 {}
  }
}
