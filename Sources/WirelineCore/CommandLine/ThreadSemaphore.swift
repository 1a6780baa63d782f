import Glibc

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
}

/// A thread of our own, for the two system calls that block: reading the input
/// and writing the output.
enum BlockingThread {
  static func start(_ body: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(ThreadBody(body))
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, box.toOpaque())
    if status == 0 {
      pthread_detach(thread)
    } else {
      // No thread to be had: the work is done here and now, which blocks the
      // caller but loses nothing.
      box.takeRetainedValue().run()
    }
  }
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
