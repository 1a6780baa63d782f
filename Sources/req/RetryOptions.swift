import WirelineCore
import WirelineRequests

/// What is retried, beside how often and when.
struct RetryOptions: Sendable {
  @Option(
    "retry-on", "list", "what is worth another attempt: statuses and error codes",
    default: "408,425,429,5xx but 501 and 505,dns,connect,timeout,truncated",
    values: .list(WordList("retry triggers", plain: { RetryTriggers.words })))
  var retryOn: RetryTriggers?
  @Option("retry-jitter", "0…1", "the part of a wait that chance may take away", default: "0")
  var retryJitter: Fraction?
  @Option(
    "retry-max-time", "time", "no attempt begins later than this after the first, or none",
    default: "none", values: .words(.none))
  var retryMaxTime: Limit<TimeAmount>?
  @Flag("retry-unsafe", "retry POST and PATCH too, even if the first one may have arrived")
  var retryUnsafe: Bool?

  func apply(to policy: inout RetryPolicy) {
    if let retryOn { policy.triggers = retryOn }
    if let retryJitter { policy.jitter = retryJitter.value }
    if let retryMaxTime { policy.maximumTime = retryMaxTime.amount?.duration }
    if let retryUnsafe { policy.repeatsUnsafe = retryUnsafe }
  }
}
