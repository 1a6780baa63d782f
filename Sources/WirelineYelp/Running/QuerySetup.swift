internal import WirelineCore
package import WirelineRequests

/// The parts of a run that its executor uses.
package struct QueryTransport: Sendable {
  package let policy: ExecutionPolicy
  package let fields: RequestFields
  /// The response cache, which serves all requests; nil if caching is off.
  package let cache: CacheSetup?
  package let observers: [any ExchangeObserver]
}

extension CacheSetup {
  /// Whether the cache has a response that needs no request.
  fileprivate func holds(_ request: RequestSpecification, now: Int) -> Bool {
    let policy = CachePolicy(options)
    let stored = store.lookUp(policy.key(request)).map(\.response)
    return if case .use = policy.decide(request, stored: stored, now: now) { true } else { false }
  }
}

/// Creates the parts of a run from its options.
struct QuerySetup {
  let building: YelpRequestBuilder
  let policy: ExecutionPolicy
  private let acceptEncoding: String
  private let settings: QuerySettings
  private let context: ToolContext
  private let now: @Sendable () -> Int

  init(
    _ settings: QuerySettings, _ context: ToolContext, acceptEncoding: String,
    now: @escaping @Sendable () -> Int
  ) throws(UsageError) {
    self.settings = settings
    self.context = context
    self.now = now
    self.acceptEncoding = acceptEncoding
    let header = settings.http.header
    try Self.checkFields(header, context)
    building = try YelpRequestBuilder(
      settings.query.server,
      languages: YelpLanguages.header { context.environment[$0] },
      fields: HeaderFields(
        header.filter { !$0.isRemoval }
          .map { HeaderFields.Field(name: $0.name, value: $0.value) }),
      suppressed: header.filter(\.isRemoval).map(\.name))
    policy = Self.policy(settings)
  }

  private static func policy(_ settings: QuerySettings) -> ExecutionPolicy {
    var policy = settings.http.policy(isStream: true)
    settings.jobs.apply(to: &policy)
    policy.isFinalRefusal = { YelpServiceError(body: $0)?.isQuotaExhausted ?? false }
    policy.retry.repeatsRefused = true
    return policy
  }

  private func fields(_ key: String) -> RequestFields {
    var fields = settings.http.fields()
    fields.accept(encodings: acceptEncoding)
    fields.credentials = YelpAPIKey(key: key, baseURL: building.baseURL)
    return fields
  }

  /// Rejects a header field on the command line that the key would replace. A configuration file
  /// may set it for other tools, so that is only a warning.
  private static func checkFields(
    _ fields: [HeaderArgument], _ context: ToolContext
  ) throws(UsageError) {
    let isKeyReplaced = fields.contains {
      !$0.isRemoval && $0.name.isSameFieldName(as: "Authorization")
    }
    guard isKeyReplaced else { return }
    let message = "--header cannot set Authorization, which holds the API key"
    guard context.isGiven("header") else {
      return context.diagnostics.warning(message)
    }
    throw UsageError(message, hint: "set the key with YELP_API_KEY or --api-key-file")
  }

  /// The response cache; nil if caching is off. It rejects responses that contain a secret or do
  /// not match the endpoint.
  func cache(hiding secrets: SentSecrets) throws(UsageError) -> CacheSetup? {
    let endpoint = settings.endpoint
    let languages = building.request(YelpQuery(.categories)).headers["Accept-Language"] ?? ""
    guard let use = settings.caching.use,
      let options = try settings.caching.cacheOptions(languages: languages)
    else { return nil }
    return CacheSetup(
      try use.store(context.environment, context.diagnostics), options: options,
      servesAllRequests: true
    ) { response, body in
      let texts = response.head.headers.fields.map { Array($0.value.utf8) } + [body]
      return texts.allSatisfy { secrets.masked($0) == $0 }
        && (try? YelpResponse(endpoint, body: body)) != nil
    }
  }

