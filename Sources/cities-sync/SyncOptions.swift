import WirelineCities
import WirelineCore

/// What is taken for good, how long, and what is left behind.
struct SyncOptions: Sendable {
  @Option("ttl", "time", "how long data is fresh", default: "24h") var ttl: TimeAmount?
  @Option(
    "max-stale", "time", "how old data may be where newer cannot be had, or none for any age",
    default: "7d", values: .words(.none))
  var maxStale: Limit<TimeAmount>?
  @Flag("stale", "keep to what is here where newer cannot be had", default: "stale")
  var stale: Bool?
  @Flag("allow-shrink", "take a file with fewer than 80 % of the cities before")
  var allowShrink: Bool?
  @Option(
    "max-bad-rows", "n", "how many rows may be bad before the file is: 1% or 50", default: "1%")
  var maxBadRows: BadRowLimit?
  @Option("wait", "time", "how long to wait for another run that is at it", default: "30s")
  var wait: TimeAmount?
  @Option("jitter", "time", "wait a random part of this before the source is asked", default: "0")
  var jitter: TimeAmount?
  @Option("generations", "n", "how many databases of before to keep, for --rollback", default: "0")
  var generations: WholeNumber?
  @Option(
    "diff", "file", "write what is added, removed and changed, a line each", isConfigurable: false)
  var diff: String?
  @Option("metrics", "file", "write the outcome in Prometheus' text format") var metrics: String?

  var plan: SyncPlan {
    var plan = SyncPlan(ttl: ttl?.duration ?? .seconds(86_400))
    plan.allowsShrinking = allowShrink ?? false
    if let maxBadRows { plan.badRowLimit = maxBadRows }
    // The longest time that can be said.
    if let maxStale { plan.maximumStaleness = maxStale.amount?.duration ?? .seconds(1 << 40) }
    if stale == false { plan.maximumStaleness = nil }
    return plan
  }
}
