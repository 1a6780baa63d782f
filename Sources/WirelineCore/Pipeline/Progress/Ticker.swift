internal import Glibc

/// A thread that does something at intervals.
package enum Ticker {
  /// - Parameter action: false ends it; called for the first time after one interval.
  package static func start(every interval: Duration, _ action: @escaping @Sendable () -> Bool) {
    let milliseconds = Int32(interval / .milliseconds(1))
    // Without a thread there is no progress to be seen, and no harm done.
    _ = BlockingThread.start {
      // A signal may cut a wait short, which only makes a tick come early.
      repeat { _ = poll(nil, 0, milliseconds) } while action()
    }
  }
}
