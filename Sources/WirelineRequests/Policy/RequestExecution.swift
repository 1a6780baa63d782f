/// The state of a request through attempts, retries and redirects. Takes events and times and
/// returns the next action; performs no I/O and reads no clock.
package struct RequestExecution: Sendable {
  /// The next action.
  package enum Action: Sendable {
    /// Another attempt as soon as a job is available.
    case attempt
    case wait(Duration)
    case succeed(AttemptResult)
    case fail(RequestError)

    package var isFinal: Bool {
      switch self {
      case .attempt, .wait: false
      case .succeed, .fail: true
      }
    }
  }

  /// The handling of a response's body.
  package enum BodyUse: Sendable, Equatable {
    case deliver
    case discard
    /// It belongs to the final response, unless its content allows a retry.
    case inspect
  }

  /// The next step after the head of a response.
  private enum HeadDecision: Sendable {
    case final
    indirect case redirect(RequestSpecification)
    /// The request is repeated with the credentials that the server asks for.
    case answer
    case again(after: Duration)
    case refuse(RequestError.Reason)
  }

  /// A URL that is always refused must not slow down its host for ever.
  private static let maximumUncounted = 10

  package private(set) var request: RequestSpecification
  /// The number of the next or current attempt, starting at 1.
  package private(set) var attempts = 1
  /// Attempts that do not use up retries, and the last known `admitted` of the host.
  private var uncounted = 0
  private var lastAdmitted: Int?
  /// Attempts begun. A redirect and the answer to a challenge belong to the attempt that led to
  /// them.
  package private(set) var startedAttempts = 0
  private var previouslyStarted = 0
  package private(set) var redirects: [Response.Redirect] = []
  /// The time when the first attempt began, on the caller's clock, after queueing.
  package private(set) var started: Duration?
  /// The time when the name lookup for the next attempt began; nil if it was not needed.
  private var nameStart: Duration?
  /// The duration of that lookup.
  private var nameWait = Duration.zero
  private var queued: Duration?
  private var decision = HeadDecision.refuse(.protocolViolation("response without a head"))
  /// Whether the host has refused the current attempt as one too many.
  package private(set) var isRefused = false
  /// The pause that the response to the current attempt requests; nil for none.
  package private(set) var requestedPause: Duration?
  /// The time when the host admits requests again, in seconds since 1970, if that is too long to
  /// wait for; nil otherwise.
  package private(set) var retryAt: Int?
  private let authorization: (any AttemptAuthorization)?
  /// The URL of the user's request; nil without `authorization`.
  private let userURL: RequestURL?
  /// Whether the current attempt has no body, because a challenge is expected; nil before it.
  private var isProbe: Bool?
  /// The `Authorization` value that `authorization` added to the current attempt.
  package private(set) var authorizationField: String?

  package init(
    _ request: RequestSpecification, authorization: (any AttemptAuthorization)? = nil
  ) {
    self.request = request
    self.authorization = authorization
    userURL = authorization.map { _ in request.url }
  }

  /// Returns the credentials that the current URL receives; nil for none.
  package func currentAuthorization(_ policy: ExecutionPolicy) -> (any AttemptAuthorization)? {
    guard let authorization, let userURL, policy.redirect.trusts(request.url, from: userURL) else {
      return nil
    }
    return authorization
  }

  /// Starts the time in the queue.
  package mutating func queue(now: Duration) { if queued == nil { queued = now } }

  /// Returns an error if the request has been queued for too long.
  package func expiry(_ policy: ExecutionPolicy, now: Duration) -> RequestError? {
    guard started == nil, let limit = policy.queueTimeout, let queued, now - queued > limit else {
      return nil
    }
    return RequestError(.queueExpired(limit), attempts: 0)
  }

  /// Starts the name lookup of the next attempt. Returns its time limit.
  package mutating func resolve(_ policy: ExecutionPolicy, now: Duration) -> Duration {
    nameStart = now
    let limit = policy.limits.connectTimeout
    return remainingTime(policy, now).map { max(.zero, min(limit, $0)) } ?? limit
  }

  /// Ends the name lookup, successful or not.
  package mutating func resolved(now: Duration) { nameWait = now - (nameStart ?? now) }

  /// Starts the next attempt. Fails if no time is left.
  package mutating func attempt(
    _ policy: ExecutionPolicy, now: Duration
  ) -> Result<RequestAttempt, RequestError> {
    if let error = expiry(policy, now: now) { return .failure(error) }
    // The lookup counts, but not the time in the queue after it.
    if started == nil { started = now - nameWait }
    var limits = policy.limits
    limits.nameWait = min(nameWait, limits.connectTimeout)
    (nameStart, nameWait) = (nil, .zero)
    if let timeout = request.timeout { limits.idleTimeout = timeout }
    if let total = request.deadline ?? policy.deadline, let left = remainingTime(policy, now) {
      guard left > .zero else {
        return .failure(RequestError(.deadline(total), attempts: startedAttempts))
      }
      limits.deadline = (left, total)
    }
    previouslyStarted = startedAttempts
    startedAttempts = attempts
    var attempt = RequestAttempt(request, limits)
    attempt.usesHTTP10 = policy.usesHTTP10
    let authorization = currentAuthorization(policy)
    authorizationField = authorization?.field(for: attempt)
    guard let authorization else { return .success(attempt) }
    if let authorizationField { attempt.headers.set("Authorization", authorizationField) }
    // The first attempt has no body, so that a large one is not sent twice.
    isProbe =
      isProbe == nil && authorizationField == nil && authorization.probes && request.body != .none
    if isProbe == true { attempt.body = .bytes([], mediaType: nil) }
    return .success(attempt)
  }

  /// Handles the head of a final response.
  ///
  /// - Parameters:
  ///   - limit: what the response announces about further requests.
  ///   - seconds: since 1970, for `Retry-After` dates.
  ///   - admitted: how many requests the host has admitted since it first refused one with 429.
  ///     While it admits others, a refusal only means that it is this one's turn later: it does
  ///     not use up a retry.
  ///   - chance: 0..<1, for the jitter of a delay.
  package mutating func receive(
    _ head: ResponseHead, _ policy: ExecutionPolicy, limit: AnnouncedLimit? = nil, now: Duration,
    seconds: Int, admitted: Int = 0, chance: Double = 0
  ) -> BodyUse {
    let reset = limit.flatMap { $0.remaining == 0 ? $0.reset : nil }
    // GitHub refuses requests with 403 too.
    isRefused = head.status == 429 || head.status == 403 && reset != nil
    if isRefused {
      if let lastAdmitted, admitted > lastAdmitted, uncounted < Self.maximumUncounted {
        uncounted += 1
      }
      lastAdmitted = admitted
    }
    decision = decide(head, policy, reset: reset, now: now, seconds: seconds, chance: chance)
    switch decision {
    case .final: return .deliver
    case .again where head.status == 429 && policy.isFinalRefusal != nil: return .inspect
    case .again, .redirect, .answer, .refuse: return .discard
    }
  }

  /// - Parameter isFinal: whether the body rules out a retry.
  package mutating func complete(_ result: AttemptResult, isFinal: Bool = false) -> Action {
    switch decision {
    case .again where isFinal: return .succeed(result)
    case .final: return .succeed(result)
    case .again(let wait):
      attempts += 1
      return .wait(wait)
    case .refuse(let reason):
      return .fail(RequestError(reason, isRequestSent: true, attempts: attempts))
    case .redirect(let next):
      redirects.append(Response.Redirect(status: result.head.status, url: request.url.text))
      request = next
      return .attempt
    case .answer: return .attempt
    }
  }

  /// - Parameter hasDelivered: whether a byte of the body has reached a consumer.
  package mutating func fail(
    _ error: RequestError, _ policy: ExecutionPolicy, hasDelivered: Bool, now: Duration,
    chance: Double = 0
  ) -> Action {
    if !hasDelivered,
      let wait = retryDelay(after: .failure(error), policy, now: now, chance: chance)
    {
      attempts += 1
      return .wait(wait)
    }
    var final = error
    // Without a connection this does not count as an attempt.
    final.attempts =
      if case .addressForbidden = error.reason { previouslyStarted } else { attempts }
    return .fail(final)
  }

  private mutating func decide(
    _ head: ResponseHead, _ policy: ExecutionPolicy, reset: Duration?, now: Duration, seconds: Int,
    chance: Double
  ) -> HeadDecision {
    // Fast path for most responses.
    if head.status < 300, isProbe != true { return .final }
    if currentAuthorization(policy)?.answers(head, from: request.url) == true { return .answer }
    // The server does not ask for credentials: the request is sent again with its body.
    if isProbe == true, head.status != 401 { return .answer }
    switch policy.redirect.decide(head, for: request, followed: redirects.count) {
    case .follow(let next): return .redirect(next)
    case .refuse(let reason): return .refuse(reason)
    case .accept: break
    }
    if head.status < 400 { return .final }
    let pauses = [RetryAfter.wait(head.headers, now: seconds), isRefused ? reset : nil]
    requestedPause = pauses.compactMap(\.self).max()
    if isRefused, let reset, reset > policy.retry.maximumRetryAfter {
      retryAt = seconds + Int((reset / .seconds(1)).rounded(.up))
    }
    let outcome = RetryPolicy.Outcome.response(
      status: isRefused ? 429 : head.status, retryAfter: requestedPause)
    return retryDelay(after: outcome, policy, now: now, chance: chance)
      .map { .again(after: $0) } ?? .final
  }

  private func retryDelay(
    after outcome: RetryPolicy.Outcome, _ policy: ExecutionPolicy, now: Duration, chance: Double
  ) -> Duration? {
    retry(policy).wait(
      after: outcome, attempts: attempts - uncounted, isIdempotent: request.isIdempotent,
      left: remainingTime(policy, now), elapsed: now - (started ?? now), chance: chance)
  }

  /// Describes the delay before the next attempt.
  package func planned(
    _ wait: Duration, after result: Result<AttemptResult, RequestError>, policy: ExecutionPolicy
  ) -> PlannedRetry {
    let cause =
      switch result {
      case .success(let result): "HTTP status \(result.head.status)"
      case .failure(let error): error.reason.cause
      }
    return PlannedRetry(
      url: request.url, wait: wait, number: attempts - 1 - uncounted, limit: retry(policy).limit,
      cause: cause)
  }

  private func retry(_ policy: ExecutionPolicy) -> RetryPolicy {
    var retry = policy.retry
    if let limit = request.retryLimit { retry.limit = limit }
    return retry
  }

  private func remainingTime(_ policy: ExecutionPolicy, _ now: Duration) -> Duration? {
    (request.deadline ?? policy.deadline).map { $0 - request.elapsed - (now - (started ?? now)) }
  }
}
