package import WirelineCore
package import WirelineRequests

/// The options of the command of one endpoint, in the order of its help.
package struct QuerySettings: Sendable {
  package let endpoint: YelpEndpoint
  @OptionGroup var parameters: EndpointOptions
  @OptionGroup var query: QueryOptions
  @OptionGroup var caching: YelpCacheOptions
  @OptionGroup var envelope: EnvelopeOptions
  @OptionGroup var records: RecordOptions
  @OptionGroup var jobs: JobOptions<YelpDefaults>
  @OptionGroup package var http: HTTPOptions<YelpDefaults>
  @OptionGroup package var common: CommonOptions

  package init(_ endpoint: YelpEndpoint, completion: YelpCompletion) {
    self.endpoint = endpoint
    _parameters = OptionGroup(
      wrappedValue: EndpointOptions(endpoint, completion), "Parameters")
    _query = OptionGroup(wrappedValue: QueryOptions(), "Query")
    _caching = OptionGroup(
      wrappedValue: YelpCacheOptions(isCacheable: endpoint.isCacheable), "Cache")
    _envelope = OptionGroup(wrappedValue: EnvelopeOptions(), "Records")
    _records = OptionGroup(wrappedValue: RecordOptions(), "Records")
    _jobs = OptionGroup(wrappedValue: JobOptions(), "Requests")
    _http = OptionGroup(wrappedValue: HTTPOptions(), "HTTP")
    _common = OptionGroup(wrappedValue: CommonOptions(), "Common")
  }

  package var exclusiveOptions: [[OptionDeclaration]] {
    let modes = [parameters.links?.projectedValue, query.$build, query.$dryRun, envelope.$envelope]
    return [modes.compactMap(\.self), [query.$build, query.$adapter]] + http.exclusiveOptions
      + (caching.use?.exclusiveOptions ?? [])
  }

  /// The values that a retry policy and the cache options imply, for `--print-config`.
  package func impliedValues(given: (String) -> String?) -> [String: String] {
    HTTPOptions<YelpDefaults>.impliedValues(given: given)
      .merging(caching.impliedValues(given: given)) { $1 }
  }

  /// The options on the page that `-h` prints.
  package static func mainOptions(of endpoint: YelpEndpoint) -> [String] {
    endpoint.parameters.filter(\.hasOption).prefix(12).map(\.option)
      + [
        "all", "max-results", "unique", "links", "dry-run", "build", "cache", "envelope", "fields",
        "format",
      ]
  }

  /// The replacement to suggest for an unknown option.
  package static func hints(of endpoint: YelpEndpoint) -> [String: String] {
    var hints = [
      "csv": "give --format csv", "json": "give --format jsonl",
      "jq": "pipe the records into jq", "key": "set YELP_API_KEY, or give --api-key-file FILE",
      "api-key": "set YELP_API_KEY, or give --api-key-file FILE",
    ]
    for (word, name) in synonyms where endpoint.parameter(name)?.hasOption == true {
      hints[word] = "give --\(YelpParameter.option(name))"
    }
    if endpoint.paging != nil { hints["max"] = "give --max-results N, or --limit N for one page" }
    if endpoint.subject == "location" {
      hints["near"] = "give the place as an operand, or --latitude and --longitude"
    }
    return hints
  }

  private static let synonyms: KeyValuePairs = [
    "category": "categories", "free": "is_free", "lang": "locale", "language": "locale",
    "lat": "latitude",
    "lng": "longitude", "lon": "longitude", "n": "limit", "open": "open_now", "order": "sort_by",
    "sort": "sort_by",
  ]

  var isPrintingLinks: Bool { parameters.links?.wrappedValue ?? false }

  /// Whether the output has the records of the endpoint, not requests, links or envelopes.
  var printsResults: Bool {
    !query.build && !query.dryRun && !isPrintingLinks && envelope.envelope != true
  }
}

