/// Whether and when a failed attempt is made again.
package struct RetryPolicy: Sendable, Equatable {
  /// Attempts after the first.
  package var limit: Int
  /// The wait before the second attempt; multiplied before each further one.
  package var delay: Duration
  /// 1 or more.
  package var multiplier = 2.0
  /// The part of a wait of our own that chance may take away, 0…1: many clients
  /// that failed together then do not come back together.
  package var jitter = 0.0
  /// No attempt begins later than this after the first one; nil is no limit.
  package var maximumTime: Duration?
  /// What is worth another attempt.
  package var triggers = RetryTriggers()
  /// Whether a request that is not idempotent is sent again all the same.
  package var repeatsUnsafe = false
  /// Whether one that was answered with 429 is sent again whatever its method: a
  /// request that was refused has not been done.
  package var repeatsRefused = false
  /// The longest wait of our own choosing.
  package var maximumDelay: Duration
  /// A `Retry-After` above this ends the attempts.
  package var maximumRetryAfter: Duration

  package init(
    limit: Int = 3, delay: Duration = .seconds(1), maximumDelay: Duration = .seconds(30),
    maximumRetryAfter: Duration = .seconds(300)
  ) {
    self.limit = limit
    self.delay = delay
    self.maximumDelay = maximumDelay
    self.maximumRetryAfter = maximumRetryAfter
  }

  package enum Decision: Sendable, Equatable {
    case giveUp
    case again(after: Duration)
  }

  /// What came of an attempt, as far as retrying cares.
  package enum Outcome: Sendable, Equatable {
    case answer(status: Int, retryAfter: Duration?)
    case failure(RequestError)
  }

  /// Decides after an attempt.
  ///
  /// - Parameters:
  ///   - attempts: attempts made so far, 1 or more.
  ///   - isIdempotent: whether sending twice does no harm.
  ///   - left: what is left of the deadline; nil is no deadline.
  ///   - elapsed: since the first attempt began.
  ///   - chance: 0..<1, by which jitter takes something away.
  package func decide(
    after outcome: Outcome, attempts: Int, isIdempotent: Bool, left: Duration? = nil,
    elapsed: Duration = .zero, chance: Double = 0
  ) -> Decision {
    guard attempts <= limit else { return .giveUp }
    let isSafe = isIdempotent || repeatsUnsafe
    var wait = delay(afterAttempt: attempts) * (1 - jitter * chance)
    switch outcome {
    case .answer(let status, let retryAfter):
      let mayRepeat = isSafe || status == 429 && repeatsRefused
      guard mayRepeat, triggers.contains(status: status) else { return .giveUp }
      if let retryAfter {
        guard retryAfter <= maximumRetryAfter else { return .giveUp }
        wait = retryAfter
      }
    case .failure(let error):
      guard triggers.contains(error), isSafe || !error.isRequestSent else { return .giveUp }
    }
    if let left, wait >= left { return .giveUp }
    if let maximumTime, elapsed + wait > maximumTime { return .giveUp }
    return .again(after: wait)
  }

  /// The wait before the next attempt.
  ///
  /// Exponential: with `delay` 1 s and `maximumDelay` 30 s the waits are 1, 2,
  /// 4, 8, 16, 30, 30 s.
  ///
  /// - Parameter attempt: attempts made so far, 1 or more.
  package func delay(afterAttempt attempt: Int) -> Duration {
    var wait = delay
    for _ in 1..<min(max(attempt, 1), 64) {
      // Before it can grow past what a Duration holds.
      if wait >= maximumDelay { return maximumDelay }
      wait = wait * multiplier
    }
    return min(maximumDelay, wait)
  }

  /// What `--retry-policy` names.
  package enum Preset: String, CaseIterable, Sendable {
    case `default`, aggressive, conservative, none
  }

  /// The waits of a preset: three after 1, 2, 4 s up to 30 s; five after 0.5 s
  /// and half as much again each time, up to 15 s; two after 2 and 6 s, up to
  /// 60 s; none.
  package mutating func apply(_ preset: Preset) {
    switch preset {
    case .default: (limit, delay, multiplier, maximumDelay) = (3, .seconds(1), 2, .seconds(30))
    case .aggressive:
      (limit, delay, multiplier, maximumDelay) = (5, .milliseconds(500), 1.5, .seconds(15))
    case .conservative: (limit, delay, multiplier, maximumDelay) = (2, .seconds(2), 3, .seconds(60))
    case .none: limit = 0
    }
  }

  /// What is retried where nobody says otherwise.
  package static func isRetryable(status: Int) -> Bool { RetryTriggers().contains(status: status) }
}

extension RequestError {
  /// Whether another attempt may end differently.
  package var isRetryable: Bool {
    switch reason {
    case .connect, .timeout, .noAnswer, .truncated, .quotaExhausted: true
    case .nameNotResolved(_, let isTemporary, _): isTemporary
    case .proxyRefused(let status): RetryPolicy.isRetryable(status: status)
    case .tlsIdentity, .tlsHandshake, .deadline, .queueExpired, .protocolViolation, .redirectLimit,
      .redirectForbidden, .addressForbidden, .bodyTooLarge, .bomb, .contentEncoding, .replayMiss,
      .offline, .credentialRefused, .readFailed, .writeFailed, .cancelled:
      false
    }
  }
}
