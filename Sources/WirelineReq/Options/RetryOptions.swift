internal import WirelineCore
internal import WirelineRequests

/// The options that decide which failures are retried; `HTTPOptions` has the number and the delay.
struct RetryOptions: Sendable {
  @Option(
    "retry-on", "list", "Retry these statuses and error codes, such as 429,5xx,timeout",
    default: "temporary failures, see req(1)",
    values: .list(WordList(plain: RetryTriggers.words)))
  var retryOn: RetryTriggers?
  @Option(
    "retry-jitter", "0…1",
    "Shorten each delay by a random fraction of up to this value, such as 0.5", default: "0")
  var retryJitter: Fraction?
  @Option(
    "retry-max-time", "time", "Stop retrying this long after the first attempt, such as 2m",
    default: "none", values: .words(.none))
  var retryMaxTime: Limit<TimeAmount>?
  @Flag("retry-connrefused", "Retry refused connections too") var retryConnrefused: Bool
  @Flag("retry-unsafe", "Retry POST and PATCH too, although the first attempt may have succeeded")
  var retryUnsafe: Bool?
  @Option(
    "reconnect", "n", "Continue an event stream that ended up to N times, with --each or --select")
  var reconnect: PositiveNumber?

  func apply(to policy: inout RetryPolicy) {
    if retryConnrefused { policy.triggers = RetryTriggers() }
    if let retryOn { policy.triggers = retryOn }
    if let retryJitter { policy.jitter = retryJitter.value }
    if let retryMaxTime { policy.maximumTime = retryMaxTime.amount?.duration }
    if let retryUnsafe { policy.repeatsUnsafe = retryUnsafe }
  }
}

/// A number from 0 to 1.
struct Fraction: ArgumentValue, Equatable {
  let value: Double

  init(parsing argument: String) throws(InvalidArgument) {
    guard let value = Double(argument), (0...1).contains(value) else {
      throw InvalidArgument(expected: "a number from 0 to 1")
    }
    self.value = value
  }
}
