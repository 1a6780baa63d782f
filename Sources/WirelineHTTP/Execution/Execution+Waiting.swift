import Synchronization
import WirelineRequests

/// The waits between the attempts of a request: for the time of a retry, for a name, and for
/// credentials.
extension Execution {
  /// - Parameter order: its place in the queue after the wait, see `RequestQueue.enter`.
  func wait(_ wait: Duration, order: Int = .max) {
    guard let ticket = enterWait() else { return }
    // The timer cannot be cancelled. `leave` succeeds once, so it does nothing after a shutdown.
    dispatcher.client.schedule(after: wait) {
      if self.dispatcher.waits.leave(ticket) { self.dispatcher.admit(self, order: order) }
    }
  }

  /// - Returns: the ticket for `leave`; nil if the run is about to end.
  private func enterWait() -> Int? {
    dispatcher.waits.enter { [self] in
      dispatcher.leave(ending: order)
      fail(RequestError(.cancelled, attempts: startedAttempts))
    }
  }

  /// Whether the next attempt can start without a lookup. Otherwise it gives up its slot until the
  /// name is resolved, so that a silent name server does not block other requests.
  func hasName() -> Bool {
    let (url, isResolved) = state.withLock { state in
      defer { state.isResolved = false }
      return (state.execution.request.url, state.isResolved)
    }
    if isResolved { return true }
    lazy var wait = PreparationWait()
    // `ready` is called on this thread, so the lookup cannot end before `begin`.
    if dispatcher.client.prepare(url, ready: wait.end) { return true }
    let now = dispatcher.clock.now()
    let limit = state.withLock { $0.execution.resolve(dispatcher.policy, now: now) }
    dispatcher.leave(host: host, isUnused: true)
    wait.begin(self, limit: limit, then: resolved)
    return false
  }

  /// Whether the credentials of the next attempt are known. Otherwise it gives up its slot until
  /// they are.
  func hasCredentials() throws(RequestError) -> Bool {
    guard authorization != nil,
      let current = state.withLock({ $0.execution.currentAuthorization(dispatcher.policy) })
    else { return true }
    let wait = PreparationWait()
    // Another thread may be ready before `begin`.
    let client = dispatcher.client
    if try current.prepare(ready: { client.perform(wait.end) }) { return true }
    dispatcher.leave(host: host, isUnused: true)
    wait.begin(self, limit: nil) { self.dispatcher.admit(self, order: self.order) }
    return false
  }

  private func resolved() {
    let now = dispatcher.clock.now()
    state.withLock { state in
      state.isResolved = true
      state.execution.resolved(now: now)
    }
    dispatcher.admit(self)
  }
}

extension Execution {
  /// A wait for a lookup or for credentials, which ends once: with these, its time limit, or the
  /// run.
  ///
  /// The timer outlives the lookup, so it must not retain the execution.
  private final class PreparationWait: Sendable {
    private let onEnd = Mutex<(@Sendable () -> Void)?>(nil)

    func begin(
      _ execution: Execution, limit: Duration?, then resume: @escaping @Sendable () -> Void
    ) {
      guard let ticket = execution.enterWait() else { return }
      let dispatcher = execution.dispatcher
      onEnd.withLock { $0 = { if dispatcher.waits.leave(ticket) { resume() } } }
      if let limit { dispatcher.client.schedule(after: limit) { self.end() } }
    }

    func end() { onEnd.withLock { $0.take() }?() }
  }
}
