import Synchronization
import WirelineCore

/// Executions that wait for their next attempt: none of them is under way, and a
/// run that is to end need not wait for them.
final class RetryWaits: Sendable {
  private struct State: Sendable {
    var isWatched = false
    var isEnded = false
    var next = 0
    var waiting: [Int: @Sendable () -> Void] = [:]
  }

  private let shutdown: ShutdownSignal?
  private let state = Mutex(State())

  /// - Parameter shutdown: what ends the run; nil for nothing.
  init(shutdown: ShutdownSignal?) { self.shutdown = shutdown }

  /// - Parameter onEnd: called when the run is to end before the wait is over; at
  ///   once if it is to end already, and then there is nothing to leave.
  func enter(onEnd: @escaping @Sendable () -> Void) -> Int? {
    let (ticket, isFirst) = state.withLock { state -> (Int?, Bool) in
      if state.isEnded { return (nil, false) }
      defer { (state.next, state.isWatched) = (state.next + 1, true) }
      state.waiting[state.next] = onEnd
      return (state.next, !state.isWatched)
    }
    if ticket == nil { onEnd() }
    if isFirst { shutdown?.onRequest { [weak self] _ in self?.end() } }
    return ticket
  }

  /// - Returns: whether it was still waiting.
  func leave(_ ticket: Int) -> Bool {
    state.withLock { $0.waiting.removeValue(forKey: ticket) != nil }
  }

  private func end() {
    let waiting = state.withLock { state in
      defer { (state.isEnded, state.waiting) = (true, [:]) }
      return state.waiting
    }
    for onEnd in waiting.sorted(by: { $0.key < $1.key }) { onEnd.value() }
  }
}
