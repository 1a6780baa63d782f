internal import Synchronization

/// Resumes a continuation with the first of several results, and ignores later ones.
package final class FirstResult<Value: Sendable>: Sendable {
  private let waiter: Mutex<UnsafeContinuation<Value, Never>?>

  package init(_ waiter: UnsafeContinuation<Value, Never>) { self.waiter = Mutex(waiter) }

  package func resume(_ value: Value) { waiter.withLock { $0.take() }?.resume(returning: value) }
}
