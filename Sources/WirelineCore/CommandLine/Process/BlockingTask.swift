internal import Synchronization

/// The bridge from the synchronous main to the one task.
package enum BlockingTask {
  /// Starts a task and blocks this thread, which must not be one of the executor's, until it ends.
  ///
  /// - Parameter executor: where the task runs; nil is the shared pool.
  package static func run<Value: Sendable>(
    on executor: (any TaskExecutor)?, _ body: @escaping @Sendable () async -> Value
  ) -> Value {
    let result = TaskResult<Value>()
    let end = ThreadSemaphore()
    Task(executorPreference: executor) {
      let value = await body()
      result.value.withLock { $0 = value }
      end.signal()
    }
    while true {
      end.wait()
      if let value = result.value.withLock({ $0 }) { return value }
    }
  }
}

/// What the task leaves behind.
private final class TaskResult<Value: Sendable>: Sendable {
  let value = Mutex<Value?>(nil)
}
