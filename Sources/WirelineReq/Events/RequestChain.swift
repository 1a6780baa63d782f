internal import Synchronization

/// Requests that follow one another. A cassette or a cache responds during the call, and thousands
/// of calls inside one another would overflow the stack.
final class RequestChain: Sendable {
  private let state = Mutex<(isRunning: Bool, next: (@Sendable () -> Void)?)>((false, nil))

  /// Calls a function that starts a request, now or when the one before it returns.
  func start(_ request: @escaping @Sendable () -> Void) {
    let isRunning = state.withLock { state in
      defer { state = (true, request) }
      return state.isRunning
    }
    if isRunning { return }
    while let next = takeNext() { next() }
  }

  private func takeNext() -> (@Sendable () -> Void)? {
    state.withLock { state in
      let next = state.next.take()
      state.isRunning = next != nil
      return next
    }
  }
}
