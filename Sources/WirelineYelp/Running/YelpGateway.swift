internal import WirelineCore
internal import WirelineRequests

/// Builds and sends requests to the Yelp API and parses the responses.
struct YelpGateway: Sendable {
  let building: YelpRequestBuilder
  let executor: any RequestExecuting
  let maximumBodyBytes: Int?
  let allowance: YelpAllowance?
  let adapter: CommandAdapter?
  let log: EventLog?
  /// Masked in responses, in case the API echoes them.
  let secrets: SentSecrets
  /// Seconds since 1970.
  let now: @Sendable () -> Int

  /// Sends a query.
  ///
  /// - Parameter completion: called once, on any thread.
  func send(
    _ query: YelpQuery, ref: [UInt8]? = nil,
    completion: @escaping @Sendable (Result<YelpResultList, YelpFailure>) -> Void
  ) {
    var request = building.request(query)
    request.ref = ref
    guard let adapter else { return execute(request, for: query, completion) }
    let isStarted = DetachedThread.start { [request] in
      do throws(YelpFailure) {
        execute(try adapter.adapt(request), for: query, completion)
      } catch {
        completion(.failure(error))
      }
    }
    if !isStarted { completion(.failure(.adapter("cannot start a thread"))) }
  }

  private func execute(
    _ request: RequestSpecification, for query: YelpQuery,
    _ completion: @escaping @Sendable (Result<YelpResultList, YelpFailure>) -> Void
  ) {
    let call = log?.begin(request, query.endpoint)
    executor.start(
      request, gate: allowance, body: .memory(limit: maximumBodyBytes)
    ) { result in
      let outcome = addingRetryTime(Self.parse(query.endpoint, result, hiding: secrets))
      if let log, let call { log.end(call, with: outcome, of: result) }
      completion(outcome)
    }
  }

  /// If the quota is exhausted, records that in the allowance and adds the time of its reset.
  private func addingRetryTime(
    _ outcome: Result<YelpResultList, YelpFailure>
  ) -> Result<YelpResultList, YelpFailure> {
    guard case .failure(.refused(var refusal)) = outcome,
      refusal.error?.isQuotaExhausted == true
    else { return outcome }
    let now = now()
    refusal.retryAt =
      allowance?.exhaust(refusal.headers, now: now)
      ?? YelpQuota.retryAt(YelpRateHeaders(refusal.headers), now: now)
    return .failure(.refused(refusal))
  }

  static func parse(
    _ endpoint: YelpEndpoint, _ result: Result<Response, RequestError>,
    hiding secrets: SentSecrets = SentSecrets()
  ) -> Result<YelpResultList, YelpFailure> {
    switch result {
    case .failure(let error): return .failure(.request(error))
    case .success(let response):
      guard case .bytes(let body) = response.body else {
        return .failure(.request(RequestError(.cancelled)))
      }
      return YelpResultList.parse(
        endpoint, status: response.status, body: secrets.masked(body, with: "***"),
        headers: response.head.headers, attempts: response.attempts
      ).map { parsed in
        YelpResultList(
          responses: [parsed], url: secrets.masked(response.url.text, with: "***"),
          source: response.source.rawValue, elapsed: response.elapsed,
          bytes: response.bodyBytes)
      }
    }
  }
}
