import Synchronization
import WirelineCore

/// A lock that another thread lets go.
final class HeldLock: @unchecked Sendable {
  // Only ever touched under the mutex.
  private var lock: FileLock?
  private let mutex = Mutex(())

  init(_ lock: FileLock?) { self.lock = lock }

  func release() { mutex.withLock { _ in lock = nil } }
}
