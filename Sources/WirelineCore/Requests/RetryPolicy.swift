/// Whether and when a failed attempt is made again.
package struct RetryPolicy: Sendable, Equatable {
  /// Attempts after the first.
  package var limit: Int
  /// The wait before the second attempt; doubled before each further one.
  package var delay: Duration
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
  package func decide(
    after outcome: Outcome, attempts: Int, isIdempotent: Bool, left: Duration? = nil
  ) -> Decision {
    guard attempts <= limit else { return .giveUp }
    var wait = delay(afterAttempt: attempts)
    switch outcome {
    case .answer(let status, let retryAfter):
      guard isIdempotent, Self.isRetryable(status: status) else { return .giveUp }
      if let retryAfter {
        guard retryAfter <= maximumRetryAfter else { return .giveUp }
        wait = retryAfter
      }
    case .failure(let error):
      guard error.isRetryable, isIdempotent || !error.isRequestSent else { return .giveUp }
    }
    if let left, wait >= left { return .giveUp }
    return .again(after: wait)
  }

  /// The wait before the next attempt.
  ///
  /// Exponential: with `delay` 1 s and `maximumDelay` 30 s the waits are 1, 2,
  /// 4, 8, 16, 30, 30 s.
  ///
  /// - Parameter attempt: attempts made so far, 1 or more.
  package func delay(afterAttempt attempt: Int) -> Duration {
    // Cap the exponent first: `1 << 63` is negative and `1 << 64` is 0.
    min(maximumDelay, delay * (1 << min(max(attempt, 1) - 1, 30)))
  }

  /// 408, 425, 429 and 5xx, but not 501 and 505, which say "never".
  package static func isRetryable(status: Int) -> Bool {
    switch status {
    case 408, 425, 429: true
    case 501, 505: false
    default: (500...599).contains(status)
    }
  }
}

extension RequestError {
  /// Whether another attempt may end differently.
  package var isRetryable: Bool {
    switch reason {
    case .connect, .timeout, .truncated: true
    case .nameNotResolved(_, let isTemporary, _): isTemporary
    case .proxyRefused(let status): RetryPolicy.isRetryable(status: status)
    case .tlsIdentity, .tlsHandshake, .deadline, .protocolViolation, .redirectLimit,
      .redirectForbidden, .bodyTooLarge, .contentEncoding, .replayMiss, .readFailed,
      .writeFailed, .cancelled:
      false
    }
  }
}
