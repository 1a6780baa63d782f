package import WirelineCore

/// The rules for repeating failed attempts.
package struct RetryPolicy: Sendable, Equatable {
  package var limit = 3
  /// The delay before the first retry; multiplied for each further one.
  package var delay = Duration.seconds(1)
  package var multiplier = 2.0
  /// The fraction of a delay to randomize, 0…1, so that clients that failed together do not retry
  /// together.
  package var jitter = 0.0
  /// No retry starts later than this after the first attempt; nil for no limit.
  package var maximumTime: Duration?
  package var triggers = RetryTriggers()
  /// Whether requests that are not idempotent are repeated too.
  package var repeatsUnsafe = false
  /// Whether a request refused with 429 is repeated whatever its method, since it was not
  /// processed.
  package var repeatsRefused = false
  /// The maximum delay, except by `Retry-After`.
  package var maximumDelay = Duration.seconds(30)
  /// A longer `Retry-After` ends the retries.
  package var maximumRetryAfter = Duration.seconds(300)

  package init() {}

  package enum Outcome: Sendable, Equatable {
    case response(status: Int, retryAfter: Duration?)
    case failure(RequestError)
  }

  /// Returns the delay before the next attempt; nil to give up.
  ///
  /// - Parameters:
  ///   - attempts: attempts made so far that count, 1 or more.
  ///   - left: the time until the deadline; nil for none.
  ///   - elapsed: the time since the first attempt began.
  ///   - chance: a random number in 0..<1, for the jitter.
  package func wait(
    after outcome: Outcome, attempts: Int, isIdempotent: Bool, left: Duration? = nil,
    elapsed: Duration = .zero, chance: Double = 0
  ) -> Duration? {
    guard attempts <= limit else { return nil }
    let isSafe = isIdempotent || repeatsUnsafe
    var wait = delay(afterAttempt: attempts) * (1 - jitter * chance)
    switch outcome {
    case .response(let status, let retryAfter):
      let mayRepeat = isSafe || status == 429 && repeatsRefused
      guard mayRepeat, triggers.contains(status: status) else { return nil }
      if let retryAfter {
        guard retryAfter <= maximumRetryAfter else { return nil }
        // At least our own delay: servers round down, and send 0 to all clients late in one.
        wait = max(wait, retryAfter)
      }
    case .failure(let error):
      guard triggers.contains(error), isSafe || !error.isRequestSent else { return nil }
    }
    if let left, wait >= left { return nil }
    if let maximumTime, elapsed + wait > maximumTime { return nil }
    return wait
  }

  /// The delay before the next attempt.
  ///
  /// Exponential: with `delay` 1 s and `maximumDelay` 30 s the delays are 1, 2, 4, 8, 16, 30, 30 s.
  package func delay(afterAttempt attempt: Int) -> Duration {
    var wait = delay
    for _ in 1..<min(max(attempt, 1), 64) {
      // Return early to avoid overflow.
      if wait >= maximumDelay { return maximumDelay }
      wait = wait * multiplier
    }
    return min(maximumDelay, wait)
  }

  package enum Preset: String, ChoiceArgument {
    case `default`, aggressive, conservative, none
  }

  /// Sets limit and delays: three retries after 1, 2, 4 s up to 30 s; five after 0.5 s, growing by
  /// half, up to 15 s; two after 2 and 6 s, up to 60 s; none.
  package mutating func apply(_ preset: Preset) {
    switch preset {
    case .default: (limit, delay, multiplier, maximumDelay) = (3, .seconds(1), 2, .seconds(30))
    case .aggressive:
      (limit, delay, multiplier, maximumDelay) = (5, .milliseconds(500), 1.5, .seconds(15))
    case .conservative: (limit, delay, multiplier, maximumDelay) = (2, .seconds(2), 3, .seconds(60))
    case .none: limit = 0
    }
  }

  package static func isRetryable(status: Int) -> Bool { RetryTriggers().contains(status: status) }
}