/// The options that all endpoints have.
struct QueryOptions: Sendable {
  var server = ServerOptions()
  @Flag(
    "build", "Print request records instead of sending requests",
    overriding: ["all", "max-results"])
  var build: Bool
  @Flag("dry-run", "Print how many API calls a run would make, and send nothing")
  var dryRun: Bool
  @Option("budget", "n", "Maximum number of API calls in this run")
  var budget: WholeNumber?
  @Option("reserve", "n", "API calls of the day to leave unused", default: "0")
  var reserve: WholeNumber?
  @Option("event-log", "file", "Append the start and end of each call to a file, as JSON lines")
  var eventLog: String?
  @Option(
    "adapter", "command",
    "Pass each request record, without the key, through this command before sending it")
  var adapter: String?
}

/// The options for the server and the API key.
struct ServerOptions: Sendable {
  @Option(
    "base-url", "url", "Base URL of the API; https, or http on loopback",
    default: YelpRequestBuilder.defaultBaseURL)
  var baseURL: String?
  var key = YelpKeyOptions()
}

extension YelpEndpoint: ChoiceArgument {}

/// The defaults of `yelp-query`.
package enum YelpDefaults: HTTPDefaults {
  package static var policy: ExecutionPolicy {
    var policy = ExecutionPolicy()
    policy.jobs = 4
    policy.jobsPerHost = 4
    policy.deadline = .seconds(60)
    policy.retry.delay = .milliseconds(500)
    policy.maximumBodyBytes = 16 << 20
    policy.redirect.limit = 5
    policy.redirect.isSameHostOnly = true
    return policy
  }

  package static var headers: HeaderFields { ["User-Agent": "wireline/\(ToolVersion.number)"] }
}

/// The cache options of an endpoint.
struct YelpCacheOptions: Sendable {
  /// The cache options; nil for an endpoint whose responses are never cached.
  var use: CacheUseOptions?
  /// `--offline` of such an endpoint.
  private let offline: Flag<Bool>?

  init(isCacheable: Bool) {
    use =
      isCacheable
      ? CacheUseOptions(
        cache: "Cache responses for \(Self.defaultLifetime) s",
        cacheTtl: "Like --cache, with this lifetime, such as 1h; at most 24h") : nil
    offline =
      isCacheable
      ? nil
      : Flag(
        "offline", "Never use the network; every request fails, because nothing is cached",
        scope: .shared, isConfigurable: true)
  }

  var isOffline: Bool { use?.offline ?? offline?.wrappedValue ?? false }

  /// The longest lifetime in seconds that Yelp's terms allow: a day.
  private static let longestLifetime = 86_400
  /// The lifetime in seconds if `--cache` is given without `--cache-ttl`.
  private static let defaultLifetime = 300

  func impliedValues(given: (String) -> String?) -> [String: String] {
    let isOn = ["cache-ttl", "stale-if-error"].contains { given($0) != nil }
    guard use != nil, given("cache").map({ $0 == "true" }) ?? isOn else { return [:] }
    return ["cache": "true", "cache-ttl": TimeAmount(.seconds(Self.defaultLifetime)).text]
  }

  /// The options of the response cache; nil if caching is off.
  ///
  /// - Parameter languages: the `Accept-Language` of all requests, because the API does not send
  ///   `Vary`.
  func cacheOptions(languages: String) throws(UsageError) -> CacheOptions? {
    guard let use, use.servesAllRequests else { return nil }
    var options = use.options
    for (name, seconds) in [
      ("cache-ttl", options.timeToLive), ("stale-if-error", options.staleIfError),
    ] {
      guard let seconds, seconds > Self.longestLifetime else { continue }
      throw UsageError("invalid --\(name): Yelp's terms allow caching for at most 24 hours")
    }
    options.timeToLive = options.timeToLive ?? Self.defaultLifetime
    options.server = languages
    return options
  }
}
