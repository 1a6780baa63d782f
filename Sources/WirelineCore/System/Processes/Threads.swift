internal import CStart
import DequeModule
import Glibc
import Synchronization

/// Starts detached threads for blocking work, such as file I/O.
package enum DetachedThread {
  /// - Returns: false if the thread could not be created, so the body does not run.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool { create(body) == 0 }

  /// Starts a required thread. Ends the process with a message on failure.
  package static func startOrExit(_ body: @escaping @Sendable () -> Void) {
    let code = create(body)
    if code != 0 { FatalSystemError.exit("start a thread", code: code) }
  }

  /// - Returns: 0 or an `errno`.
  private static func create(_ body: @escaping @Sendable () -> Void) -> Int32 {
    // pthread_create takes a C function, which cannot capture: the closure is its argument. The
    // thread releases the reference; without a thread, it is released here.
    let box = Unmanaged.passRetained(ThreadBody(body))
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, box.toOpaque())
    if status == 0 { pthread_detach(thread) } else { box.release() }
    return status
  }
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// A counting semaphore for threads that may block. Tasks must not wait on it.
package final class ThreadSemaphore: Sendable {
  // `nonisolated(unsafe)`: the pointer never changes, and the sem_* functions are thread-safe.
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

  /// - Returns: false if the limit was reached.
  package func wait(atMost limit: Duration) -> Bool {
    wait_semaphore(semaphore, Int64(limit / .nanoseconds(1))) == 0
  }
}

/// Runs blocking work serially on its own thread, so that the network does not wait for the disk.
/// The thread starts on demand and ends after an idle period.
package final class WorkQueue: Sendable {
  private struct Work: Sendable {
    let bytes: Int
    let run: @Sendable () -> Void
  }

  private enum Thread: Sendable { case none, working, idle }

  private struct State: Sendable {
    var waiting: Deque<Work> = []
    /// The memory that the waiting work holds.
    var bytes = 0
    var thread = Thread.none
  }

  private let state = Mutex(State())
  private let wake = ThreadSemaphore()
  private let maximumBytes: Int
  /// The time to collect more work during a burst, which saves wake-ups. Short, because queued work
  /// is lost if the process is killed.
  private static let batchDelay = timespec(tv_sec: 0, tv_nsec: 200_000)
  private static let burstCount = 4

  /// - Parameter maximumBytes: the limit of queued bytes; above it the caller runs the work itself,
  ///   which slows the network to the disk's pace.
  package init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

  /// - Parameter bytes: the memory that the work holds.
  package func add(bytes: Int, _ run: @escaping @Sendable () -> Void) {
    let before: Thread? = state.withLock { state in
      guard state.bytes + bytes <= maximumBytes || state.waiting.isEmpty else { return nil }
      state.waiting.append(Work(bytes: bytes, run: run))
      state.bytes += bytes
      defer { state.thread = .working }
      return state.thread
    }
    switch before {
    case nil: run()
    case .working: break
    case .idle: wake.signal()
    case .some(.none):
      if !DetachedThread.start({ self.work() }) { drain() }
    }
  }

  private func work() {
    repeat {
      repeat {
        var count = 0
        while let next = next(orElse: .working) {
          next.run()
          count += 1
        }
        if count >= Self.burstCount {
          var delay = Self.batchDelay
          nanosleep(&delay, nil)
        }
      } while !becomeIdle()
    } while wake.wait(atMost: .seconds(2))
    // A caller may have found the thread idle when its wait timed out. `drain` runs that work, and
    // the signal that is left only wakes the next thread once too often.
    drain()
  }

  /// Marks the thread as idle if the queue is empty; the next caller wakes it.
  private func becomeIdle() -> Bool {
    state.withLock { state in
      guard state.waiting.isEmpty else { return false }
      state.thread = .idle
      return true
    }
  }

  private func drain() {
    while let next = next(orElse: .none) { next.run() }
  }

  private func next(orElse rest: Thread) -> Work? {
    state.withLock { state in
      guard let work = state.waiting.popFirst() else {
        state.thread = rest
        return nil
      }
      state.bytes -= work.bytes
      return work
    }
  }
}

/// Runs CPU-bound work on one thread per processor.
package final class WorkQueues: Sendable {
  private let queues: [WorkQueue]
  private let open: Mutex<[Int]>

  package init() {
    let processors = max(1, min(64, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    queues = (0..<processors).map { _ in WorkQueue(maximumBytes: .max) }
    open = Mutex([Int](repeating: 0, count: processors))
  }

  package func add(_ run: @escaping @Sendable () -> Void) {
    let index = open.withLock { open in
      let index = open.indices.min { open[$0] < open[$1] } ?? 0
      open[index] += 1
      return index
    }
    queues[index].add(bytes: 0) { [self] in
      run()
      open.withLock { $0[index] -= 1 }
    }
  }
}

/// Reuses buffers that one thread fills and another empties.
package final class BufferPool: Sendable {
  private struct State: Sendable {
    var buffers: [[UInt8]] = []
    /// The capacity of all buffers.
    var bytes = 0
  }

  private let state = Mutex(State())
  private let maximumBytes: Int

  /// - Parameter maximumBytes: the total capacity to retain.
  package init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

  /// - Returns: an empty buffer of at least this capacity.
  package func take(capacity: Int) -> [UInt8] {
    var buffer: [UInt8] = state.withLock { state in
      guard let buffer = state.buffers.popLast() else { return [] }
      state.bytes -= buffer.capacity
      return buffer
    }
    buffer.reserveCapacity(capacity)
    return buffer
  }

  package func give(_ buffer: consuming [UInt8]) {
    guard buffer.capacity > 0 else { return }
    buffer.removeAll(keepingCapacity: true)
    state.withLock { [buffer] state in
      guard state.bytes + buffer.capacity <= maximumBytes else { return }
      state.bytes += buffer.capacity
      state.buffers.append(buffer)
    }
  }
}
