internal import Synchronization

/// What a run may spend: asked before each call, told of each answer.
package final class YelpAllowance: RequestGate, ExchangeObserver {
  private struct State: Sendable {
    var spent = 0
    /// Why there are no further calls.
    var refusal: RequestError.Reason?
  }

  private let budget: Int?
  private let reserve: Int
  private let store: YelpQuotaStore?
  private let state = Mutex(State())

  /// - Parameters:
  ///   - budget: calls of this run; nil for no limit.
  ///   - reserve: calls of the day that are kept back.
  ///   - store: what is known of the day; nil where nothing is kept.
  package init(budget: Int?, reserve: Int, store: YelpQuotaStore?) {
    self.budget = budget
    self.reserve = reserve
    self.store = store
  }

  /// Whether the run had to stop asking.
  package var isExhausted: Bool { state.withLock { $0.refusal != nil } }

  /// Calls that went out, further attempts included.
  package var spent: Int { state.withLock { $0.spent } }

  package func turn(isFirst: Bool) -> RequestTurn {
    let refusal: RequestError.Reason? = state.withLock { state in
      if let refusal = state.refusal { return refusal }
      if let budget, state.spent >= budget {
        state.refusal = .quotaExhausted(
          why: "the budget of \(budget) call\(budget == 1 ? "" : "s") is spent", retryAt: nil)
      } else if let store, case .refuse(let retryAt) = store.admit(reserve: reserve) {
        let why =
          reserve > 0
          ? "no calls are left of the day but the \(reserve) kept back"
          : "the calls of the day are used up"
        state.refusal = .quotaExhausted(why: why, retryAt: retryAt)
      } else {
        state.spent += 1
      }
      return state.refusal
    }
    return refusal.map { .refuse(RequestError($0)) } ?? .go
  }

  /// The API says that the day is over.
  ///
  /// - Returns: when there are calls again, in seconds since 1970.
  package func exhaust(_ headers: HeaderFields, now: Int) -> Int {
    let retryAt = store?.exhaust(headers) ?? YelpQuota.retryAt(YelpRateHeaders(headers), now: now)
    state.withLock { state in
      if state.refusal == nil {
        state.refusal = .quotaExhausted(
          why: "the calls of the day are used up", retryAt: retryAt)
      }
    }
    return retryAt
  }

  // MARK: What comes back

  package var bodyBytes: Int { 0 }

  package func willSend(_ request: RequestAttempt, _ place: ExchangePlace) {}

  package func didReceive(
    _ head: ResponseHead, from url: RequestURL, body: [UInt8], total: Int, _ place: ExchangePlace
  ) {
    store?.note(head.headers, status: head.status)
  }

  package func didFail(_ error: RequestError, _ url: RequestURL, _ place: ExchangePlace) {
    store?.note([:], status: 0)
  }

  package func willTryAgain(after wait: Duration, _ place: ExchangePlace) {}
}
