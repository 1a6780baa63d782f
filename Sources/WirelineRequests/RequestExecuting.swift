/// Executes requests: the middle step of build → execute → parse. Domains depend only on this
/// protocol, so that tests can count requests or respond from memory.
package protocol RequestExecuting: Sendable {
  /// - Parameters:
  ///   - gate: consulted before each attempt; nil admits all.
  ///   - completion: called once, from any thread, with a response of any status or an error.
  func start(
    _ specification: RequestSpecification, gate: (any RequestGate)?, body: BodyDestination,
    completion: @escaping @Sendable (Result<Response, RequestError>) -> Void
  )

  /// Secrets sent with a request, which its response may repeat.
  func secrets(of specification: RequestSpecification) -> SentSecrets
}

extension RequestExecuting {
  package func secrets(of specification: RequestSpecification) -> SentSecrets { SentSecrets() }

  package func start(
    _ specification: RequestSpecification, body: BodyDestination,
    completion: @escaping @Sendable (Result<Response, RequestError>) -> Void
  ) {
    start(specification, gate: nil, body: body, completion: completion)
  }

  package func execute(
    _ specification: RequestSpecification, body: BodyDestination
  ) async throws(RequestError) -> Response {
    let result: Result<Response, RequestError> = await withUnsafeContinuation { waiter in
      start(specification, body: body) { waiter.resume(returning: $0) }
    }
    return try result.get()
  }
}

/// Decides whether a queued request is sent. Asked just before sending, so the decision can depend
/// on the state at that time.
package protocol RequestGate: Sendable {
  /// - Parameter isFirst: false for retries and redirects.
  func turn(isFirst: Bool) -> RequestTurn

  /// Called if an admitted request was not sent after all because it expired.
  func giveBack()
}

extension RequestGate {
  package func giveBack() {}
}

package enum RequestTurn: Sendable {
  case go
  /// Ask again later and let other requests go first.
  case wait(Duration)
  /// No longer needed: the request ends as cancelled.
  case drop
  /// Not allowed: the request fails with this error.
  case refuse(RequestError)
}
