/// Executes requests. Runners and domains depend only on this protocol, so that tests can count
/// requests or respond from memory.
package protocol RequestExecuting: Sendable {
  /// - Parameters:
  ///   - gate: consulted before each attempt; nil admits all.
  ///   - completion: called once, from any thread, with a response of any status or an error.
  func start(
    _ specification: RequestSpecification, gate: (any RequestGate)?, body: BodyDestination,
    completion: @escaping @Sendable (Result<Response, RequestError>) -> Void
  )

  /// Returns the request with all fields to send, except those of connection and framing.
  func complete(_ specification: RequestSpecification) -> RequestSpecification

  /// Returns the request with its cookies, which the cache key depends on.
  func identified(_ specification: RequestSpecification) -> RequestSpecification

  /// Returns the request as it would be sent, with cookies and credentials.
  func sent(_ specification: RequestSpecification) -> RequestSpecification

  /// Whether a request has credentials in its fields, URL, cookies or netrc.
  func isAuthorized(_ specification: RequestSpecification) -> Bool

  /// Secrets sent with a request, which its response may repeat.
  func secrets(of specification: RequestSpecification) -> SentSecrets

  /// Calls the body after a delay, on the client's thread.
  func later(_ wait: Duration, _ body: @escaping @Sendable () -> Void)

  /// Waits for background revalidations, at most this long.
  func waitForRevalidations(within limit: Duration) async
}

/// Defaults for executors that send nothing over the network.
extension RequestExecuting {
  package func complete(_ specification: RequestSpecification) -> RequestSpecification {
    specification
  }

  package func identified(_ specification: RequestSpecification) -> RequestSpecification {
    specification
  }

  package func sent(_ specification: RequestSpecification) -> RequestSpecification { specification }

  package func isAuthorized(_ specification: RequestSpecification) -> Bool { false }

  package func secrets(of specification: RequestSpecification) -> SentSecrets { SentSecrets() }

  package func later(_ wait: Duration, _ body: @escaping @Sendable () -> Void) { body() }

  package func waitForRevalidations(within limit: Duration) async {}
}

extension RequestExecuting {
  /// - Parameters:
  ///   - gate: consulted before each attempt; nil admits all.
  ///   - completion: called once, from any thread, with a response of any status or an error.
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
  func admit(isFirst: Bool) -> AdmissionDecision

  /// Called if an admitted request was not sent after all because it expired.
  func releaseAdmission()
}

extension RequestGate {
  package func releaseAdmission() {}
}

package enum AdmissionDecision: Sendable {
  case go
  /// Ask again later and let other requests go first.
  case wait(Duration)
  /// Not allowed, or no longer needed: the request fails with this error.
  case refuse(RequestError)
}
