internal import Synchronization
internal import WirelineRequests

/// The calls that a run may make: admits each attempt and observes each response.
final class YelpAllowance: RequestGate, ExchangeObserver {
  private struct State: Sendable {
    var spent = 0
    var inFlight = 0
    var firstWaits = 0
    /// Consecutive waits for the calls of other processes.
    var lastWaits = 0
    var hasResponse = false
    /// Whether calls in flight must end before the next decision.
    var isHeld = false
    var refusal: RequestError.Reason?
  }

  private let budget: Int?
  private let reserve: Int
  private let store: YelpQuotaStore?
  private let seconds: @Sendable () -> Int
  private let state = Mutex(State())

  /// - Parameters:
  ///   - budget: the maximum number of calls in this run; nil for no limit.
  ///   - reserve: the calls of the day to leave unused.
  ///   - store: the quota of the day; nil if it is not stored.
  ///   - seconds: the time since 1970.
  init(
    budget: Int?, reserve: Int, store: YelpQuotaStore?, seconds: @escaping @Sendable () -> Int
  ) {
    self.seconds = seconds
    self.budget = budget
    self.reserve = reserve
    self.store = store
  }

  var isExhausted: Bool { state.withLock { $0.refusal != nil } }

  /// The calls left today; nil if unknown.
  var remaining: Int? { store?.status()?.remaining }

  var spent: Int { state.withLock { $0.spent } }

  func admit(isFirst: Bool) -> AdmissionDecision {
    state.withLock { state in
      if let refusal = state.refusal { return .refuse(RequestError(refusal)) }
      if let budget, state.spent >= budget {
        return refuse(
          "the budget of \(budget) call\(budget == 1 ? "" : "s") is used up", nil, &state)
      }
      if let store, let turn = turn(store, &state) { return turn }
      state.spent += 1
      state.inFlight += 1
      return .go
    }
  }

  private static let pause = Duration.milliseconds(50)
  /// Ten seconds: another process may be stopped during its calls.
  private static let maximumWaits = 200

  /// - Returns: nil for an admitted call.
  private func turn(_ store: YelpQuotaStore, _ state: inout State) -> AdmissionDecision? {
    if state.isHeld, state.inFlight > 0 { return .wait(Self.pause) }
    // A reserve needs the first response, which reports how many calls are left.
    if reserve > 0, state.inFlight > 0, !state.hasResponse, store.status()?.remaining == nil {
      state.isHeld = true
      return .wait(Self.pause)
    }
    let retryAt: Int
    switch store.admit(reserve: reserve, patience: patience(state)) {
    case .go:
      state.lastWaits = 0
      return nil
    case .wait:
      if !state.hasResponse { state.firstWaits += 1 }
      if state.inFlight == 0 {
        state.lastWaits += 1
      } else if state.hasResponse {
        state.isHeld = true
      }
      return .wait(Self.pause)
    case .refuse(let moment): retryAt = moment
    }
    let why =
      reserve > 0
      ? "the daily quota is used up except for the reserve of \(reserve)"
      : "the daily quota is used up"
    return refuse(why, retryAt, &state)
  }

  /// A call waits for calls of this process, and for a limited time for those of others.
  private func patience(_ state: State) -> YelpQuota.Patience {
    var patience: YelpQuota.Patience = []
    if !state.hasResponse, state.firstWaits < Self.maximumWaits { patience.insert(.first) }
    if state.inFlight > 0 || state.lastWaits < Self.maximumWaits { patience.insert(.last) }
    return patience
  }

  private func refuse(_ why: String, _ retryAt: Int?, _ state: inout State) -> AdmissionDecision {
    let refusal = RequestError.Reason.quotaExhausted(why: why, retryAt: retryAt)
    state.refusal = refusal
    return .refuse(RequestError(refusal))
  }

  /// Records that the API refused a call because all calls of the day are used up.
  ///
  /// - Returns: when calls are available again, in seconds since 1970.
  func exhaust(_ headers: HeaderFields, now: Int) -> Int {
    state.withLock { state in
      if case .quotaExhausted(_, let retryAt?) = state.refusal { return retryAt }
      let retryAt =
        store?.exhaust(headers) ?? YelpQuota.retryAt(YelpRateHeaders(headers), now: now)
      if state.refusal == nil {
        state.refusal = .quotaExhausted(why: "the daily quota is used up", retryAt: retryAt)
      }
      return retryAt
    }
  }

  /// Enough for an error object.
  var bodyBytes: Int { 4096 }

  func didReceive(
    _ head: ResponseHead, from url: RequestURL, body: [UInt8], total: Int, _ context: AttemptContext
  ) {
    end { $0.hasResponse = true }
    // Before the next call is admitted.
    if head.status == 429, YelpServiceError(body: body)?.isQuotaExhausted == true {
      _ = exhaust(head.headers, now: seconds())
    } else {
      store?.note(head.headers, status: head.status)
    }
  }

  func didFail(_ error: RequestError, _ url: RequestURL, _ context: AttemptContext) {
    // A request that was never sent does not count.
    if !error.isRequestSent { return releaseAdmission() }
    end { _ in }
    store?.note([:], status: 0)
  }

  func releaseAdmission() {
    end { $0.spent -= 1 }
    store?.releaseAdmission()
  }

  private func end(_ body: (inout State) -> Void) {
    state.withLock { state in
      state.inFlight -= 1
      state.isHeld = false
      body(&state)
    }
  }
}
