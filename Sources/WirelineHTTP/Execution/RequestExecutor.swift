import WirelineCore
package import WirelineRequests

/// Executes requests: replay, cache, admission, attempts, retries, redirects, limits, recording.
/// The client handles the transport.
///
/// Uses completions rather than tasks: a task and its suspensions cost as much as the rest of a
/// small request.
package final class RequestExecutor: RequestExecuting {
  package static let offeredEncodings = ContentEncoding.offered

  private let dispatcher: RequestDispatcher
  private let cassette: Cassette?
  private let cache: ResponseCache?
  private let fields: RequestFields

  init(
    client: any RequestClient, policy: ExecutionPolicy, fields: RequestFields = RequestFields(),
    cassette: Cassette? = nil, cache: ResponseCache? = nil,
    observers: [any ExchangeObserver] = [],
    clock: RequestClock = .system,
    shutdown: ShutdownSignal? = nil,
    backpressure: OutputBackpressure? = nil, hostWaits: HostWaits? = nil
  ) {
    dispatcher = RequestDispatcher(
      client: client, policy: policy, fields: fields,
      observers: observers + (cassette.map { [$0] } ?? []),
      clock: clock, shutdown: shutdown, backpressure: backpressure, hostWaits: hostWaits)
    self.cassette = cassette
    self.cache = cache
    self.fields = fields
  }

  /// Executes a request to its final response. With a login, the response is not cached.
  ///
  /// - Parameter gate: consulted before each attempt; not if a cassette or the cache responds.
  package func start(
    _ specification: RequestSpecification, gate: (any RequestGate)?, body: BodyDestination,
    completion done: @escaping RequestCompletion
  ) {
    let authorization = fields.authorization(for: specification, isRecorded: cassette != nil)
    let completion: RequestCompletion = { [self] result in
      guard case .failure(let error) = result else { return done(result) }
      // An error message that quotes a response must not repeat a credential.
      done(.failure(error.hiding(fields.secrets(of: specification))))
    }
    do throws(RequestError) {
      if let cassette, cassette.isReplaying {
        let response = try cassette.replay(
          specification, dispatcher.policy, into: body, authorization: authorization)
        report(replayed: response, to: specification)
        return completion(.success(response))
      }
      let request = try fields.authorized(specification)
      let recording = cassette.map { Recording(cassette: $0, request: specification) }
      // A recording needs complete responses of the server, not cached ones or a 304.
      let policy = recording == nil ? cache?.setup.policy(for: request) : nil
      // Offline nothing is sent, so nothing is asked for; with a login the cache would not be read.
      let isOffline = policy?.options.isOffline == true
      let call = RequestCall(
        request: request, authorization: isOffline ? nil : authorization, gate: gate, body: body,
        completion: completion)
      if let cache, let policy {
        return CachedExecution(call, policy: policy, cache: cache, dispatcher: dispatcher).begin()
      }
      dispatcher.arrive(Execution(call, dispatcher: dispatcher, recording: recording))
    } catch {
      completion(.failure(error))
    }
  }

  /// Shows a replayed exchange to the observers.
  private func report(replayed response: Response, to specification: RequestSpecification) {
    // One is the cassette itself.
    guard dispatcher.observers.count > 1 else { return }
    let request = fields.complete(specification)
    var context = AttemptContext(ref: request.ref, attempt: response.attempts)
    context.isReplayed = true
    let attempt = RequestAttempt(request, dispatcher.policy.limits)
    var body: [UInt8] = []
    if case .bytes(let bytes) = response.body { body = bytes }
    for observer in dispatcher.observers {
      observer.willSend(attempt, in: context)
      observer.willReceive(response.head, from: response.url, in: context)
      observer.didReceive(
        response.head, from: response.url, body: Array(body.prefix(observer.bodyBytes)),
        total: response.bodyBytes, in: context)
    }
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
}
