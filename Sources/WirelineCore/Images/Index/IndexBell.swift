internal import Glibc

/// Wakes a thread that waits, before its time is over.
final class IndexBell: Sendable {
  // The memory is allocated once, initialised before it is shared, freed after
  // the last use, and touched by sem_* only, which are safe from any thread.
  private nonisolated(unsafe) let semaphore: UnsafeMutablePointer<sem_t>

  init() {
    semaphore = .allocate(capacity: 1)
    sem_init(semaphore, 0, 0)
  }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  /// Wakes who waits, or who waits next.
  func ring() { sem_post(semaphore) }

  /// - Parameter milliseconds: how long at most; below zero for ever.
  func wait(milliseconds: Int) {
    if milliseconds < 0 {
      while sem_wait(semaphore) != 0 && errno == EINTR {}
    } else {
      var end = timespec()
      clock_gettime(CLOCK_REALTIME, &end)
      end.tv_sec += milliseconds / 1000
      end.tv_nsec += milliseconds % 1000 * 1_000_000
      if end.tv_nsec >= 1_000_000_000 {
        end.tv_sec += 1
        end.tv_nsec -= 1_000_000_000
      }
      while sem_timedwait(semaphore, &end) != 0 && errno == EINTR {}
    }
    // However often it rang meanwhile, it is heard once.
    while sem_trywait(semaphore) == 0 {}
  }
}
