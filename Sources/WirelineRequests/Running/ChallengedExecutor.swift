/// Executes requests with credentials when their servers send a challenge: `--digest` and
/// `--anyauth`. Later requests to the same server include a digest from the start.
final class ChallengedExecutor: RequestExecuting {
  private let executor: any RequestExecuting
  /// The same executor; nil if it cannot add credentials, as in tests without a network.
  private let authorized: (any AuthorizedExecuting)?
  private let login: ChallengeLogin

  /// - Parameters:
  ///   - login: `user:password`.
  ///   - allowsBasic: whether to use basic authentication if the server offers nothing better.
  init(_ executor: any RequestExecuting, login: String, allowsBasic: Bool) {
    self.executor = executor
    authorized = executor as? any AuthorizedExecuting
    self.login = ChallengeLogin(login, allowsBasic: allowsBasic)
  }

  func start(
    _ specification: RequestSpecification, gate: (any RequestGate)?, body: BodyDestination,
    completion: @escaping @Sendable (Result<Response, RequestError>) -> Void
  ) {
    // A page or link of another origin receives no credentials of the run.
    guard let authorized, !specification.isCrossOrigin else {
      return executor.start(specification, gate: gate, body: body, completion: completion)
    }
    authorized.start(
      specification, authorization: ChallengedRequest(specification.url, login), gate: gate,
      body: body, completion: completion)
  }

  func complete(_ specification: RequestSpecification) -> RequestSpecification {
    executor.complete(specification)
  }

  func identified(_ specification: RequestSpecification) -> RequestSpecification {
    executor.identified(specification)
  }

  func sent(_ specification: RequestSpecification) -> RequestSpecification {
    executor.sent(specification)
  }

  /// A response to an authorized request may be private.
  func isAuthorized(_ specification: RequestSpecification) -> Bool { true }

  func secrets(of specification: RequestSpecification) -> SentSecrets {
    let secrets = SentSecrets(executor.secrets(of: specification))
    secrets.note(login.password)
    return secrets
  }

  func later(_ wait: Duration, _ body: @escaping @Sendable () -> Void) {
    executor.later(wait, body)
  }

  func waitForRevalidations(within limit: Duration) async {
    await executor.waitForRevalidations(within: limit)
  }
}
