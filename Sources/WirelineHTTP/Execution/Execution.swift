import Synchronization
import WirelineCore
internal import WirelineRequests

/// Does what `RequestExecution` decides: the shell around the value. Everything
/// after its admission happens on the client's thread.
final class Execution: AttemptReceiver {
  private struct State: Sendable {
    var execution: RequestExecution
    /// Whether the name that the next attempt needs was looked up.
    var isResolved = false
    var sink: (any DestinationSink)?
    /// What the sink has taken, when it is recorded.
    var copy: CopyingSink?
    /// The beginning of what came, for the observer.
    var seen: CopyingSink?
    /// What of a refusal tells whether it is final.
    var weighed: CopyingSink?
  }

  let priority: Int
  /// Its number in the order of beginning.
  let order: Int
  private let state: Mutex<State>
  private let gate: (any RequestGate)?
  private let destination: BodyDestination
  private let executor: RequestExecutor
  private let recording: Recording?
  private let completion: RequestExecutor.Completion

  init(
    _ request: RequestSpecification, gate: (any RequestGate)? = nil, body: BodyDestination,
    executor: RequestExecutor,
    recording: Recording?, completion: @escaping RequestExecutor.Completion
  ) {
    self.gate = gate
    destination = body
    priority = request.priority
    self.executor = executor
    order = executor.begin()
    self.recording = recording
    self.completion = completion
    state = Mutex(State(execution: RequestExecution(request)))
  }

  /// The origin that the next attempt goes to.
  var host: String { state.withLock { $0.execution.request.url.authority } }

  /// Whether an attempt was made.
  var hasBegun: Bool { state.withLock { $0.execution.started != nil } }

  /// Whether others may wait for its result already: an attempt was made, or its name looked up.
  var isUnderWay: Bool {
    state.withLock { $0.isResolved || $0.execution.started != nil }
  }

  /// Attempts that were made.
  private var made: Int { state.withLock { $0.execution.made } }

  /// It waits for its turn.
  func queue(now: Duration) { state.withLock { $0.execution.queue(now: now) } }

  /// It will have no turn: the run is to end.
  func drop() {
    executor.leave(ending: order)
    fail(RequestError(.cancelled, attempts: 0))
  }

  /// Whether it has waited for its turn for too long.
  func isExpired(now: Duration) -> Bool {
    state.withLock { $0.execution.expiry(executor.policy, now: now) != nil }
  }

  /// It has waited for too long, and is in no queue any more.
  func expire(now: Duration) {
    guard let error = state.withLock({ $0.execution.expiry(executor.policy, now: now) }) else {
      return
    }
    executor.leave(ending: order)
    fail(error)
  }

  /// There is room for the next attempt.
  func proceed() {
    guard hasName() else { return }
    if let gate {
      let isFirst = !hasBegun
      switch gate.turn(isFirst: isFirst) {
      case .go: break
      case .wait(let wait):
        let now = executor.clock.now()
        if let error = state.withLock({ $0.execution.expiry(executor.policy, now: now) }) {
          return settle(.fail(error), from: host)
        }
        executor.leave(host: host, isUnused: true)
        return self.wait(wait)
      case .drop:
        executor.leave(host: host, isUnused: true, ending: order)
        return fail(RequestError(.cancelled, attempts: made))
      case .refuse(var error):
        executor.leave(host: host, isUnused: true, ending: order)
        error.attempts = made
        return fail(error)
      }
    }
    let now = executor.clock.now()
    switch state.withLock({ $0.execution.attempt(executor.policy, now: now) }) {
    case .success(var attempt):
      if let cookies = executor.cookies {
        attempt = cookies.fill(attempt, now: executor.clock.seconds())
      }
      executor.observer?.willSend(attempt, place)
      executor.client.start(attempt, for: self)
    case .failure(let error):
      gate?.giveBack()
      settle(.fail(error), from: host)
    }
  }

