/// Executes requests to their final answers: the middle of build → execute →
/// parse. A domain's gateway knows this and no more, so a test counts calls or
/// answers from memory.
package protocol RequestExecuting: Sendable {
  /// - Parameters:
  ///   - gate: asked when its turn has come; nil lets it go.
  ///   - completion: called once, with any HTTP answer whatever its status, or why
  ///     there is none; from any thread.
  func start(
    _ specification: RequestSpecification, gate: (any RequestGate)?, body: BodyDestination,
    completion: @escaping @Sendable (Result<Response, RequestError>) -> Void
  )

  /// What is sent with a request and must not be shown: a response may repeat it.
  func secrets(of specification: RequestSpecification) -> SentSecrets
}

extension RequestExecuting {
  package func secrets(of specification: RequestSpecification) -> SentSecrets { SentSecrets() }

  /// The same without a gate.
  package func start(
    _ specification: RequestSpecification, body: BodyDestination,
    completion: @escaping @Sendable (Result<Response, RequestError>) -> Void
  ) {
    start(specification, gate: nil, body: body, completion: completion)
  }

  /// The same, for a caller that waits.
  package func execute(
    _ specification: RequestSpecification, body: BodyDestination
  ) async throws(RequestError) -> Response {
    let result: Result<Response, RequestError> = await withUnsafeContinuation { waiter in
      start(specification, body: body) { waiter.resume(returning: $0) }
    }
    return try result.get()
  }
}
