/// Executes requests. Runners and domains depend only on this protocol, so that tests can count
/// requests or respond from memory. `RequestFields` shows what is sent.
package protocol RequestExecuting: Sendable {
  /// - Parameters:
  ///   - gate: consulted before each attempt; nil admits all.
  ///   - completion: called once, from any thread, with a response of any status or an error.
  func start(
    _ specification: RequestSpecification, gate: (any RequestGate)?, body: BodyDestination,
    completion: @escaping @Sendable (Result<Response, RequestError>) -> Void
  )
}

extension RequestExecuting {
  /// Starts a request that nothing delays or refuses.
  package func start(
    _ specification: RequestSpecification, body: BodyDestination,
    completion: @escaping @Sendable (Result<Response, RequestError>) -> Void
  ) {
    start(specification, gate: nil, body: body, completion: completion)
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
