/// One request on its way through attempts, retries and redirects, as a value:
/// events and the time go in, what to do next comes out. It opens nothing,
/// waits for nothing and knows no clock.
package struct RequestExecution: Sendable {
  /// What is to be done next.
  package enum Action: Sendable {
    /// Another attempt, as soon as there is room for one.
    case attempt
    /// Another attempt after a wait.
    case wait(Duration)
    case succeed(AttemptResult)
    case fail(RequestError)

    /// Whether there is no further attempt.
    package var isFinal: Bool {
      switch self {
      case .attempt, .wait: false
      case .succeed, .fail: true
      }
    }
  }

  /// What becomes of the body of an answer whose head is here.
  package enum BodyUse: Sendable, Equatable {
    /// It is the final answer's.
    case deliver
    /// It belongs to a step on the way.
    case discard
    /// It says whether the answer is the final one.
    case weigh
  }

  private enum Verdict: Sendable {
    case final
    indirect case redirect(RequestSpecification)
    case again(after: Duration)
    case refuse(RequestError.Reason)
  }

  package private(set) var request: RequestSpecification
  /// 1 or more: the one that is next, or under way.
  package private(set) var attempts = 1
  /// Attempts that have begun; a redirect belongs to the one that led there.
  package private(set) var made = 0
  /// The same before the one under way.
  private var madeBefore = 0
  package private(set) var redirects: [Response.Redirect] = []
  /// When the first attempt began, on the caller's clock; waiting for its turn
  /// comes before that.
  package private(set) var started: Duration?
  /// When the look-up of the next attempt's host name began, on the same clock, and how long it
  /// took; nil where none was needed.
  private var nameStart: Duration?
  private var nameWait = Duration.zero
  /// When it began to wait for its turn, on the same clock.
  private var queued: Duration?
  private var verdict = Verdict.refuse(.protocolViolation("an answer without a head"))

  package init(_ request: RequestSpecification) { self.request = request }

  /// It waits for its turn from now on.
  package mutating func queue(now: Duration) {
    if queued == nil { queued = now }
  }

  /// Why it has waited too long for its turn; nil if it has not.
  package func expiry(_ policy: ExecutionPolicy, now: Duration) -> RequestError? {
    guard started == nil, let limit = policy.queueTimeout, let queued, now - queued > limit else {
      return nil
    }
    return RequestError(.queueExpired(limit), attempts: 0)
  }

  /// The host name of the next attempt is being resolved.
  ///
  /// - Returns: how long that may take.
  package mutating func resolve(_ policy: ExecutionPolicy, now: Duration) -> Duration {
    nameStart = now
    let limit = policy.limits.connectTimeout
    return left(policy, now).map { max(.zero, min(limit, $0)) } ?? limit
  }

  /// The look-up has ended, or has taken too long.
  package mutating func resolved(now: Duration) { nameWait = now - (nameStart ?? now) }

  /// The next attempt, now that there is room for it; an error when there is no
  /// time left.
  package mutating func attempt(
    _ policy: ExecutionPolicy, now: Duration
  ) -> Result<RequestAttempt, RequestError> {
    if let error = expiry(policy, now: now) { return .failure(error) }
    if started == nil { started = nameStart ?? now }
    var limits = policy.limits
    limits.nameWait = min(nameWait, limits.connectTimeout)
    (nameStart, nameWait) = (nil, .zero)
    if let timeout = request.timeout { limits.silenceTimeout = timeout }
    if let total = request.deadline ?? policy.deadline, let left = left(policy, now) {
      guard left > .zero else {
        return .failure(RequestError(.deadline(total), attempts: made))
      }
      limits.deadline = (left, total)
    }
    madeBefore = made
    made = attempts
    return .success(
      RequestAttempt(
        method: request.method, url: request.url, headers: request.headers, body: request.body,
        limits: limits))
  }

  /// A final head has come (1xx heads are none).
  ///
  /// - Parameters:
  ///   - seconds: since 1970, for `Retry-After` dates.
  ///   - chance: 0..<1, for the jitter of a wait.
  package mutating func receive(
    _ head: ResponseHead, _ policy: ExecutionPolicy, now: Duration, seconds: Int,
    chance: Double = 0
  ) -> BodyUse {
    verdict = decide(head, policy, now: now, seconds: seconds, chance)
    switch verdict {
    case .final: return .deliver
    case .again where head.status == 429 && policy.isFinalRefusal != nil: return .weigh
    case .again, .redirect, .refuse: return .discard
    }
  }

  /// The attempt has brought a whole answer.
  ///
  /// - Parameter isFinal: whether a body that was weighed says that another
  ///   attempt is of no use.
  package mutating func complete(_ result: AttemptResult, isFinal: Bool = false) -> Action {
    switch verdict {
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
    }
  }

  /// The attempt has brought none.
  ///
  /// - Parameters:
  ///   - hasDelivered: whether a byte of its body has gone where it cannot be
  ///     taken back from.
  ///   - chance: 0..<1, for the jitter of a wait.
  package mutating func fail(
    _ error: RequestError, _ policy: ExecutionPolicy, hasDelivered: Bool, now: Duration,
    chance: Double = 0
  ) -> Action {
    if !hasDelivered,
      case .again(let wait) = retry(policy).decide(
        after: .failure(error), attempts: attempts, isIdempotent: request.isIdempotent,
        left: left(policy, now), elapsed: now - (started ?? now), chance: chance)
    {
      attempts += 1
      return .wait(wait)
    }
    var final = error
    // Nobody was connected to: that was no attempt.
    final.attempts = if case .addressForbidden = error.reason { madeBefore } else { attempts }
    return .fail(final)
  }

  private func decide(
    _ head: ResponseHead, _ policy: ExecutionPolicy, now: Duration, seconds: Int,
    _ chance: Double
  ) -> Verdict {
    // Most answers are good ones, and need no more thought.
    if head.status < 300 { return .final }
    switch policy.redirect.decide(head, for: request, followed: redirects.count) {
    case .follow(let next): return .redirect(next)
    case .refuse(let reason): return .refuse(reason)
    case .stand: break
    }
    if head.status < 400 { return .final }
    let asked = head.headers["Retry-After"].flatMap { RetryAfter.wait($0, now: seconds) }
    let decision = retry(policy).decide(
      after: .answer(status: head.status, retryAfter: asked), attempts: attempts,
      isIdempotent: request.isIdempotent, left: left(policy, now),
      elapsed: now - (started ?? now), chance: chance)
    if case .again(let wait) = decision { return .again(after: wait) }
    return .final
  }

  private func retry(_ policy: ExecutionPolicy) -> RetryPolicy {
    var retry = policy.retry
    if let limit = request.retryLimit { retry.limit = limit }
    return retry
  }

  /// What is left of the time for all attempts.
  private func left(_ policy: ExecutionPolicy, _ now: Duration) -> Duration? {
    (request.deadline ?? policy.deadline).map { $0 - (now - (started ?? now)) }
  }
}
