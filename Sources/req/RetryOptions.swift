import ArgumentParser
import WirelineCore
import WirelineRequests

/// What is retried, beside how often and when.
struct RetryOptions: DeclaredOptions {
  @Option(Self.retryOn) var retryOn: RetryTriggers?
  @Option(Self.retryJitter) var retryJitter: Fraction?
  @Option(Self.retryMaxTime) var retryMaxTime: Limit<TimeAmount>?
  @Flag(Self.retryUnsafe) var retryUnsafe: Bool?

  static let declarations = [retryOn, retryJitter, retryMaxTime, retryUnsafe]

  static let retryOn = OptionDeclaration(
    "retry-on", .value("list"), "what is worth another attempt: statuses and error codes",
    default: "408,425,429,5xx but 501 and 505,dns,connect,timeout,truncated",
    values: .list(WordList("retry triggers", plain: { RetryTriggers.words })))
  static let retryJitter = OptionDeclaration(
    "retry-jitter", .value("0…1"), "the part of a wait that chance may take away", default: "0")
  static let retryMaxTime = OptionDeclaration(
    "retry-max-time", .value("time"), "no attempt begins later than this after the first, or none",
    default: "none", values: .words(.none))
  static let retryUnsafe = OptionDeclaration(
    "retry-unsafe", .flag(inverse: "no-retry-unsafe"),
    "retry POST and PATCH too, even if the first one may have arrived")

  func apply(to policy: inout RetryPolicy) {
    if let retryOn { policy.triggers = retryOn }
    if let retryJitter { policy.jitter = retryJitter.value }
    if let retryMaxTime { policy.maximumTime = retryMaxTime.amount?.duration }
    if let retryUnsafe { policy.repeatsUnsafe = retryUnsafe }
  }
}
