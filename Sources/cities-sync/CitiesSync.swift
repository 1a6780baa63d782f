import CPlaces
import WirelineCities
import WirelineCore
import WirelineHTTP
import WirelineRequests

/// `cities-sync`: keeps the city database up to date.
@main
struct CitiesSync: AsyncToolCommand {
  static func main() { command.main() }

  static let command = Command(
    "cities-sync", abstract: "Keep a local city database up to date", operands: "[SOURCE]",
    mainOptions: [
      "database", "ttl", "max-stale", "refresh", "status", "rollback", "print-cron",
      "print-systemd", "diff", "metrics", "generations", "wait", "jitter", "retry", "proxy",
      "format", "quiet", "verbose",
    ],
    hints: [
      "force": "give --refresh", "url": "give the URL as an operand",
      "file": "give the file as an operand", "source": "give the URL or file as an operand",
      "max": "give --max-stale TIME", "jq": "pipe the record into jq",
    ],
    sharedOptions: { CitySharedOptions.declarations }
  ) { CitiesSync() }

  private static let places = PlaceTable(
    places: UnsafeRawBufferPointer(start: wireline_places(), count: wireline_places_count),
    areas: UnsafeRawBufferPointer(start: wireline_areas(), count: wireline_areas_count),
    regions: UnsafeRawBufferPointer(start: wireline_regions(), count: wireline_regions_count))

  var arguments = SyncArguments()
  @OptionGroup("HTTP") var http = HTTPOptions<SyncDefaults>()
  @OptionGroup("Common") var common = CommonOptions()

  var exclusiveOptions: [[OptionDeclaration]] {
    arguments.exclusiveOptions + http.exclusiveOptions
  }

  func values(of option: OptionDeclaration, given: Set<String>) -> ValueCompletion? {
    arguments.values(of: option)
  }

  func impliedValues(given: (String) -> String?) -> [String: String] {
    HTTPOptions<SyncDefaults>.impliedValues(given: given)
  }

  func run(_ context: ToolContext) async throws(UsageError) -> ExitStatus {
    let policy = http.policy(isStream: false)
    let fields = http.fields()
    let runner = SyncRunner(
      arguments, context, maximumBodyBytes: policy.maximumBodyBytes, fields: fields,
      places: Self.places)
    return try await runner.run { () throws(UsageError) in
      try RequestExecutor(http, policy: policy, fields: fields, context: context)
    }
  }
}

/// The HTTP defaults of `cities-sync`.
enum SyncDefaults: HTTPDefaults {
  static var policy: ExecutionPolicy {
    var policy = ExecutionPolicy()
    policy.deadline = .seconds(300)
    policy.maximumBodyBytes = 1 << 30
    return policy
  }

  static var headers: HeaderFields {
    [
      "User-Agent": "wireline/\(ToolVersion.number)", "Accept": "application/json, */*;q=0.5",
      "Accept-Encoding": RequestExecutor.offeredEncodings,
    ]
  }
}
