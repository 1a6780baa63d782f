import ArgumentParser
import WirelineCore
import WirelineHTTP

/// `yelp-query search`: businesses near a place, or near each place on stdin.
struct Search: ToolCommand {
  static let toolName = "yelp-query"
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Search businesses.", version: ToolVersion.number)
  static let declarations =
    [term, location, latitude, longitude, limit, baseURL, build] + EnvelopeOptions.declarations
    + RecordOptions.declarations + JobOptions<YelpDefaults>.declarations
    + HTTPOptions<YelpDefaults>.declarations + CommonOptions.declarations

  @Option(Self.term) var term: String?
  @Option(Self.location) var location: String?
  @Option(Self.latitude) var latitude: String?
  @Option(Self.longitude) var longitude: String?
  @Option(Self.limit) var limit: WholeNumber?
  @Option(Self.baseURL) var baseURL: String?
  @Flag(Self.build) var build: Bool
  @OptionGroup var envelope: EnvelopeOptions
  @OptionGroup(title: "Records") var records: RecordOptions
  @OptionGroup(title: "Requests") var jobs: JobOptions<YelpDefaults>
  @OptionGroup(title: "HTTP") var http: HTTPOptions<YelpDefaults>
  @OptionGroup(title: "Common") var common: CommonOptions

  static let term = OptionDeclaration("term", .value("text"), "what to look for: coffee, Starbucks")
  static let location = OptionDeclaration("location", .value("text"), "address, city or postcode")
  static let latitude = OptionDeclaration("latitude", .value("degrees"), "latitude, -90 to 90")
  static let longitude = OptionDeclaration("longitude", .value("degrees"), "longitude, -180 to 180")
  static let limit = OptionDeclaration(
    "limit", .value("n"), "businesses a place, 1 to 50", default: "20")
  static let baseURL = OptionDeclaration(
    "base-url", .value("url"), "another server that speaks the API; https, or loopback",
    default: YelpRequestBuilding.defaultBaseURL)
  static let build = OptionDeclaration(
    "build", .flag(inverse: nil), "print request records instead of sending them",
    isConfigurable: false)

  func run(_ context: ToolContext) async throws(UsageError) -> ExitStatus {
    let place = try place()
    try checkSearch()
    if place == nil {
      try context.requireInput(hint: "give --location, or pipe places into yelp-query")
    }
    let building = try building()
    let run = SearchRun(
      context: context, building: building, place: place, term: term, limit: limit?.value,
      isEnvelope: envelope.envelope ?? false)
    let pipe = ToolPipe(
      context, input: place == nil ? .descriptor(context.streams.input.descriptor) : .options,
      records: records, names: PlaceRecord.names, columns: SearchRun.columns,
      takesPlainText: false)
    if build { return await run.build(pipe) }
    guard let key = YelpKeySource(context).key(isReplay: http.replay != nil) else {
      return .unauthorized
    }
    let secrets = SentSecrets()
    secrets.note(key)
    return await run.search(pipe, try gateway(building, key, context), hiding: secrets)
  }

  private func place() throws(UsageError) -> YelpPlace? {
    if location == nil, latitude == nil, longitude == nil { return nil }
    do throws(YelpFault) {
      return try YelpPlace(location: location, latitude: latitude, longitude: longitude)
    } catch {
      throw UsageError(error.description)
    }
  }

  /// What the options say of every search is checked before the first.
  private func checkSearch() throws(UsageError) {
    do throws(YelpFault) {
      _ = try YelpSearch(place: .location("anywhere"), term: term, limit: limit?.value)
    } catch {
      throw UsageError(error.description)
    }
  }

  private func building() throws(UsageError) -> YelpRequestBuilding {
    do throws(InvalidURL) {
      return try YelpRequestBuilding(baseURL: baseURL ?? YelpRequestBuilding.defaultBaseURL)
    } catch {
      throw UsageError("invalid --base-url: \(error.description)", hint: error.hint)
    }
  }

  /// The composition of the executable.
  private func gateway(
    _ building: YelpRequestBuilding, _ key: String, _ context: ToolContext
  ) throws(UsageError) -> YelpGateway {
    var policy = http.policy(isStream: true)
    jobs.apply(to: &policy)
    policy.defaultHeaders.setDefault("Accept-Encoding", RequestExecutor.offeredCodings)
    let executor = try RequestExecutor(
      http, policy: policy, context: context,
      credentials: YelpAPIKey(key: key, baseURL: building.baseURL))
    return YelpGateway(
      building: building, executor: executor, maximumBodyBytes: policy.maximumBodyBytes)
  }
}

/// What `yelp-query` does where nobody says otherwise.
enum YelpDefaults: HTTPDefaults {
  static var policy: ExecutionPolicy {
    var policy = ExecutionPolicy()
    policy.jobs = 4
    policy.jobsPerHost = 4
    policy.deadline = .seconds(60)
    policy.retry.delay = .milliseconds(500)
    policy.maximumBodyBytes = 16 << 20
    policy.redirect = RedirectPolicy(limit: 5, isSameHostOnly: true)
    policy.defaultHeaders = ["User-Agent": "wireline/\(ToolVersion.number)"]
    return policy
  }
}