  /// Whether the next attempt's host name needs no look-up. Otherwise the slot goes to others until
  /// the name is resolved: a name server that does not respond holds back nobody else.
  private func hasName() -> Bool {
    let (url, isResolved) = state.withLock { state in
      defer { state.isResolved = false }
      return (state.execution.request.url, state.isResolved)
    }
    if isResolved { return true }
    let wait = NameWait()
    if executor.client.prepare(url, ready: wait.end) { return true }
    let now = executor.clock.now()
    let limit = state.withLock { $0.execution.resolve(executor.policy, now: now) }
    executor.leave(host: host, isUnused: true)
    wait.begin(self, limit)
    return false
  }

  /// The name was looked up, or that has taken as long as it may.
  private func resolved() {
    let now = executor.clock.now()
    state.withLock { state in
      state.isResolved = true
      state.execution.resolved(now: now)
    }
    executor.admit(self)
  }

  func accept(_ head: ResponseHead) -> any ResponseSink {
    let now = executor.clock.now()
    let seconds = head.status >= 400 ? executor.clock.seconds() : 0
    if let cookies = executor.cookies {
      let url = state.withLock { $0.execution.request.url }
      cookies.store(head, from: url, now: executor.clock.seconds())
    }
    if head.status == 429 || head.status == 503,
      let wait = head.headers["Retry-After"].flatMap({ RetryAfter.wait($0, now: seconds) })
    {
      executor.pause(host: host, for: wait)
    }
    return state.withLock { state in
      let use = state.execution.receive(
        head, executor.policy, now: now, seconds: seconds, chance: seconds > 0 ? chance : 0)
      state.weighed = nil
      // What goes to a consumer as it comes cannot be taken back.
      guard use == .deliver || use == .weigh && !destination.isConsumed else {
        return watched(DiscardSink(), &state)
      }
      let sink = DestinationSinks.sink(for: destination, head)
      state.sink?.abandon()
      state.sink = sink
      var last: any ResponseSink = sink
      if use == .weigh {
        let weighed = CopyingSink(sink, maximumBytes: Self.weighedBytes)
        state.weighed = weighed
        last = weighed
      }
      guard recording != nil else { return watched(last, &state) }
      let copy = CopyingSink(last, readsOn: true)
      state.copy = copy
      return watched(copy, &state)
    }
  }

  /// An error object of any service fits in.
  private static let weighedBytes = 64 * 1024

  /// A sink that keeps what the observer wants to see.
  private func watched(_ sink: any ResponseSink, _ state: inout State) -> any ResponseSink {
    guard let bytes = executor.observer?.bodyBytes, bytes > 0 else { return sink }
    let seen = CopyingSink(sink, maximumBytes: bytes)
    state.seen = seen
    return seen
  }

  /// What jitter goes by; costs nothing where there is none.
  private var chance: Double {
    executor.policy.retry.jitter > 0 ? Double.random(in: 0..<1) : 0
  }

  private var place: ExchangePlace {
    state.withLock {
      ExchangePlace(ref: $0.execution.request.ref, attempt: $0.execution.attempts)
    }
  }

  private func tell(
    _ result: Result<AttemptResult, RequestError>, _ observer: any ExchangeObserver
  ) {
    let place = place
    let (url, seen) = state.withLock { ($0.execution.request.url, $0.seen.take()) }
    switch result {
    case .success(let result):
      observer.didReceive(
        result.head, from: url, body: seen?.bytes ?? [], total: result.bodyBytes, place)
    case .failure(let error): observer.didFail(error, url, place)
    }
  }

  func finish(_ result: Result<AttemptResult, RequestError>) {
    if let observer = executor.observer { tell(result, observer) }
    let (action, host) = state.withLock { state in
      // A redirect may lead away from it.
      let host = state.execution.request.url.authority
      switch result {
      case .success(let result):
        let weighed = state.weighed.take()
        let isFinal = weighed.map { executor.policy.isFinalRefusal?($0.bytes) ?? false } ?? false
        return (state.execution.complete(result, isFinal: isFinal), host)
      case .failure(let error):
        let action = state.execution.fail(
          error, executor.policy, hasDelivered: state.sink?.hasDelivered ?? false,
          now: executor.clock.now(), chance: chance)
        return (action, host)
      }
    }
    if case .wait(let wait) = action, case .success(let result) = result,
      result.head.status == 429, executor.policy.slowsDown
    {
      executor.slow(host: host, for: wait)
    }
    settle(action, from: host)
  }

