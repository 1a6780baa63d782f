import Synchronization
import WirelineCore
internal import WirelineRequests

/// A request that the executor was given.
struct RequestCall: Sendable {
  /// The request with its fields, except cookies and the answer to a challenge.
  var request: RequestSpecification
  /// The credentials that the server may ask for; nil for none.
  var authorization: (any AttemptAuthorization)?
  let gate: (any RequestGate)?
  var body: BodyDestination
  var completion: RequestCompletion
}

/// Carries out the decisions of `RequestExecution`, after admission on the client's thread.
final class Execution: AttemptReceiver, QueuedRequest {
  struct State: Sendable {
    var execution: RequestExecution
    /// Whether the name lookup for the next attempt has ended.
    var isResolved = false
    var sinks: AttemptSinks
  }

  let priority: Int
  let order: Int
  /// Never held during a call to the dispatcher, which takes this lock while it holds its own
  /// (`isInFlight`).
  let state: Mutex<State>
  let dispatcher: RequestDispatcher
  let recording: Recording?
  let authorization: (any AttemptAuthorization)?
  private let destination: BodyDestination
  private let gate: (any RequestGate)?
  private let completion: RequestCompletion

  init(_ call: RequestCall, dispatcher: RequestDispatcher, recording: Recording?) {
    gate = call.gate
    authorization = call.authorization
    destination = call.body
    completion = call.completion
    priority = call.request.priority
    self.dispatcher = dispatcher
    order = dispatcher.begin()
    self.recording = recording
    state = Mutex(
      State(
        execution: RequestExecution(call.request, authorization: call.authorization),
        sinks: AttemptSinks(
          isRecorded: recording != nil, observedBytes: dispatcher.observedBytes)))
  }

  var host: String { state.withLock { $0.execution.request.url.authority } }

  var hasBegun: Bool { state.withLock { $0.execution.started != nil } }

  var isInFlight: Bool {
    state.withLock { $0.isResolved || $0.execution.started != nil }
  }

  var startedAttempts: Int { state.withLock { $0.execution.startedAttempts } }

  func queue(now: Duration) { state.withLock { $0.execution.queue(now: now) } }

  func cancel() {
    dispatcher.leave(ending: order)
    fail(RequestError(.cancelled, attempts: 0))
  }

  func isExpired(now: Duration) -> Bool {
    state.withLock { $0.execution.expiry(dispatcher.policy, now: now) != nil }
  }

  func expire(now: Duration) {
    guard let error = state.withLock({ $0.execution.expiry(dispatcher.policy, now: now) }) else {
      return
    }
    dispatcher.leave(ending: order)
    fail(error)
  }

