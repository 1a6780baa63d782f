import Synchronization
import WirelineRequests

/// The reports of a request while it is executed: attempts to the observers, and responses to the
/// cassette.
extension Execution {
  var context: AttemptContext {
    state.withLock {
      AttemptContext(ref: $0.execution.request.ref, attempt: $0.execution.attempts)
    }
  }

  func report(_ result: Result<AttemptResult, RequestError>) {
    var context = context
    context.timing = try? result.get().timing
    let (url, body) = state.withLock { ($0.execution.request.url, $0.sinks.takeObserved()) }
    for observer in dispatcher.observers {
      switch result {
      case .success(let result):
        observer.didReceive(
          result.head, from: url, body: body, total: result.bodyBytes, in: context)
      case .failure(let error): observer.didFail(error, for: url, in: context)
      }
    }
  }

  func announce(_ wait: Duration, after result: Result<AttemptResult, RequestError>) {
    let retry = state.withLock {
      $0.execution.planned(wait, after: result, policy: dispatcher.policy)
    }
    for observer in dispatcher.observers { observer.willRetry(retry, in: context) }
  }

  /// Records an attempt that another one follows, or the failure of the last one.
  func record(
    _ result: Result<AttemptResult, RequestError>, before action: RequestExecution.Action,
    in recording: Recording
  ) {
    switch (action, result) {
    case (.wait, .success(let result)):
      let (url, attempts, copy) = state.withLock {
        ($0.execution.request.url, $0.execution.attempts - 1, $0.sinks.recorded)
      }
      let response = Response(
        head: result.head, url: url, body: .delivered, bodyBytes: result.bodyBytes,
        attempts: attempts, firstByte: result.firstByte)
      // A cassette that cannot be written fails the final response, see `recorded`.
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

  func recorded(_ result: Result<Response, RequestError>) -> Result<Response, RequestError> {
    guard let recording, case .success(let response) = result else { return result }
    let body = state.withLock { $0.sinks.recorded?.bytes ?? [] }
    return Result { () throws(RequestError) in
      try recording.cassette.record(request(of: recording), response, body: body)
      return response
    }
  }
}