extension RequestError {
  /// Whether a retry may succeed.
  package var isRetryable: Bool {
    switch reason {
    case .connect, .connectionRefused, .timeout, .noResponse, .reset, .truncated,
      .quotaExhausted, .tokenCommand:
      true
    case .nameNotResolved(_, let isTemporary, _): isTemporary
    case .recorded(let failure):
      failure.isRetryable && ![.cancelled, .deadline, .queueExpired].contains(failure.code)
    case .proxyRefused(let status): RetryPolicy.isRetryable(status: status)
    case .tlsIdentity, .keyNotPinned, .tlsHandshake, .deadline, .queueExpired, .protocolViolation,
      .redirectLimit,
      .redirectForbidden, .addressForbidden, .bodyTooLarge, .bomb, .contentEncoding, .replayMiss,
      .offline, .credentialRefused, .readFailed, .writeFailed, .cancelled:
      false
    }
  }
}

/// The failures to retry: statuses, and error classes.
package struct RetryTriggers: ArgumentValue, Equatable {
  private var statuses: Set<Int>?
  private var failures: Set<Failure>?
  private var includesUnresolved = true
  private var includesRefused = true

  private enum Failure: String, CaseIterable, Sendable { case dns, connect, timeout, truncated }

  package static var words: [String] {
    ["408", "425", "429", "4xx", "500", "502", "503", "504", "5xx"]
      + Failure.allCases.map(\.rawValue)
  }

  /// The default triggers: 408, 425, 429, 5xx except 501 and 505, which are permanent, and all
  /// temporary failures.
  package init() {}

  /// The triggers of a single request without `--retry-on`: waiting does not help if the server is
  /// not running, or if its name does not resolve.
  ///
  /// - Parameter isRetryGiven: whether `--retry` was given, which includes names, as in curl.
  package static func single(isRetryGiven: Bool) -> RetryTriggers {
    var triggers = RetryTriggers()
    triggers.includesUnresolved = isRetryGiven
    triggers.includesRefused = false
    return triggers
  }

  /// Parses a list such as `429,5xx,timeout`.
  package init(parsing list: String) throws(InvalidArgument) {
    var statuses: Set<Int> = []
    var failures: Set<Failure> = []
    for word in list.split(separator: ",").map(\.trimmingSpaces) {
      if let failure = Failure(rawValue: word) {
        failures.insert(failure)
      } else if let status = Int(digits: word), (400...599).contains(status) {
        statuses.insert(status)
      } else if word == "4xx" || word == "5xx" {
        let first = word == "4xx" ? 400 : 500
        statuses.formUnion(first..<first + 100)
      } else {
        throw InvalidArgument(
          expected: "a list of 400…599, 4xx, 5xx, dns, connect, timeout, truncated")
      }
    }
    self.statuses = statuses
    self.failures = failures
  }

  package func contains(status: Int) -> Bool {
    if let statuses { return statuses.contains(status) }
    return switch status {
    case 408, 425, 429: true
    case 501, 505: false
    default: (500...599).contains(status)
    }
  }

  package func contains(_ error: RequestError) -> Bool {
    guard error.isRetryable else { return false }
    guard let failures else {
      return switch error.reason {
      case .nameNotResolved: includesUnresolved
      case .connectionRefused: includesRefused
      case .recorded(let failure):
        failure.code == .dns
          ? includesUnresolved
          : includesRefused || !failure.message.hasSuffix(": connection refused")
      default: true
      }
    }
    return switch error.reason {
    case .nameNotResolved: failures.contains(.dns)
    case .timeout: failures.contains(.timeout)
    case .noResponse, .reset, .truncated: failures.contains(.truncated)
    case .recorded(let failure):
      failures.contains(Failure(rawValue: failure.code.rawValue) ?? .connect)
    default: failures.contains(.connect)
    }
  }
}

/// The `Retry-After` field, RFC 9110 §10.2.3: seconds or a date.
package enum RetryAfter {
  /// Returns the delay.
  ///
  /// - Parameter now: seconds since 1970, subtracted from a date.
  /// - Returns: zero for a past date; nil if invalid.
  package static func wait(_ value: String, now: Int) -> Duration? {
    let text = value.trimmingSpaces
    // A server may send any number; its sum with the time must not overflow.
    if let seconds = DeltaSeconds.parse(text) { return .seconds(min(seconds, Int(Int32.max))) }
    guard let date = HTTPDate.seconds(text, now: now) else { return nil }
    return .seconds(max(0, date - now))
  }

  /// Returns the delay that a response requests; nil if it has no valid field.
  package static func wait(_ headers: HeaderFields, now: Int) -> Duration? {
    headers["Retry-After"].flatMap { wait($0, now: now) }
  }
}
