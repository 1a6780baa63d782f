/// One request on its way through attempts, retries and redirects, as a value:
/// events and the time go in, what to do next comes out. It opens nothing,
/// waits for nothing and knows no clock.
package struct RequestExecution: Sendable {
  /// What is to be done next.
  package enum Action: Sendable {
    case attempt(RequestAttempt)
    case wait(Duration)
    case succeed(AttemptResult)
    case fail(RequestError)
  }

  /// What becomes of the body of an answer whose head is here.
  package enum BodyUse: Sendable, Equatable {
    /// It is the final answer's.
    case deliver
    /// It belongs to a step on the way.
    case discard
  }

  private enum Verdict: Sendable {
    case final
    case redirect(RequestSpecification)
    case again(after: Duration)
    case refuse(RequestError.Reason)
  }

  package private(set) var request: RequestSpecification
  package private(set) var attempts = 0
  package private(set) var redirects: [Response.Redirect] = []
  private let policy: ExecutionPolicy
  private let retry: RetryPolicy
  private let deadline: Duration?
  /// When the request was begun, on the caller's clock.
  package let started: Duration
  private var verdict = Verdict.refuse(.protocolViolation("an answer without a head"))

  package init(_ request: RequestSpecification, policy: ExecutionPolicy, now: Duration) {
    self.request = request
    self.policy = policy
    var retry = policy.retry
    if let limit = request.retryLimit { retry.limit = limit }
    self.retry = retry
    deadline = request.deadline ?? policy.deadline
    started = now
  }

  /// Begins, or goes on after a wait.
  package mutating func next(now: Duration) -> Action {
    attempts += 1
    return attempt(now: now)
  }

  /// A final head has come (1xx heads are none).
  ///
  /// - Parameter seconds: since 1970, for `Retry-After` dates.
  package mutating func receive(_ head: ResponseHead, now: Duration, seconds: Int) -> BodyUse {
    verdict = decide(head, now: now, seconds: seconds)
    if case .final = verdict { return .deliver }
    return .discard
  }

  /// The attempt has brought a whole answer.
  package mutating func complete(_ result: AttemptResult, now: Duration) -> Action {
    switch verdict {
    case .final: return .succeed(result)
    case .again(let wait): return .wait(wait)
    case .refuse(let reason):
      return .fail(RequestError(reason, isRequestSent: true, attempts: attempts))
    case .redirect(let next):
      redirects.append(Response.Redirect(status: result.head.status, url: request.url.text))
      request = next
      return attempt(now: now)
    }
  }

  /// The attempt has brought none.
  ///
  /// - Parameter hasDelivered: whether a byte of its body has gone where it
  ///   cannot be taken back from.
  package mutating func fail(_ error: RequestError, hasDelivered: Bool, now: Duration) -> Action {
    if !hasDelivered,
      case .again(let wait) = retry.decide(
        after: .failure(error), attempts: attempts, isIdempotent: request.isIdempotent,
        left: left(now))
    {
      return .wait(wait)
    }
    var final = error
    final.attempts = attempts
    return .fail(final)
  }

  private func attempt(now: Duration) -> Action {
    var limits = policy.limits
    if let timeout = request.timeout { limits.silenceTimeout = timeout }
    if let deadline, let left = left(now) {
      guard left > .zero else {
        return .fail(RequestError(.deadline(deadline), attempts: attempts))
      }
      limits.deadline = (left, deadline)
    }
    return .attempt(
      RequestAttempt(
        method: request.method, url: request.url, headers: request.headers, body: request.body,
        limits: limits))
  }

  private func decide(_ head: ResponseHead, now: Duration, seconds: Int) -> Verdict {
    switch policy.redirect.decide(head, for: request, followed: redirects.count) {
    case .follow(let next): return .redirect(next)
    case .refuse(let reason): return .refuse(reason)
    case .stand: break
    }
    // Most answers are good ones, and need no more thought.
    if head.status < 400 { return .final }
    let asked = head.headers["Retry-After"].flatMap { RetryAfter.wait($0, now: seconds) }
    let decision = retry.decide(
      after: .answer(status: head.status, retryAfter: asked), attempts: attempts,
      isIdempotent: request.isIdempotent, left: left(now))
    if case .again(let wait) = decision { return .again(after: wait) }
    return .final
  }

  /// What is left of the time for all attempts.
  private func left(_ now: Duration) -> Duration? { deadline.map { $0 - (now - started) } }
}
