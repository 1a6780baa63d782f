/// Provides the credentials that the server of one request asks for, RFC 9110 §11.
package protocol RequestAuthorization: AnyObject, Sendable {
  /// Returns the `Authorization` value of an attempt; nil for none. Called once for each attempt.
  func field(for attempt: RequestAttempt) -> String?

  /// Whether to repeat the request, with credentials for the challenge in this response.
  func answers(_ head: ResponseHead, from url: RequestURL) -> Bool
}

/// Executes requests whose servers may ask for credentials.
package protocol AuthorizedExecuting: RequestExecuting {
  /// - Parameters:
  ///   - authorization: the credentials of the request; nil for none.
  ///   - gate: consulted before each attempt; nil admits all.
  ///   - completion: called once, from any thread, with a response of any status or an error.
  func start(
    _ specification: RequestSpecification, authorization: (any RequestAuthorization)?,
    gate: (any RequestGate)?, body: BodyDestination,
    completion: @escaping @Sendable (Result<Response, RequestError>) -> Void
  )
}
