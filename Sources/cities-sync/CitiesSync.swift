import Glibc
import WirelineCities
import WirelineCore
import WirelineHTTP
import WirelineRequests

/// `cities-sync`: keep the city database fresh.
@main
struct CitiesSync: AsyncToolCommand {
  static func main() { command.main() }

  static let command = Command(
    "cities-sync", abstract: "Keep a local database of cities fresh.", operands: "[SOURCE]",
    mainOptions: [
      "database", "ttl", "max-stale", "refresh", "status", "rollback", "print-cron",
      "print-systemd", "diff", "metrics", "generations", "wait", "jitter", "retry", "proxy",
      "format", "quiet", "verbose",
    ],
    sharedOptions: { SharedOptions.declarations }
  ) { CitiesSync() }

  @Operand(
    "source", "URL or file of the cities; - is stdin", default: SyncDefaults.source,
    isConfigurable: true, secret: .password, values: .files)
  var source: String?
  var files = CityDatabaseOptions()
  var freshness = CitySourceOptions()
  @OptionGroup("Data") var sync = SyncOptions()
  @OptionGroup("Instead of a sync") var questions = SyncQuestions()
  @OptionGroup("HTTP") var http = HTTPOptions<SyncDefaults>()
  @OptionGroup("Common") var common = CommonOptions()

  var exclusiveOptions: [[OptionDeclaration]] { [questions.all] + http.exclusiveOptions }

  func run(_ context: ToolContext) async throws(UsageError) -> ExitStatus {
    let place = SyncPlace(
      database: try CityDatabase.path(files.database, context),
      favorites: try? CityDatabase.favorites(files.favoritesFile, context))
    if questions.status { return SyncStatus(place, context).print(ttl: sync.plan.ttl) }
    if questions.rollback { return SyncStatus(place, context).rollBack() }
    let source: CitySource
    do throws(InvalidURL) {
      source = try citySource(context)
    } catch {
      context.diagnostics.error(error.description, hint: error.hint)
      return .malformedURL
    }
    if questions.isSchedule { return try printSchedule(source, place, context) }
    return try await run(source, place, context)
  }

  private func run(
    _ source: CitySource, _ place: SyncPlace, _ context: ToolContext
  ) async throws(UsageError) -> ExitStatus {
    let start = ContinuousClock.now
    let policy = http.policy(isStream: false)
    let executor = try RequestExecutor(http, policy: policy, context: context)
    var options = CitySync.Options()
    options.plan = sync.plan
    options.plan.refreshes = freshness.refresh ?? false
    options.maximumBodyBytes = policy.maximumBodyBytes
    options.lockWait = sync.wait?.duration ?? options.lockWait
    options.generations = sync.generations?.value ?? 0
    options.changesFile = sync.diff
    options.isStopping = { context.shutdown.isRequested }
    options.waitForInput = { context.shutdown.waitForInput($0) }
    options.onMissingLocks = { context.diagnostics.warning("\($0); going on without a lock") }
    options.onDamage = {
      context.diagnostics.warning("\($0), and will be rebuilt from the source")
    }
    options.makeDecoder = { GzipDecoder(.answer) }
    let progress = Progress(context)
    progress.expectDownload(totalBytes: nil)
    options.onFile = { progress.expectDownload(totalBytes: $0) }
    options.onBytes = { progress.add(bytes: $0) }
    let interruptible = InterruptibleExecutor(executor, context.shutdown)
    let job = CitySync(
      source: source, path: place.database, options: options, executor: { interruptible },
      now: { context.environment.now })
    let ending = SyncEnding(
      source, place, context, start: start, metrics: sync.metrics,
      isStaleTaken: sync.stale != false)
    do throws(CitySyncError) {
      let report = try await job.run(pause: { pause(context) })
      progress.finish()
      progress.end()
      return ending.end(report)
    } catch {
      progress.finish(failed: true)
      progress.end()
      return ending.end(error)
    }
  }

