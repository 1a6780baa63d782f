import Synchronization
import WirelineCore

/// Does what `RequestExecution` decides: the shell around the value.
final class Execution: Sendable {
  private struct State: Sendable {
    var execution: RequestExecution
    var sink: (any DestinationSink)?
    /// What the sink has taken, when it is recorded.
    var copy: CopyingSink?
  }

  private let state: Mutex<State>
  private let destination: BodyDestination
  private let priority: Int
  private let executor: RequestExecutor
  private let recording: Recording?
  private let completion: RequestExecutor.Completion

  init(
    _ request: RequestSpecification, body: BodyDestination, executor: RequestExecutor,
    recording: Recording?, completion: @escaping RequestExecutor.Completion
  ) {
    destination = body
    priority = request.priority
    self.executor = executor
    self.recording = recording
    self.completion = completion
    state = Mutex(
      State(
        execution: RequestExecution(request, policy: executor.policy, now: executor.clock.now())))
  }

  func begin() {
    let now = executor.clock.now()
    perform(state.withLock { $0.execution.next(now: now) })
  }

  private func perform(_ action: RequestExecution.Action) {
    switch action {
    case .attempt(let attempt): send(attempt)
    case .wait(let wait): executor.client.schedule(after: wait) { self.begin() }
    case .fail(let error): completion(.failure(error))
    case .succeed(let result): completion(recorded(response(result)))
    }
  }

  private func send(_ attempt: RequestAttempt) {
    let host = attempt.url.authority
    executor.admit(host: host, priority: priority) { [self] in
      executor.client.start(attempt, accept: sink) { result in
        let action = self.settle(result)
        // Whoever waits for this host goes first; formatting comes after.
        self.executor.leave(host: host)
        self.perform(action)
      }
    }
  }

  private func sink(for head: ResponseHead) -> any ResponseSink {
    let now = executor.clock.now()
    let seconds = head.status >= 400 ? executor.clock.seconds() : 0
    return state.withLock { state in
      guard state.execution.receive(head, now: now, seconds: seconds) == .deliver else {
        return DiscardSink()
      }
      let sink = DestinationSinks.sink(for: destination, head)
      state.sink = sink
      guard recording != nil else { return sink }
      let copy = CopyingSink(sink)
      state.copy = copy
      return copy
    }
  }

  private func settle(_ result: Result<AttemptResult, RequestError>) -> RequestExecution.Action {
    let now = executor.clock.now()
    return state.withLock { state in
      switch result {
      case .success(let result): state.execution.complete(result, now: now)
      case .failure(let error):
        state.execution.fail(error, hasDelivered: state.sink?.hasDelivered ?? false, now: now)
      }
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
    let elapsed = executor.clock.now()
    return state.withLock { state in
      do throws(RequestError) {
        return .success(
          Response(
            head: result.head, url: state.execution.request.url,
            body: try state.sink?.finish() ?? .bytes([]), bodyBytes: result.bodyBytes,
            attempts: state.execution.attempts, redirects: state.execution.redirects,
            elapsed: elapsed - state.execution.started, firstByte: result.firstByte))
      } catch {
        return .failure(error)
      }
    }
  }
}

/// Where an answer is recorded, and as the answer to what: the request as it
/// was asked, before secrets were filled in.
struct Recording: Sendable {
  let cassette: Cassette
  let request: RequestSpecification
}
