internal import Synchronization
package import WirelineRequests

/// What a run may spend: asked before each call, told of each answer.
package final class YelpAllowance: RequestGate, ExchangeObserver {
  private struct State: Sendable {
    var spent = 0
    var underWay = 0
    /// Waits for the first response of all.
    var firstLooks = 0
    /// Consecutive waits for the calls of other processes.
    var lastLooks = 0
    var hasAnswer = false
    /// Whether what is under way has to come back before more can be decided.
    var isHeld = false
    /// Why there are no further calls.
    var refusal: RequestError.Reason?
  }

  private let budget: Int?
  private let reserve: Int
  private let store: YelpQuotaStore?
  private let seconds: @Sendable () -> Int
  private let state = Mutex(State())

  /// - Parameters:
  ///   - budget: calls of this run; nil for no limit.
  ///   - reserve: calls of the day that are kept back.
  ///   - store: what is known of the day; nil where nothing is kept.
  ///   - seconds: the time since 1970.
  package init(
    budget: Int?, reserve: Int, store: YelpQuotaStore?, seconds: @escaping @Sendable () -> Int
  ) {
    self.seconds = seconds
    self.budget = budget
    self.reserve = reserve
    self.store = store
  }

  /// Whether the run had to stop asking.
  package var isExhausted: Bool { state.withLock { $0.refusal != nil } }

  /// Calls that went out, further attempts included.
  package var spent: Int { state.withLock { $0.spent } }

  package func turn(isFirst: Bool) -> RequestTurn {
    state.withLock { state in
      if let refusal = state.refusal { return .refuse(RequestError(refusal)) }
      if let budget, state.spent >= budget {
        return refuse("the budget of \(budget) call\(budget == 1 ? "" : "s") is spent", nil, &state)
      }
      if let store, let turn = turn(store, &state) { return turn }
      state.spent += 1
      state.underWay += 1
      return .go
    }
  }

  /// How long until the next look at what is under way.
  private static let pause = Duration.milliseconds(50)
  /// Ten seconds: another process may have been stopped during its calls.
  private static let maximumLooks = 200

  /// - Returns: nil for a call that may go.
  private func turn(_ store: YelpQuotaStore, _ state: inout State) -> RequestTurn? {
    if state.isHeld, state.underWay > 0 { return .wait(Self.pause) }
    // Nothing can be kept back before the first answer has said of how many.
    if reserve > 0, state.underWay > 0, !state.hasAnswer, store.status()?.remaining == nil {
      state.isHeld = true
      return .wait(Self.pause)
    }
    let retryAt: Int
    switch store.admit(reserve: reserve, patience: patience(state)) {
    case .go:
      state.lastLooks = 0
      return nil
    case .wait:
      if !state.hasAnswer { state.firstLooks += 1 }
      if state.underWay == 0 {
        state.lastLooks += 1
      } else if state.hasAnswer {
        state.isHeld = true
      }
      return .wait(Self.pause)
    case .refuse(let moment): retryAt = moment
    }
    let why =
      reserve > 0
      ? "no calls are left of the day but the \(reserve) kept back"
      : "the calls of the day are used up"
    return refuse(why, retryAt, &state)
  }

  /// A call waits for those of this process, and for a while for those of others.
  private func patience(_ state: State) -> YelpQuota.Patience {
    var patience: YelpQuota.Patience = []
    if !state.hasAnswer, state.firstLooks < Self.maximumLooks { patience.insert(.first) }
    if state.underWay > 0 || state.lastLooks < Self.maximumLooks { patience.insert(.last) }
    return patience
  }

  private func refuse(_ why: String, _ retryAt: Int?, _ state: inout State) -> RequestTurn {
    let refusal = RequestError.Reason.quotaExhausted(why: why, retryAt: retryAt)
    state.refusal = refusal
    return .refuse(RequestError(refusal))
  }

  /// The API says that the day is over.
  ///
  /// - Returns: when there are calls again, in seconds since 1970.
  package func exhaust(_ headers: HeaderFields, now: Int) -> Int {
    state.withLock { state in
      if case .quotaExhausted(_, let retryAt?) = state.refusal { return retryAt }
      let retryAt =
        store?.exhaust(headers) ?? YelpQuota.retryAt(YelpRateHeaders(headers), now: now)
      if state.refusal == nil {
        state.refusal = .quotaExhausted(why: "the calls of the day are used up", retryAt: retryAt)
      }
      return retryAt
    }
  }

  // MARK: What comes back

  /// An error object fits in.
  package var bodyBytes: Int { 4096 }

  package func willSend(_ request: RequestAttempt, _ place: ExchangePlace) {}

  package func didReceive(
    _ head: ResponseHead, from url: RequestURL, body: [UInt8], total: Int, _ place: ExchangePlace
  ) {
    end { $0.hasAnswer = true }
    // Told before the next one has its turn.
    if head.status == 429, YelpServiceError(body: body)?.isQuotaExhausted == true {
      _ = exhaust(head.headers, now: seconds())
    } else {
      store?.note(head.headers, status: head.status)
    }
  }

  package func didFail(_ error: RequestError, _ url: RequestURL, _ place: ExchangePlace) {
    // What never left is not counted there, nor here.
    if !error.isRequestSent { return giveBack() }
    end { _ in }
    store?.note([:], status: 0)
  }

  package func giveBack() {
    end { $0.spent -= 1 }
    store?.giveBack()
  }

  private func end(_ body: (inout State) -> Void) {
    state.withLock { state in
      state.underWay -= 1
      state.isHeld = false
      body(&state)
    }
  }

  package func willTryAgain(after wait: Duration, _ place: ExchangePlace) {}
}
