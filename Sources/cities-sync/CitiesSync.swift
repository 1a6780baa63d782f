import ArgumentParser
import Glibc
import WirelineCore
import WirelineHTTP

/// `cities-sync`: keep the city database fresh.
@main
struct CitiesSync: ToolCommand {
  static let toolName = "cities-sync"
  static let configuration = CommandConfiguration(
    commandName: "cities-sync", abstract: "Keep a local database of cities fresh.",
    version: ToolVersion.number)
  static let declarations =
    [source, SharedOptions.database, SharedOptions.refresh, ttl, allowShrink]
    + HTTPOptions<SyncDefaults>.declarations
    + CommonOptions.declarations

  @Argument(Self.source) var source: String?
  @Option(SharedOptions.database) var database: String?
  @Flag(SharedOptions.refresh) var refresh: Bool?
  @Option(Self.ttl) var ttl: TimeAmount?
  @Flag(Self.allowShrink) var allowShrink: Bool?
  @OptionGroup(title: "HTTP") var http: HTTPOptions<SyncDefaults>
  @OptionGroup(title: "Common") var common: CommonOptions

  static let source = OptionDeclaration(
    "source", .operand, "URL or file of the cities; - is stdin", default: SyncDefaults.source)
  static let ttl = OptionDeclaration(
    "ttl", .value("time"), "how long data is fresh", default: "24h")
  static let allowShrink = OptionDeclaration(
    "allow-shrink", .flag(inverse: "no-allow-shrink"),
    "take a file with fewer than 80 % of the cities before")

  func run(_ context: ToolContext) async throws(UsageError) -> ExitStatus {
    let start = ContinuousClock.now
    let policy = http.policy(isStream: false)
    let executor = try RequestExecutor(http, policy: policy, context: context)
    let source: CitySync.Source
    do throws(InvalidURL) {
      source = try citySource(context)
    } catch {
      context.diagnostics.error(error.description, hint: error.hint)
      return .malformedURL
    }
    let sync = CitySync(
      source: source, path: try CityDatabase.path(database, context),
      plan: SyncPlan(
        ttl: ttl?.duration ?? .seconds(86_400), refreshes: refresh ?? false,
        allowsShrinking: allowShrink ?? false),
      maximumBodyBytes: policy.maximumBodyBytes, executor: { executor }, now: { time(nil) })
    do throws(CitySyncError) {
      let report = try await sync.run()
      return print(SyncRecord(report, elapsed: .now - start, now: time(nil)), context)
    } catch {
      let record = ErrorRecord(error, tool: context.tool)
      context.diagnostics.error(record.message, hint: hint(error))
      return context.shutdown.exitStatus ?? ExitStatus(record)
    }
  }

  private func citySource(_ context: ToolContext) throws(InvalidURL) -> CitySync.Source {
    let text = source ?? context.environment.nonEmpty("WIRELINE_CITIES_URL") ?? SyncDefaults.source
    if text == "-" { return .descriptor(context.streams.input.descriptor) }
    return RequestURL.looksAbsolute(text) ? .url(try RequestURL(text)) : .file(path: text)
  }

  /// Silent with `-q`, as cron wants it.
  private func print(_ record: SyncRecord, _ context: ToolContext) -> ExitStatus {
    if let badRows = record.report.badRows, badRows > 0 {
      context.diagnostics.warning("\(badRows) rows were skipped")
    }
    guard context.common.level >= .normal else { return .success }
    var formatter = context.outputFormatter(columns: [])
    var output: [UInt8] = []
    _ = formatter.append(record.lineBytes, to: &output)
    formatter.flush(to: &output)
    do throws(FileError) {
      try FileBytes.write(output, to: context.streams.output.descriptor, path: "stdout")
      return .success
    } catch {
      if error.code == EPIPE { return .success }
      context.diagnostics.error(error.description)
      return .cannotWrite
    }
  }

  private func hint(_ error: CitySyncError) -> String? {
    switch error {
    case .store(.notADatabase), .store(.notACityDatabase):
      "move that file away, or give another --database"
    case .refused: "what was there before is untouched"
    default: nil
    }
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
