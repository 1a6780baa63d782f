import ArgumentParser
import WirelineCities
import WirelineCore

/// What is taken for good, how long, and what is left behind.
struct SyncOptions: DeclaredOptions {
  @Option(Self.ttl) var ttl: TimeAmount?
  @Option(Self.maxStale) var maxStale: Limit<TimeAmount>?
  @Flag(Self.stale) var stale: Bool?
  @Flag(Self.allowShrink) var allowShrink: Bool?
  @Option(Self.maxBadRows) var maxBadRows: BadRowLimit?
  @Option(Self.wait) var wait: TimeAmount?
  @Option(Self.jitter) var jitter: TimeAmount?
  @Option(Self.generations) var generations: WholeNumber?
  @Option(Self.diff) var diff: String?
  @Option(Self.metrics) var metrics: String?

  static let declarations = [
    ttl, maxStale, stale, allowShrink, maxBadRows, wait, jitter, generations, diff, metrics,
  ]

  static let ttl = OptionDeclaration(
    "ttl", .value("time"), "how long data is fresh", default: "24h")
  static let maxStale = OptionDeclaration(
    "max-stale", .value("time"),
    "how old data may be where newer cannot be had, or none for any age",
    default: "7d", values: .words(.none))
  static let stale = OptionDeclaration(
    "stale", .flag(inverse: "no-stale"), "keep to what is here where newer cannot be had",
    default: "stale")
  static let allowShrink = OptionDeclaration(
    "allow-shrink", .flag(inverse: "no-allow-shrink"),
    "take a file with fewer than 80 % of the cities before")
  static let maxBadRows = OptionDeclaration(
    "max-bad-rows", .value("n"), "how many rows may be bad before the file is: 1% or 50",
    default: "1%")
  static let wait = OptionDeclaration(
    "wait", .value("time"), "how long to wait for another run that is at it", default: "30s")
  static let jitter = OptionDeclaration(
    "jitter", .value("time"), "wait a random part of this before the source is asked",
    default: "0")
  static let generations = OptionDeclaration(
    "generations", .value("n"), "how many databases of before to keep, for --rollback",
    default: "0")
  static let diff = OptionDeclaration(
    "diff", .value("file"), "write what is added, removed and changed, a line each",
    isConfigurable: false)
  static let metrics = OptionDeclaration(
    "metrics", .value("file"), "write the outcome in Prometheus' text format")

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
