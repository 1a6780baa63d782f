import Synchronization
import WirelineCore

/// The requests that wait for their next attempt. Shutdown ends these waits.
final class RetryWaits: Sendable {
  private struct State: Sendable {
    var isWatched = false
    var isEnded = false
    var next = 0
    var waiting: [Int: @Sendable () -> Void] = [:]
  }

  private let shutdown: ShutdownSignal?
  private let state = Mutex(State())

  /// - Parameter shutdown: the signal that ends the run; nil for none.
  init(shutdown: ShutdownSignal?) { self.shutdown = shutdown }

  /// - Parameter onEnd: called if the run ends before the wait is over; immediately if it has
  ///   ended, and then the result is nil.
  func enter(onEnd: @escaping @Sendable () -> Void) -> Int? {
    let (ticket, isFirst) = state.withLock { state -> (Int?, Bool) in
      if state.isEnded { return (nil, false) }
      defer { (state.next, state.isWatched) = (state.next + 1, true) }
      state.waiting[state.next] = onEnd
      return (state.next, !state.isWatched)
    }
    // Both calls follow the release of the lock: they call executions, which may wait again.
    if ticket == nil { onEnd() }
    // Not before the first wait: watching for signals takes a thread, and most runs never wait.
    if isFirst { shutdown?.onRequest { [weak self] _ in self?.end() } }
    return ticket
  }

  /// - Returns: true if it was still waiting.
  func leave(_ ticket: Int) -> Bool {
    state.withLock { $0.waiting.removeValue(forKey: ticket) != nil }
  }

  private func end() {
    let waiting = state.withLock { state in
      defer { (state.isEnded, state.waiting) = (true, [:]) }
      return state.waiting
    }
    // In the order of their waits: a dictionary has none.
    for onEnd in waiting.sorted(by: { $0.key < $1.key }) { onEnd.value() }
  }
}
