import Glibc
import WirelineCore
import WirelineHTTP
import WirelineRequests
import WirelineYelp

/// Puts together what asks the API: the one place that knows all parts.
struct QueryComposition {
  private let query: QueryOptions
  private let http: HTTPOptions<YelpDefaults>
  private let jobOptions: JobOptions<YelpDefaults>
  private let caching: YelpCacheOptions
  private let context: ToolContext

  init(
    _ query: QueryOptions, _ http: HTTPOptions<YelpDefaults>, _ jobs: JobOptions<YelpDefaults>,
    _ caching: YelpCacheOptions, _ context: ToolContext
  ) {
    self.query = query
    self.http = http
    jobOptions = jobs
    self.caching = caching
    self.context = context
  }

  func building() throws(UsageError) -> YelpRequestBuilding {
    try checkFields()
    do throws(InvalidURL) {
      return try YelpRequestBuilding(
        baseURL: query.server.baseURL ?? YelpRequestBuilding.defaultBaseURL,
        languages: YelpLanguages.header { context.environment[$0] }, fields: fields,
        suppressed: http.header.filter(\.isRemoval).map(\.name))
    } catch {
      throw UsageError("invalid --base-url: \(error.description)", hint: error.hint)
    }
  }

  /// Fields of the command line's, which go before our own; the last of a name
  /// counts where we have one.
  private var fields: HeaderFields {
    HeaderFields(
      http.header.filter { !$0.isRemoval }
        .map { HeaderFields.Field(name: $0.name, value: $0.value) })
  }

  /// - Throws: where the command line gives a field that the key takes the place of; a setting
  ///   may be meant for other tools, and is told in a warning.
  private func checkFields() throws(UsageError) {
    let isKeyReplaced = http.header.contains {
      !$0.isRemoval && $0.name.isSameFieldName(as: "Authorization")
    }
    guard isKeyReplaced else { return }
    let message = "--header does not set Authorization: that is the place of the API key"
    guard context.isGiven("header") else {
      return context.diagnostics.warning(message)
    }
    throw UsageError(message, hint: "give a key by YELP_API_KEY or --api-key-file")
  }

  /// - Parameters:
  ///   - building: its languages tell answers apart.
  ///   - secrets: an answer that repeats one is not kept.
  func cache(
    _ endpoint: YelpEndpoint, _ building: YelpRequestBuilding, hiding secrets: SentSecrets
  ) throws(UsageError) -> ResponseCache? {
    let request = building.request(YelpQuestion(.categories))
    let languages = request.headers["Accept-Language"] ?? ""
    return try caching.use?.cache(
      endpoint, languages: languages, hiding: secrets, context)
  }

  /// What the run may spend; nil where it sends nothing.
  func allowance(_ key: String, _ building: YelpRequestBuilding) -> YelpAllowance? {
    if http.replay != nil || caching.isOffline { return nil }
    return YelpAllowance(
      budget: query.budget?.value, reserve: query.reserve?.value ?? 0,
      store: Self.quota(key, building, context)
    ) { time(nil) }
  }

  /// What is known of a key's day; nil where there is no place to keep it.
  static func quota(
    _ key: String, _ building: YelpRequestBuilding, _ context: ToolContext
  ) -> YelpQuotaStore? {
    let directories = Directories { context.environment[$0] }
    guard let folder = try? YelpQuotaStore.folder(directories) else { return nil }
    return YelpQuotaStore(folder: folder, host: building.baseURL.authority, key: key) {
      time(nil)
    }
  }

  func gateway(
    _ building: YelpRequestBuilding, _ key: String, _ allowance: YelpAllowance?,
    _ cache: ResponseCache?, hiding secrets: SentSecrets
  ) throws(UsageError) -> YelpGateway {
    if query.adapter != nil { context.shutdown.onRequest { _ in FileFilter.killAll() } }
    let policy = policy
    var log: EventLog?
    if let path = query.eventLog {
      log = try EventLog(path: path, context.diagnostics, hiding: secrets)
    }
    let observers: [(any ExchangeObserver)?] = [allowance, log]
    // What has a cache is answered from there.
    let isSilent = caching.isOffline && caching.use == nil && http.replay == nil
    let executor: any RequestExecuting =
      isSilent
      ? NoNetwork()
      : try RequestExecutor(
        http, policy: policy, context: context,
        credentials: YelpAPIKey(key: key, baseURL: building.baseURL), cache: cache,
        observers: observers.compactMap { $0 })
    return YelpGateway(
      building: building, executor: executor, maximumBodyBytes: policy.maximumBodyBytes,
      allowance: allowance, adapter: query.adapter.map { CommandAdapter(command: $0).adapt },
      observer: log, hiding: secrets
    ) { time(nil) }
  }

  /// Tells a plan what the cache would answer.
  func planner(
    _ building: YelpRequestBuilding, _ cache: ResponseCache?, key: String
  ) -> QueryPlanner {
    let credentials = YelpAPIKey(key: key, baseURL: building.baseURL)
    let headers = policy.defaultHeaders
    var cacheKey: (@Sendable (YelpQuestion) -> String)?
    if cache != nil { cacheKey = { question in building.request(question).url.text } }
    let quota = Self.quota(key, building, context)?.status()
    return QueryPlanner(quota: quota, cacheKey: cacheKey) { question in
      guard let cache else { return false }
      var request = building.request(question)
      request.headers.setDefaults(headers)
      guard let filled = try? credentials.fill(request) else { return false }
      return cache.holds(filled, now: time(nil))
    }
  }

  /// Calls under way at once.
  var jobs: Int { policy.jobs }

  private var policy: ExecutionPolicy {
    var policy = http.policy(isStream: true)
    jobOptions.apply(to: &policy)
    policy.defaultHeaders.setDefault("Accept-Encoding", RequestExecutor.offeredCodings)
    policy.isFinalRefusal = { YelpServiceError(body: $0)?.isQuotaExhausted ?? false }
    policy.slowsDown = true
    policy.retry.repeatsRefused = true
    return policy
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
