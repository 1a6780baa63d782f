import Synchronization
import WirelineCore
internal import WirelineRequests

/// Carries out the decisions of `RequestExecution`, after admission on the client's thread.
final class Execution: AttemptReceiver {
  private struct State: Sendable {
    var execution: RequestExecution
    var isResolved = false
    var sink: (any DestinationSink)?
    /// The bytes of the sink, if they are recorded.
    var copy: CopyingSink?
    var observed: CopyingSink?
    /// The beginning of an error response, which decides whether to retry.
    var inspected: CopyingSink?
  }

  let priority: Int
  let order: Int
  private let state: Mutex<State>
  private let gate: (any RequestGate)?
  private let destination: BodyDestination
  private let dispatcher: RequestDispatcher
  private let recording: Recording?
  private let completion: RequestCompletion

  init(
    _ request: RequestSpecification, authorization: ChallengedRequest? = nil,
    gate: (any RequestGate)? = nil, body: BodyDestination,
    dispatcher: RequestDispatcher,
    recording: Recording?, completion: @escaping RequestCompletion
  ) {
    self.gate = gate
    destination = body
    priority = request.priority
    self.dispatcher = dispatcher
    order = dispatcher.begin()
    self.recording = recording
    self.completion = completion
    state = Mutex(State(execution: RequestExecution(request, authorization: authorization)))
  }

  var host: String { state.withLock { $0.execution.request.url.authority } }

  var hasBegun: Bool { state.withLock { $0.execution.started != nil } }

  /// Whether an attempt was made, or its host name was looked up.
  var isInFlight: Bool {
    state.withLock { $0.isResolved || $0.execution.started != nil }
  }

  private var startedAttempts: Int { state.withLock { $0.execution.startedAttempts } }

  func queue(now: Duration) { state.withLock { $0.execution.queue(now: now) } }

  /// Cancels the request, because the run is about to end.
  func cancel() {
    dispatcher.leave(ending: order)
    fail(RequestError(.cancelled, attempts: 0))
  }

  func isExpired(now: Duration) -> Bool {
    state.withLock { $0.execution.expiry(dispatcher.policy, now: now) != nil }
  }

  /// Fails a request that was queued for too long and has left the queue.
  func expire(now: Duration) {
    guard let error = state.withLock({ $0.execution.expiry(dispatcher.policy, now: now) }) else {
      return
    }
    dispatcher.leave(ending: order)
    fail(error)
  }

  func proceed() {
    guard hasName() else { return }
    if let gate {
      let isFirst = !hasBegun
      switch gate.admit(isFirst: isFirst) {
      case .go: break
      case .wait(let wait):
        let now = dispatcher.clock.now()
        if let error = state.withLock({ $0.execution.expiry(dispatcher.policy, now: now) }) {
          return endAttempt(.fail(error), from: host)
        }
        dispatcher.leave(host: host, isUnused: true)
        // Before those that were not admitted yet: they would delay the output, which is in order.
        return self.wait(wait, order: order)
      case .refuse(var error):
        dispatcher.leave(host: host, isUnused: true, ending: order)
        error.attempts = startedAttempts
        return fail(error)
      }
    }
    let now = dispatcher.clock.now()
    switch state.withLock({ $0.execution.attempt(dispatcher.policy, now: now) }) {
    case .success(var attempt):
      if let cookies = dispatcher.cookies {
        cookies.fill(&attempt.headers, attempt.url, dispatcher.clock.seconds())
      }
      attempt.transfers = dispatcher.transfers
      for observer in dispatcher.observers { observer.willSend(attempt, context) }
      dispatcher.client.start(attempt, for: self)
    case .failure(let error):
      gate?.releaseAdmission()
      endAttempt(.fail(error), from: host)
    }
  }

