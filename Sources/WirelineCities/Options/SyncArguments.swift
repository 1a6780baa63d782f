package import WirelineCore
internal import WirelineRequests

/// The operand and the options of `cities-sync`, except those for HTTP.
package struct SyncArguments: Sendable {
  @Operand(
    "source", "URL, file or geonames:NAME of the city data; - reads stdin",
    default: CitySource.defaultURL,
    isConfigurable: true, masking: Secrets.maskedURL, values: .citySource)
  var source: String?
  var files = CityDatabaseOptions()
  var freshness = CitySourceOptions()
  @OptionGroup("Data") var data = SyncDataOptions()
  @OptionGroup("Instead of a sync") var commands = SyncCommands()

  package init() {}

  package var exclusiveOptions: [[OptionDeclaration]] { [commands.all] }

  /// The completion of `--fields`; nil for other options.
  package func values(of option: OptionDeclaration) -> ValueCompletion? {
    option.name == "fields" ? .list(WordList(plain: CitySyncReport.recordFields)) : nil
  }

  var plan: SyncPlan {
    var plan = SyncPlan()
    plan.refreshes = freshness.refresh ?? false
    if let ttl = data.ttl { plan.ttl = ttl.duration }
    plan.allowsShrinking = data.allowShrink ?? false
    plan.addsPlaces = data.addedPlaces ?? true
    if let maxStale = data.maxStale {
      // `none` is longer than any age, but must not overflow.
      plan.maximumStaleness = maxStale.amount?.duration ?? .seconds(1 << 40)
    }
    return plan
  }
}

extension ValueCompletion {
  /// Files, and after `geo` the tables of GeoNames.
  fileprivate static let citySource = custom { _, text in
    let words = CitySource.geoNames.map { "geonames:\($0)" }
    guard text.count > 2, words.contains(where: { $0.hasPrefix(text) }) else {
      return CompletionResult(kind: .files)
    }
    return CompletionResult(kind: .words, words: words.map { WordList.Word($0) })
  }
}

/// The options for freshness, accepted data and side files.
struct SyncDataOptions: Sendable {
  @Option("ttl", "time", "Time for which data is fresh", default: "23.5h") var ttl: TimeAmount?
  @Option(
    "max-stale", "time", "Maximum age of data used if the source is unavailable, such as 3d",
    default: "7d", values: .words(.none))
  var maxStale: Limit<TimeAmount>?
  @Flag("allow-shrink", "Accept a file with fewer than 80 % of the stored cities")
  var allowShrink: Bool?
  @Flag(
    "added-places", "Add places of 100,000 people that a list of the world's cities lacks",
    default: "added-places")
  var addedPlaces: Bool?
  @Option(
    "input-format", "auto|lines|jsonl|csv|tsv", "Format of the source", default: "auto",
    isConfigurable: false, values: .choices(InputFormat.self))
  var inputFormat: InputFormat?
  @Option("wait", "time", "Maximum wait for another cities-sync", default: "30s")
  var wait: TimeAmount?
  @Option("jitter", "time", "Maximum random delay before querying the source", default: "0")
  var jitter: TimeAmount?
  @Option(
    "generations", "n", "Number of previous databases to keep for --rollback", default: "1")
  var generations: WholeNumber?
  @Option(
    "diff", "file", "Write added, removed and changed cities to a file, one per line",
    isConfigurable: false)
  var diff: String?
  @Option("metrics", "file", "Write metrics in the Prometheus text format") var metrics: String?
}

/// The commands that replace a sync.
struct SyncCommands: Sendable {
  @Flag("status", "Print the state of the database, without network access") var status: Bool
  @Flag("build", "Print the request for the source instead of sending it") var build: Bool
  @Flag("rollback", "Swap the database with the previous one") var rollback: Bool
  @Flag("print-cron", "Print an hourly line for crontab, and a comment") var printCron: Bool
  @Flag("print-systemd", "Print a service and a timer for systemd") var printSystemd: Bool

  var all: [OptionDeclaration] { [$status, $build, $rollback, $printCron, $printSystemd] }
}
