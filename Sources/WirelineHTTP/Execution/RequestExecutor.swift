import Synchronization
package import WirelineCore
package import WirelineRequests

/// Executes requests: replay, cache, admission, attempts, retries, redirects, limits, recording.
/// The client handles the transport.
///
/// Uses completions rather than tasks: a task and its suspensions cost as much as the rest of a
/// small request. `execute` serves callers that await.
package final class RequestExecutor: RequestExecuting {
  package static let offeredEncodings = ContentEncoding.offered

  private let dispatcher: RequestDispatcher
  private let cassette: Cassette?
  private let cache: ResponseCache?
  private let credentials: any CredentialSource
  private let login: ChallengeLogin?

  package init(
    client: any RequestClient, policy: ExecutionPolicy, cassette: Cassette? = nil,
    cache: ResponseCache? = nil,
    credentials: any CredentialSource = NoCredentials(), login: ChallengeLogin? = nil,
    cookies: CookieStore? = nil, observers: [any ExchangeObserver] = [],
    clock: RequestClock = .system,
    shutdown: ShutdownSignal? = nil,
    backpressure: OutputBackpressure? = nil
  ) {
    dispatcher = RequestDispatcher(
      client: client, policy: policy, cookies: cookies,
      observers: observers + (cassette.map { [$0] } ?? []),
      clock: clock, shutdown: shutdown, backpressure: backpressure)
    self.cassette = cassette
    self.cache = cache
    self.credentials = credentials
    self.login = login
  }

  /// Executes a request to its final response. With a login, the response is not cached.
  ///
  /// - Parameter gate: consulted before each attempt; not if a cassette or the cache responds.
  package func start(
    _ specification: RequestSpecification, gate: (any RequestGate)?, body: BodyDestination,
    completion done: @escaping RequestCompletion
  ) {
    // A page or link of another origin receives no credentials of the run.
    let login = specification.isCrossOrigin ? nil : login
    let authorization = login.map { ChallengedRequest(specification.url, $0) }
    let completion: RequestCompletion = { [self] result in
      // An error message that quotes a response must not repeat a credential.
      done(result.mapError { $0.hiding(secrets(of: specification)) })
    }
    do throws(RequestError) {
      if let cassette, cassette.isReplaying {
        let response = try cassette.replay(
          specification, dispatcher.policy, into: body, authorization: authorization)
        report(replayed: response, to: specification)
        return completion(.success(response))
      }
      let request = try credentials.fill(complete(specification))
      let recording = cassette.map { Recording(cassette: $0, request: specification) }
      // A recording needs complete responses of the server, not cached ones or a 304.
      if recording == nil, let cache, let policy = cache.policy(for: request) {
        return CachedExecution(
          request, policy, cache, authorization: cache.isOffline ? nil : authorization, gate: gate,
          body: body, dispatcher: dispatcher, completion: completion
        ).begin()
      }
      dispatcher.arrive(
        Execution(
          request, authorization: authorization, gate: gate, body: body, dispatcher: dispatcher,
          recording: recording, completion: completion))
    } catch {
      completion(.failure(error))
    }
  }

  /// Shows a replayed exchange to the observers.
  private func report(replayed response: Response, to specification: RequestSpecification) {
    // One is the cassette itself.
    guard dispatcher.observers.count > 1 else { return }
    let request = complete(specification)
    var context = AttemptContext(ref: request.ref, attempt: response.attempts)
    context.isReplayed = true
    let attempt = RequestAttempt(request, dispatcher.policy.limits)
    var body: [UInt8] = []
    if case .bytes(let bytes) = response.body { body = bytes }
    for observer in dispatcher.observers {
      observer.willSend(attempt, context)
      observer.willReceive(response.head, from: response.url, context)
      observer.didReceive(
        response.head, from: response.url, body: Array(body.prefix(observer.bodyBytes)),
        total: response.bodyBytes, context)
    }
  }

  /// The request with all fields to send, except those of connection and framing.
  package func complete(_ specification: RequestSpecification) -> RequestSpecification {
    var request = specification
    let policy = dispatcher.policy
    let defaults = policy.defaultHeaders
    request.headers.setDefaults(request.isCrossOrigin ? defaults.forAnotherOrigin : defaults)
    if let mediaType = request.body.mediaType {
      request.setDefault("Content-Type", mediaType, policy)
    }
    if let value = request.url.basicCredentials {
      request.setDefault("Authorization", value, policy)
    }
    request.headers.remove(
      specification.suppressedHeaders, unlessIn: specification.headers)
    return request
  }

  /// The request as it would be sent, with cookies and credentials.
  package func sent(_ specification: RequestSpecification) -> RequestSpecification {
    let request = complete(specification)
    return identified((try? credentials.fill(request)) ?? request)
  }

  /// The credentials that a response may repeat and that must not be shown.
  package func secrets(of specification: RequestSpecification) -> SentSecrets {
    let secrets = SentSecrets(of: sent(specification))
    if let login { secrets.note(login.password) }
    return secrets
  }

  /// Whether a request has credentials in its fields, URL, cookies or netrc.
  package func isAuthorized(_ specification: RequestSpecification) -> Bool {
    login != nil || specification.credential != nil || specification.url.userInformation != nil
      || sent(specification).headers.fields.contains { Secrets.isSecret(header: $0.name) }
  }

  package func later(_ wait: Duration, _ body: @escaping @Sendable () -> Void) {
    dispatcher.client.schedule(after: wait, body)
  }

  /// Waits for background revalidations, at most this long.
  package func waitForRevalidations(within limit: Duration) async {
    guard let refreshes = cache?.refreshes else { return }
    await withUnsafeContinuation { (waiter: UnsafeContinuation<Void, Never>) in
      guard refreshes.wait({ waiter.resume() }) else { return waiter.resume() }
      dispatcher.client.schedule(after: limit) { refreshes.release() }
    }
  }

  /// The request with its cookies, which the cache key is derived from.
  package func identified(_ specification: RequestSpecification) -> RequestSpecification {
    let request = complete(specification)
    return dispatcher.cookies?.fill(request, now: dispatcher.clock.seconds()) ?? request
  }
}

extension RequestSpecification {
  fileprivate mutating func setDefault(_ name: String, _ value: String, _ policy: ExecutionPolicy) {
    let isSuppressed = policy.suppressedHeaders.contains { $0.isSameFieldName(as: name) }
    if !isSuppressed { headers.setDefault(name, value) }
  }
}