  func proceed() {
    if let error = dispatcher.refusal(of: host) { return refuse(error) }
    do throws(RequestError) {
      guard hasName(), try hasCredentials() else { return }
    } catch {
      return refuse(error)
    }
    // The gate comes last: what it admits is locked or charged, and should be sent.
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
      case .refuse(let error): return refuse(error)
      }
    }
    let now = dispatcher.clock.now()
    switch state.withLock({ $0.execution.attempt(dispatcher.policy, now: now) }) {
    case .success(var attempt):
      addLogin(to: &attempt)
      if let cookies = dispatcher.cookies {
        cookies.fill(
          &attempt.headers, for: attempt.url, now: dispatcher.clock.seconds())
      }
      attempt.transfers = dispatcher.transfers
      for observer in dispatcher.observers { observer.willSend(attempt, in: context) }
      dispatcher.client.start(attempt, for: self)
    case .failure(let error):
      gate?.releaseAdmission()
      endAttempt(.fail(error), from: host)
    }
  }

  /// Fails a request that was not sent.
  private func refuse(_ error: RequestError) {
    var error = error
    dispatcher.leave(host: host, isUnused: true, ending: order)
    error.attempts = startedAttempts
    fail(error)
  }

  /// Adds the login of the host that a redirect led to. The first URL has its own, if any.
  private func addLogin(to attempt: inout RequestAttempt) {
    guard authorization == nil, state.withLock({ !$0.execution.redirects.isEmpty }),
      !attempt.headers.contains("Authorization"),
      let login = dispatcher.credentials.login(for: attempt.url)
    else { return }
    attempt.headers.append("Authorization", BasicCredentials.value(login))
  }

  var hasDelivered: Bool { state.withLock { $0.sinks.destination?.hasDelivered ?? false } }

  func accept(_ head: ResponseHead, timing: () -> RequestTiming?) -> any ResponseSink {
    if !dispatcher.observers.isEmpty {
      var context = context
      context.timing = timing()
      let url = state.withLock { $0.execution.request.url }
      for observer in dispatcher.observers { observer.willReceive(head, from: url, in: context) }
    }
    let now = dispatcher.clock.now()
    // Only an error can have a `Retry-After` that matters, and only a retry needs jitter.
    let seconds = head.status >= 400 ? dispatcher.clock.seconds() : 0
    if let cookies = dispatcher.cookies {
      let request = state.withLock { $0.execution.request }
      cookies.store(
        head, from: request.url, headers: request.headers, now: dispatcher.clock.seconds())
    }
    let limit = announcedLimit(head)
    if head.status == 429 || head.status == 503,
      let wait = RetryAfter.wait(head.headers, now: seconds)
    {
      dispatcher.pause(host: host, for: wait)
    }
    // Called before the lock is taken, see `state`.
    let mayBeRefused = head.status == 429 || limit != nil
    let admitted = mayBeRefused ? dispatcher.admittedRequests(of: host) : 0
    return state.withLock { state in
      let use = state.execution.receive(
        head, dispatcher.policy, limit: limit, now: now, seconds: seconds, admitted: admitted,
        chance: seconds > 0 ? chance : 0)
      guard use != .discard else { return state.sinks.discard() }
      let transfer = dispatcher.transfers?.begin(
        state.execution.request.url.lastName, total: head.decodedLength, isUpload: false)
      return state.sinks.deliver(
        to: DestinationSinks.sink(for: destination, head), counting: transfer,
        isInspected: use == .inspect)
    }
  }

  /// Returns the limit that a response announces, and applies it to its host. A time after which to
  /// retry this request takes precedence over a limit that is too long to wait for.
  private func announcedLimit(_ head: ResponseHead) -> AnnouncedLimit? {
    guard dispatcher.policy.respectsAnnouncedLimits,
      let limit = AnnouncedLimit(head.headers, now: dispatcher.clock.seconds),
      limit.reset <= dispatcher.policy.retry.maximumRetryAfter
        || RetryAfter.wait(head.headers, now: dispatcher.clock.seconds()) == nil
    else { return nil }
    dispatcher.note(limit, of: host)
    return limit
  }

  private var chance: Double {
    dispatcher.policy.retry.jitter > 0 ? Double.random(in: 0..<1) : 0
  }

  func finish(_ result: Result<AttemptResult, RequestError>) {
    if !dispatcher.observers.isEmpty { report(result) }
    let (action, host) = state.withLock { state in
      // A redirect may change it.
      let host = state.execution.request.url.authority
      switch result {
      case .success(let result):
        let isFinal =
          state.sinks.takeInspected().map { dispatcher.policy.isFinalRefusal?($0) ?? false }
          ?? false
        return (state.execution.complete(result, isFinal: isFinal), host)
      case .failure(let error):
        let action = state.execution.fail(
          error, dispatcher.policy,
          hasDelivered: state.sinks.destination?.hasDelivered ?? false,
          now: dispatcher.clock.now(), chance: chance)
        return (action, host)
      }
    }
    if let recording { record(result, before: action, in: recording) }
    if case .wait(let wait) = action {
      if !dispatcher.observers.isEmpty { announce(wait, after: result) }
      if case .success = result {
        let (isRefused, pause) = state.withLock {
          ($0.execution.isRefused, $0.execution.requestedPause ?? .zero)
        }
        if isRefused { dispatcher.slow(host: host, for: wait, isAnnounced: pause > .zero) }
      }
    }
    endAttempt(action, from: host)
  }

  /// Ends an attempt. Frees the slot before the result is formatted, unless no request may start
  /// after a failure.
  private func endAttempt(_ action: RequestExecution.Action, from host: String) {
    let mayStopEarly = action.isFinal && dispatcher.mayStopEarly
    if !mayStopEarly { leave(host, after: action) }
    switch action {
    case .attempt: dispatcher.admit(self)
    case .wait(let wait): self.wait(wait)
    case .fail(let error): fail(error)
    case .succeed(let result):
      completion(recording == nil ? response(result) : recorded(response(result)))
    }
    // After the stop, which uses the same queue.
    if mayStopEarly { dispatcher.client.perform { self.leave(host, after: action) } }
  }

  private func leave(_ host: String, after action: RequestExecution.Action) {
    let isAdmitted =
      if case .succeed(let result) = action { result.head.status != 429 } else { false }
    dispatcher.leave(
      host: host, ending: action.isFinal ? order : nil, bytes: bodyBytes(action),
      isAdmitted: isAdmitted)
  }

  private func bodyBytes(_ action: RequestExecution.Action) -> Int? {
    guard case .succeed(let result) = action, !destination.isFile, !hasDelivered else { return nil }
    return result.bodyBytes
  }

  func fail(_ error: RequestError) {
    // After the lock is released: it removes a file.
    state.withLock { $0.sinks.takeDestination() }?.abandon()
    completion(.failure(error))
  }

  private func response(_ result: AttemptResult) -> Result<Response, RequestError> {
    let now = dispatcher.clock.now()
    return state.withLock { state in
      do throws(RequestError) {
        var response = Response(
          head: result.head, url: state.execution.request.url,
          body: try state.sinks.destination?.finish() ?? .bytes([]), bodyBytes: result.bodyBytes,
          attempts: state.execution.attempts, redirects: state.execution.redirects,
          elapsed: now - (state.execution.started ?? now), firstByte: result.firstByte)
        response.method = state.execution.request.method
        response.retryAt = state.execution.retryAt
        response.timing = result.timing
        return .success(response)
      } catch {
        return .failure(error)
      }
    }
  }
}