  /// An attempt is over. Whoever waits for its place goes first, as formatting
  /// takes time; unless nobody may go after a failure.
  private func settle(_ action: RequestExecution.Action, from host: String) {
    let order = action.isFinal ? order : nil
    let isCautious = action.isFinal && executor.isCautious
    let leave: @Sendable () -> Void = { [executor, bytes = bodyBytes(action)] in
      executor.leave(host: host, ending: order, bytes: bytes)
    }
    if !isCautious { leave() }
    switch action {
    case .attempt: executor.admit(self)
    case .wait(let wait):
      executor.observer?.willTryAgain(after: wait, place)
      self.wait(wait)
    case .fail(let error): fail(error)
    case .succeed(let result): completion(recorded(response(result)))
    }
    // Behind the stop, which takes this way too.
    if isCautious { executor.client.perform(leave) }
  }

  /// The size of a body that has come to memory, in bytes.
  private func bodyBytes(_ action: RequestExecution.Action) -> Int? {
    guard case .succeed(let result) = action, !destination.isFile else { return nil }
    return result.bodyBytes
  }

  private func fail(_ error: RequestError) {
    state.withLock { $0.sink.take() }?.abandon()
    completion(.failure(error))
  }

  /// Waits, unless the run is to end.
  private func wait(_ wait: Duration) {
    guard let ticket = enterWait() else { return }
    executor.client.schedule(after: wait) {
      if self.executor.waits.leave(ticket) { self.executor.admit(self) }
    }
  }

  /// - Returns: what to leave the wait with; nil if the run is to end already.
  private func enterWait() -> Int? {
    executor.waits.enter { [self] in
      executor.leave(ending: order)
      fail(RequestError(.cancelled, attempts: made))
    }
  }

  private func recorded(_ result: Result<Response, RequestError>) -> Result<Response, RequestError>
  {
    guard let recording, case .success(let response) = result else { return result }
    let body = state.withLock { $0.copy?.bytes ?? [] }
    do throws(RequestError) {
      try recording.cassette.record(recording.request, response, body: body)
      return result
    } catch {
      return .failure(error)
    }
  }

  private func response(_ result: AttemptResult) -> Result<Response, RequestError> {
    let now = executor.clock.now()
    return state.withLock { state in
      do throws(RequestError) {
        return .success(
          Response(
            head: result.head, url: state.execution.request.url,
            body: try state.sink?.finish() ?? .bytes([]), bodyBytes: result.bodyBytes,
            attempts: state.execution.attempts, redirects: state.execution.redirects,
            elapsed: now - (state.execution.started ?? now), firstByte: result.firstByte))
      } catch {
        return .failure(error)
      }
    }
  }
}

extension Execution {
  /// A wait for a host name, which ends once: with the look-up, with its time, or with the run.
  ///
  /// The timer outlives the look-up, so it must not hold the execution.
  private final class NameWait: Sendable {
    private let state: Mutex<(execution: Execution, ticket: Int)?>

    init() { state = Mutex(nil) }

    func begin(_ execution: Execution, _ limit: Duration) {
      guard let ticket = execution.enterWait() else { return }
      state.withLock { $0 = (execution, ticket) }
      execution.executor.client.schedule(after: limit) { self.end() }
    }

    func end() {
      guard let (execution, ticket) = state.withLock({ $0.take() }),
        execution.executor.waits.leave(ticket)
      else { return }
      execution.resolved()
    }
  }
}

/// Where an answer is recorded, and as the answer to what: the request as it
/// was asked, before secrets were filled in.
struct Recording: Sendable {
  let cassette: Cassette
  let request: RequestSpecification
}