  /// The calls that the run may make; nil if it sends nothing.
  func allowance(_ key: String) -> YelpAllowance? {
    if settings.http.replay != nil || settings.caching.isOffline { return nil }
    return YelpAllowance(
      budget: settings.query.budget?.value, reserve: settings.query.reserve?.value ?? 0,
      store: YelpQuotaStore(key: key, building, context, now: now), seconds: now)
  }

  /// The warning of many calls; nil with `--budget`, and for a run that sends nothing.
  func notice(_ allowance: YelpAllowance?) -> CallNotice? {
    guard let allowance, settings.query.budget == nil else { return nil }
    return CallNotice(
      of: settings.endpoint.needsLocation ? "places" : "items",
      isCaching: settings.caching.use?.servesAllRequests == true, within: allowance,
      context.diagnostics)
  }

  func gateway(
    key: String, allowance: YelpAllowance?, hiding secrets: SentSecrets,
    _ makeExecutor: (QueryTransport) throws(UsageError) -> any RequestExecuting
  ) throws(UsageError) -> YelpGateway {
    let cache = try cache(hiding: secrets)
    let options = settings.query
    if options.adapter != nil { context.shutdown.onRequest { _ in FileFilter.killAll() } }
    var log: EventLog?
    if let path = options.eventLog {
      log = try EventLog(path: path, context.diagnostics, hiding: secrets, now: now)
    }
    let observers: [(any ExchangeObserver)?] = [allowance, log]
    let caching = settings.caching
    let isDisconnected = caching.isOffline && caching.use == nil && settings.http.replay == nil
    let executor =
      isDisconnected
      ? DisconnectedExecutor()
      : try makeExecutor(
        QueryTransport(
          policy: policy, fields: fields(key), cache: cache,
          observers: observers.compactMap(\.self)))
    return YelpGateway(
      building: building, executor: executor, maximumBodyBytes: policy.maximumBodyBytes,
      allowance: allowance, adapter: options.adapter.map(CommandAdapter.init),
      log: log, secrets: secrets, now: now)
  }

  func planner(_ cache: CacheSetup?, key: String) -> QueryPlanner {
    let quota = YelpQuotaStore(key: key, building, context, now: now)?.status()
    guard let cache else { return QueryPlanner(quota: quota, url: nil) { _ in false } }
    return QueryPlanner(
      quota: quota, url: { [building] in building.request($0).url.text },
      isCached: { [building, now, fields = fields(key)] query in
        guard let request = try? fields.authorized(building.request(query)) else { return false }
        return cache.holds(request, now: now())
      })
  }
}

extension YelpRequestBuilder {
  init(
    _ server: ServerOptions, languages: String? = nil, fields: HeaderFields = [:],
    suppressed: [String] = []
  ) throws(UsageError) {
    do throws(InvalidURL) {
      try self.init(
        baseURL: server.baseURL ?? Self.defaultBaseURL, languages: languages, fields: fields,
        suppressed: suppressed)
    } catch {
      throw UsageError("invalid --base-url: \(error.description)", hint: error.hint)
    }
  }
}

extension YelpQuotaStore {
  /// Returns nil if the user's state directory is unknown.
  convenience init?(
    key: String, _ building: YelpRequestBuilder, _ context: ToolContext,
    now: @escaping @Sendable () -> Int
  ) {
    let directories = Directories { context.environment[$0] }
    guard let folder = try? directories.path(.state, "yelp-quota") else { return nil }
    self.init(
      folder: folder, host: building.baseURL.authority, key: key,
      warn: { [diagnostics = context.diagnostics] in diagnostics.warning($0) }, now: now)
  }
}

private struct DisconnectedExecutor: RequestExecuting {
  func start(
    _ specification: RequestSpecification, gate: (any RequestGate)?, body: BodyDestination,
    completion: @escaping @Sendable (Result<Response, RequestError>) -> Void
  ) {
    let reason = RequestError.Reason.offline(
      url: specification.url.text,
      why: "not sent because of --offline, and never cached")
    completion(.failure(RequestError(reason, attempts: 0)))
  }
}