  /// Whether the next attempt can start without a lookup. Otherwise it gives up its slot until the
  /// name is resolved, so that a silent name server does not block other requests.
  private func hasName() -> Bool {
    let (url, isResolved) = state.withLock { state in
      defer { state.isResolved = false }
      return (state.execution.request.url, state.isResolved)
    }
    if isResolved { return true }
    let wait = NameWait()
    if dispatcher.client.prepare(url, ready: wait.end) { return true }
    let now = dispatcher.clock.now()
    let limit = state.withLock { $0.execution.resolve(dispatcher.policy, now: now) }
    dispatcher.leave(host: host, isUnused: true)
    wait.begin(self, limit)
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

  var hasDelivered: Bool { state.withLock { $0.sink?.hasDelivered ?? false } }

  func accept(_ head: ResponseHead, timing: () -> RequestTiming?) -> any ResponseSink {
    if !dispatcher.observers.isEmpty {
      var context = context
      context.timing = timing()
      let url = state.withLock { $0.execution.request.url }
      for observer in dispatcher.observers { observer.willReceive(head, from: url, context) }
    }
    let now = dispatcher.clock.now()
    let seconds = head.status >= 400 ? dispatcher.clock.seconds() : 0
    if let cookies = dispatcher.cookies {
      let url = state.withLock { $0.execution.request.url }
      cookies.store(head, from: url, now: dispatcher.clock.seconds())
    }
    if head.status == 429 || head.status == 503,
      let wait = head.headers["Retry-After"].flatMap({ RetryAfter.wait($0, now: seconds) })
    {
      dispatcher.pause(host: host, for: wait)
    }
    let admitted = head.status == 429 ? dispatcher.admittedRequests(of: host) : 0
    return state.withLock { state in
      let use = state.execution.receive(
        head, dispatcher.policy, now: now, seconds: seconds, admitted: admitted,
        chance: seconds > 0 ? chance : 0)
      state.inspected = nil
      // Bytes delivered to the caller's sink are final.
      guard use == .deliver || use == .inspect && !destination.isConsumed else {
        guard recording != nil else { return observed(DiscardSink(), &state) }
        let copy = CopyingSink(DiscardSink())
        state.copy = copy
        return observed(copy, &state)
      }
      let sink = DestinationSinks.sink(for: destination, head)
      state.sink?.abandon()
      state.sink = sink
      var last: any ResponseSink = sink
      let url = state.execution.request.url
      if let transfer = dispatcher.transfers?.begin(
        url.lastName, total: head.decodedLength, isUpload: false)
      {
        last = BlockSink { bytes throws(RequestError) in
          transfer.add(bytes.count)
          try sink.receive(bytes)
        }
      }
      if use == .inspect {
        let inspected = CopyingSink(last, maximumBytes: Self.inspectedBytes)
        state.inspected = inspected
        last = inspected
      }
      guard recording != nil else { return observed(last, &state) }
      let copy = CopyingSink(last, copiesRest: true)
      state.copy = copy
      return observed(copy, &state)
    }
  }

  /// Enough for the error object of any service.
  private static let inspectedBytes = 64 * 1024

  private func observed(_ sink: any ResponseSink, _ state: inout State) -> any ResponseSink {
    let bytes = dispatcher.observers.lazy.map(\.bodyBytes).max() ?? 0
    guard bytes > 0 else { return sink }
    let observed = CopyingSink(sink, maximumBytes: bytes)
    state.observed = observed
    return observed
  }

  private var chance: Double {
    dispatcher.policy.retry.jitter > 0 ? Double.random(in: 0..<1) : 0
  }

  private var context: AttemptContext {
    state.withLock {
      AttemptContext(ref: $0.execution.request.ref, attempt: $0.execution.attempts)
    }
  }

  private func report(_ result: Result<AttemptResult, RequestError>) {
    var context = context
    context.timing = try? result.get().timing
    let (url, observed) = state.withLock { ($0.execution.request.url, $0.observed.take()) }
    let body = observed?.bytes ?? []
    for observer in dispatcher.observers {
      switch result {
      case .success(let result):
        observer.didReceive(
          result.head, from: url, body: body, total: result.bodyBytes, context)
      case .failure(let error): observer.didFail(error, url, context)
      }
    }
  }

  func finish(_ result: Result<AttemptResult, RequestError>) {
    if !dispatcher.observers.isEmpty { report(result) }
    let (action, host) = state.withLock { state in
      // A redirect may change it.
      let host = state.execution.request.url.authority
      switch result {
      case .success(let result):
        let inspected = state.inspected.take()
        let isFinal =
          inspected.map { dispatcher.policy.isFinalRefusal?($0.bytes) ?? false } ?? false
        return (state.execution.complete(result, isFinal: isFinal), host)
      case .failure(let error):
        let action = state.execution.fail(
          error, dispatcher.policy, hasDelivered: state.sink?.hasDelivered ?? false,
          now: dispatcher.clock.now(), chance: chance)
        return (action, host)
      }
    }
    if let recording { record(result, before: action, in: recording) }
    if case .wait(let wait) = action {
      if !dispatcher.observers.isEmpty { announce(wait, after: result) }
      if case .success(let result) = result, result.head.status == 429 {
        let pause = result.head.headers["Retry-After"].flatMap {
          RetryAfter.wait($0, now: dispatcher.clock.seconds())
        }
        dispatcher.slow(host: host, for: wait, isAnnounced: pause.map { $0 > .zero } ?? false)
      }
    }
    endAttempt(action, from: host)
  }

  /// Records an attempt that another one follows, or the failure of the last one.
  private func record(
    _ result: Result<AttemptResult, RequestError>, before action: RequestExecution.Action,
    in recording: Recording
  ) {
    switch (action, result) {
    case (.wait, .success(let result)):
      let (url, attempts, copy) = state.withLock {
        ($0.execution.request.url, $0.execution.attempts - 1, $0.copy)
      }
      let response = Response(
        head: result.head, url: url, body: .delivered, bodyBytes: result.bodyBytes,
        attempts: attempts, firstByte: result.firstByte)
      try? recording.cassette.record(request(of: recording), response, body: copy?.bytes ?? [])
    case (.wait, .failure(var error)):
      error.attempts = state.withLock { $0.execution.attempts - 1 }
      recording.cassette.record(request(of: recording), error)
    case (.fail(let error), _): recording.cassette.record(request(of: recording), error)
    default: break
    }
  }

  /// The request to record, with the credentials that the server asked for, if they were sent. A
  /// replay can tell a rejection from a challenge.
  private func request(of recording: Recording) -> RequestSpecification {
    var request = recording.request
    if let field = state.withLock({ $0.execution.authorizationField }) {
      request.headers.set("Authorization", field)
    }
    return request
  }

  private func announce(_ wait: Duration, after result: Result<AttemptResult, RequestError>) {
    let retry = state.withLock { $0.execution.planned(wait, after: result, dispatcher.policy) }
    for observer in dispatcher.observers { observer.willRetry(retry, context) }
  }

  /// Ends an attempt. Frees the slot before the result is formatted, unless no request may start
  /// after a failure.
  private func endAttempt(_ action: RequestExecution.Action, from host: String) {
    let order = action.isFinal ? order : nil
    let mayStopEarly = action.isFinal && dispatcher.mayStopEarly
    let isAdmitted =
      if case .succeed(let result) = action { result.head.status != 429 } else { false }
    let leave: @Sendable () -> Void = { [dispatcher, bytes = bodyBytes(action)] in
      dispatcher.leave(host: host, ending: order, bytes: bytes, isAdmitted: isAdmitted)
    }
    if !mayStopEarly { leave() }
    switch action {
    case .attempt: dispatcher.admit(self)
    case .wait(let wait): self.wait(wait)
    case .fail(let error): fail(error)
    case .succeed(let result): completion(recorded(response(result)))
    }
    // After the stop, which uses the same queue.
    if mayStopEarly { dispatcher.client.perform(leave) }
  }

  private func bodyBytes(_ action: RequestExecution.Action) -> Int? {
    guard case .succeed(let result) = action, !destination.isFile else { return nil }
    return result.bodyBytes
  }

  private func fail(_ error: RequestError) {
    state.withLock { $0.sink.take() }?.abandon()
    completion(.failure(error))
  }

  /// - Parameter order: its place in the queue after the wait, see `RequestQueue.enter`.
  private func wait(_ wait: Duration, order: Int = .max) {
    guard let ticket = enterWait() else { return }
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

  private func recorded(_ result: Result<Response, RequestError>) -> Result<Response, RequestError>
  {
    guard let recording, case .success(let response) = result else { return result }
    let body = state.withLock { $0.copy?.bytes ?? [] }
    return Result { () throws(RequestError) in
      try recording.cassette.record(request(of: recording), response, body: body)
      return response
    }
  }

  private func response(_ result: AttemptResult) -> Result<Response, RequestError> {
    let now = dispatcher.clock.now()
    return state.withLock { state in
      Result { () throws(RequestError) in
        var response = Response(
          head: result.head, url: state.execution.request.url,
          body: try state.sink?.finish() ?? .bytes([]), bodyBytes: result.bodyBytes,
          attempts: state.execution.attempts, redirects: state.execution.redirects,
          elapsed: now - (state.execution.started ?? now), firstByte: result.firstByte)
        response.timing = result.timing
        return response
      }
    }
  }
}

extension Execution {
  /// A wait for a lookup, which ends once: with the lookup, its time limit, or the run.
  ///
  /// The timer outlives the lookup, so it must not retain the execution.
  private final class NameWait: Sendable {
    private let state = Mutex<(execution: Execution, ticket: Int)?>(nil)

    func begin(_ execution: Execution, _ limit: Duration) {
      guard let ticket = execution.enterWait() else { return }
      state.withLock { $0 = (execution, ticket) }
      execution.dispatcher.client.schedule(after: limit) { self.end() }
    }

    func end() {
      guard let (execution, ticket) = state.withLock({ $0.take() }),
        execution.dispatcher.waits.leave(ticket)
      else { return }
      execution.resolved()
    }
  }
}

/// The cassette of a response and the request to record, without credentials.
struct Recording: Sendable {
  let cassette: Cassette
  let request: RequestSpecification
}
