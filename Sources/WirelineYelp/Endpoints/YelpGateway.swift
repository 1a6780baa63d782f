internal import WirelineCore
package import WirelineRequests

/// Builds and sends requests to the Yelp API and parses the responses.
package struct YelpGateway: Sendable {
  package let building: YelpRequestBuilding
  private let executor: any RequestExecuting
  private let maximumBodyBytes: Int?
  private let allowance: YelpAllowance?
  private let adapter: Adapter?
  private let observer: (any YelpCallObserver)?
  private let secrets: SentSecrets
  private let seconds: @Sendable () -> Int

  /// Changes a request before it is sent; may block.
  package typealias Adapter =
    @Sendable (RequestSpecification) -> Result<RequestSpecification, YelpFailure>

  /// - Parameters:
  ///   - secrets: Masked in responses, in case the API echoes them.
  ///   - seconds: The time since 1970.
  package init(
    building: YelpRequestBuilding, executor: any RequestExecuting, maximumBodyBytes: Int?,
    allowance: YelpAllowance? = nil, adapter: Adapter? = nil,
    observer: (any YelpCallObserver)? = nil, hiding secrets: SentSecrets = SentSecrets(),
    seconds: @escaping @Sendable () -> Int
  ) {
    self.building = building
    self.executor = executor
    self.maximumBodyBytes = maximumBodyBytes
    self.allowance = allowance
    self.adapter = adapter
    self.observer = observer
    self.secrets = secrets
    self.seconds = seconds
  }

  /// Sends one question.
  ///
  /// - Parameter completion: Called once, on any thread.
  package func ask(
    _ question: YelpQuestion, ref: [UInt8]? = nil,
    completion: @escaping @Sendable (Result<YelpReply, YelpFailure>) -> Void
  ) {
    var request = building.request(question)
    request.ref = ref
    guard let adapter else { return send(request, question, completion) }
    let isStarted = BlockingThread.start { [request] in
      switch adapter(request) {
      case .success(let adapted): send(adapted, question, completion)
      case .failure(let failure): completion(.failure(failure))
      }
    }
    if !isStarted { completion(.failure(.adapter("cannot start a thread"))) }
  }

  private func send(
    _ request: RequestSpecification, _ question: YelpQuestion,
    _ completion: @escaping @Sendable (Result<YelpReply, YelpFailure>) -> Void
  ) {
    let call = observer?.begin(request, question.endpoint)
    executor.start(
      request, gate: allowance, body: .memory(limit: maximumBodyBytes)
    ) { result in
      let reply = noted(Self.parse(question.endpoint, result, hiding: secrets))
      if let observer, let call { observer.end(call, reply, result) }
      completion(reply)
    }
  }

  /// Records in the allowance that the quota is exhausted.
  private func noted(_ reply: Result<YelpReply, YelpFailure>) -> Result<YelpReply, YelpFailure> {
    guard case .failure(.refused(var refusal)) = reply,
      refusal.error?.isQuotaExhausted == true
    else { return reply }
    let now = seconds()
    refusal.retryAt =
      allowance?.exhaust(refusal.headers, now: now)
      ?? YelpQuota.retryAt(YelpRateHeaders(refusal.headers), now: now)
    return .failure(.refused(refusal))
  }

  static func parse(
    _ endpoint: YelpEndpoint, _ result: Result<Response, RequestError>,
    hiding secrets: SentSecrets = SentSecrets()
  ) -> Result<YelpReply, YelpFailure> {
    switch result {
    case .failure(let error): return .failure(.request(error))
    case .success(let response):
      guard case .bytes(let body) = response.body else {
        return .failure(.request(RequestError(.cancelled)))
      }
      return YelpReply.parse(
        endpoint, status: response.status, body: secrets.masked(body, with: "***"),
        headers: response.head.headers, attempts: response.attempts
      ).map { answer in
        YelpReply(
          answers: [answer], url: secrets.masked(response.url.text, with: "***"),
          source: response.source.rawValue, elapsed: response.elapsed,
          bytes: response.bodyBytes)
      }
    }
  }
}

/// Observes the start and the end of each call.
package protocol YelpCallObserver: Sendable {
  /// - Returns: An identifier that is passed to `end`.
  func begin(_ request: RequestSpecification, _ endpoint: YelpEndpoint) -> Int

  func end(
    _ call: Int, _ reply: Result<YelpReply, YelpFailure>, _ result: Result<Response, RequestError>)
}