  /// Not all machines at the same moment.
  private func pause(_ context: ToolContext) {
    guard let jitter = sync.jitter?.duration, jitter > .zero else { return }
    let most = max(1, Int(jitter.milliseconds))
    var entry = pollfd(fd: context.shutdown.descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&entry, 1, Int32(clamping: Int.random(in: 0...most)))
  }

  /// The source that somebody has named; nil for the default.
  private func namedSource(_ context: ToolContext) -> String? {
    source ?? context.environment.nonEmpty("WIRELINE_CITIES_URL")
  }

  private func citySource(_ context: ToolContext) throws(InvalidURL) -> CitySource {
    let text = namedSource(context) ?? SyncDefaults.source
    if text == "-" { return .descriptor(context.streams.input.descriptor) }
    return RequestURL.looksAbsolute(text) ? .url(try RequestURL(text)) : .file(path: text)
  }

  private func printSchedule(
    _ source: CitySource, _ place: SyncPlace, _ context: ToolContext
  ) throws(UsageError) -> ExitStatus {
    if case .descriptor = source {
      throw UsageError("a schedule has no stdin", hint: "name the source: a URL or a file")
    }
    // Where a schedule runs, none of the variables is set that are here.
    let given = context.given + context.givenByVariables
    for option in given where option.isSecret {
      context.diagnostics.warning(
        "--\(option.name) is left out: it holds a secret, and everybody sees a command line;"
          + " put it into the configuration file")
    }
    let options = given.filter { !$0.isSecret && !isOwn($0.name) }
    let words = options.flatMap(\.words) + placeWords(place, context)
    let text = questions.schedule(
      words, place: scheduledSource(source, context), jitter: sync.jitter)
    return PrintedText.print(text, context)
  }

  /// Options that a schedule does not repeat: the jobs, and those that it expresses in another way.
  private func isOwn(_ option: String) -> Bool {
    (questions.all + [sync.$jitter]).contains { $0.name == option } || option == "quiet"
  }

  /// What the schedule names as the source; nil for the default, and for one that holds a
  /// secret: without it the line would be another source's, and with it the file's would not
  /// be taken.
  private func scheduledSource(_ source: CitySource, _ context: ToolContext) -> String? {
    guard let text = namedSource(context) else { return nil }
    guard case .url(let url) = source else { return WorkingDirectory.absolute(text) }
    if url.userInformation == nil, Secrets.redacted(url) == url { return text }
    context.diagnostics.warning(
      "the source is left out: it holds a secret, and everybody sees a command line; it belongs"
        + " into the configuration file, as \"source\" of \"cities-sync\"")
    return nil
  }

  /// The options for what `XDG_DATA_HOME` alone decides here.
  private func placeWords(_ place: SyncPlace, _ context: ToolContext) -> [String] {
    let usual = Directories { $0 == "XDG_DATA_HOME" ? nil : context.environment[$0] }
    var words: [String] = []
    if files.database == nil, place.database != (try? usual.path(.data, "cities.sqlite")) {
      words += ["--database", place.database]
    }
    if files.favoritesFile == nil, let favorites = place.favorites,
      favorites != (try? usual.path(.data, "favorites.sqlite"))
    {
      words += ["--favorites-file", favorites]
    }
    return words
  }
}

/// What `cities-sync` does where nobody says otherwise.
enum SyncDefaults: HTTPDefaults {
  /// The public file of 209,557 cities that city-search apps know.
  static let source =
    "https://gist.githubusercontent.com/hernan-uala/dce8843a8edbe0b0018b32e137bc2b3a/raw/"
    + "0996accf70cb0ca0e16f9a99e0ee185fafca7af1/cities.json"

  static var policy: ExecutionPolicy {
    var policy = ExecutionPolicy()
    policy.deadline = .seconds(300)
    policy.maximumBodyBytes = 1 << 30
    policy.defaultHeaders = [
      "User-Agent": "wireline/\(ToolVersion.number)", "Accept": "application/json, */*;q=0.5",
      "Accept-Encoding": RequestExecutor.offeredCodings,
    ]
    return policy
  }
}
