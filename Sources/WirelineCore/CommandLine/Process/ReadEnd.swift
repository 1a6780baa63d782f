import Synchronization

/// The moment from which no more items begin: the end of the input, or a stop.
final class ReadEnd: Sendable {
  private enum State: Sendable {
    case open(UnsafeContinuation<ReadError?, Never>?)
    case reached(ReadError?)
  }

  private let state = Mutex(State.open(nil))

  /// Says that it is here; only the first word counts.
  func reach(_ failure: ReadError?) {
    let waiter: UnsafeContinuation<ReadError?, Never>? = state.withLock { state in
      guard case .open(let waiter) = state else { return nil }
      state = .reached(failure)
      return waiter
    }
    waiter?.resume(returning: failure)
  }

  func wait() async -> ReadError? {
    await withUnsafeContinuation { waiter in
      let reached: ReadError?? = state.withLock { state in
        if case .reached(let failure) = state { return .some(failure) }
        state = .open(waiter)
        return .none
      }
      if let reached { waiter.resume(returning: reached) }
    }
  }
}
