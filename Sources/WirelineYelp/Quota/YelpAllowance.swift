internal import Synchronization
internal import WirelineRequests

/// The calls that a run may make: admits each attempt and observes each response.
final class YelpAllowance: RequestGate, ExchangeObserver {
  private struct State: Sendable {
    var spent = 0
    var inFlight = 0
    /// The time when the first call was admitted.
    var start: ContinuousClock.Instant?
    var hasResponse = false
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

  /// The calls left today; nil if unknown.
  var remaining: Int? { store?.status()?.remaining }

  var spent: Int { state.withLock { $0.spent } }

  func admit(isFirst: Bool) -> AdmissionDecision {
    state.withLock { state in
      if let refusal = state.refusal { return .refuse(RequestError(refusal)) }
      if let budget, state.spent >= budget {
        return refuse(
          "the budget of \(budget) call\(budget == 1 ? "" : "s") is used up", in: &state)
      }
      if let store {
        if waitsForFirstResponse(state), store.status() == nil {
          return .wait(.milliseconds(50))
        }
        if let retryAt = store.admit(reserve: reserve) {
          let rest = reserve > 0 ? " except for the reserve of \(reserve)" : ""
          return refuse("the daily quota is used up\(rest)", until: retryAt, in: &state)
        }
      }
      state.spent += 1
      state.inFlight += 1
      state.start = state.start ?? .now
      return .go
    }
  }

  /// The first response reports how many calls are left, which a reserve needs. Without one, a slow
  /// call does not block the others for long.
  private func waitsForFirstResponse(_ state: State) -> Bool {
    guard !state.hasResponse, state.inFlight > 0, let start = state.start else { return false }
    return reserve > 0 || .now - start < .seconds(2)
  }

  private func refuse(
    _ why: String, until retryAt: Int? = nil, in state: inout State
  ) -> AdmissionDecision {
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
    _ head: ResponseHead, from url: RequestURL, body: [UInt8], total: Int,
    in context: AttemptContext
  ) {
    // Before the next call is admitted.
    if head.status == 429, YelpServiceError(body: body)?.isQuotaExhausted == true {
      _ = exhaust(head.headers, now: seconds())
    } else {
      store?.note(head.headers, status: head.status)
    }
    state.withLock { state in
      state.inFlight -= 1
      state.hasResponse = true
    }
  }

  func didFail(_ error: RequestError, for url: RequestURL, in context: AttemptContext) {
    // A request that was never sent does not count.
    if !error.isRequestSent { return releaseAdmission() }
    state.withLock { $0.inFlight -= 1 }
  }

  func releaseAdmission() {
    state.withLock { state in
      state.inFlight -= 1
      state.spent -= 1
    }
    store?.releaseAdmission()
  }
}
