internal import DequeModule
internal import Synchronization

/// The bridge from the synchronous main to the one task.
package enum BlockingTask {
  /// Runs a task on this thread, and waits for it to end.
  ///
  /// The shared pool would need a thread of its own, and libdispatch waits for ever if it cannot
  /// start one.
  package static func run<Value: Sendable>(
    _ body: @escaping @Sendable () async -> Value
  ) -> Value {
    let executor = WaitingThread()
    let result = TaskResult<Value>()
    Task(executorPreference: executor) {
      let value = await body()
      result.value.withLock { $0 = value }
    }
    while true {
      executor.runNext()
      if let value = result.value.withLock({ $0 }) { return value }
    }
  }
}

/// Runs the parts of a task on the thread that waits for its result.
private final class WaitingThread: TaskExecutor {
  private let jobs = Mutex<Deque<UnownedJob>>([])
  private let wake = ThreadSemaphore()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    wake.signal()
  }

  /// Waits for the next part of the task and runs it.
  func runNext() {
    wake.wait()
    let job = jobs.withLock { $0.popFirst() }
    job?.runSynchronously(on: asUnownedTaskExecutor())
  }
}

/// What the task leaves behind.
private final class TaskResult<Value: Sendable>: Sendable {
  let value = Mutex<Value?>(nil)
}
