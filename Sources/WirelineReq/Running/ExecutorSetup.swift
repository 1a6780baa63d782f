package import WirelineCore
package import WirelineRequests

/// The parts of an executor that the options of `req` determine. The executable adds the network.
package struct ExecutorSetup: Sendable {
  package var policy: ExecutionPolicy
  package var fields: RequestFields
  /// The cache; nil if no request uses it.
  package var cache: CacheSetup?
  package var observers: [any ExchangeObserver] = []
}

/// An executor that also calls delayed actions, and waits for revalidations of the cache.
package protocol SettlingExecutor: RequestExecuting {
  /// Calls the body after a delay, on the client's thread.
  func later(_ wait: Duration, _ body: @escaping @Sendable () -> Void)

  /// Waits for background revalidations of the cache, at most this long.
  func waitForRevalidations(within limit: Duration) async
}

/// The network and the services that a run uses. The executable implements it; tests respond from
/// memory.
package protocol RequestBackend: Sendable {
  /// The content encodings that responses may have, as a value of `Accept-Encoding`.
  var encodings: String { get }

  /// Returns the credentials of the options.
  ///
  /// - Parameter other: handles requests that name no credential.
  func credentials(
    other: any CredentialSource
  ) throws(UsageError) -> any CredentialSource

  func executor(_ setup: ExecutorSetup) throws(UsageError) -> any SettlingExecutor

  func compressed(_ request: RequestSpecification) throws(RequestError) -> RequestSpecification
}

extension RequestOptions {
  func executorSetup(
    isStream: Bool, url: RequestURL?, encodings: String, credentials: any CredentialSource,
    cookies: CookieStore?, context: ToolContext
  ) throws(UsageError) -> ExecutorSetup {
    // A printed record contains no credentials, so do not prompt for them.
    var fields = http.fields(replacing: build ? [:] : try headers(context))
    fields.credentials = credentials
    fields.login = authentication.challengeLogin(context.shutdown)
    fields.tokens = authentication.tokenCommand.map { TokenCommand($0) }
    if authentication.answersChallenges { fields.answersBasic = authentication.anyauth }
    if authentication.digest, url.map(fields.login(for:)) ?? fields.login == nil {
      throw UsageError("--digest needs --user user:password, or a login in the URL or .netrc")
    }
    fields.cookies = cookies
    if compressed ?? isStream { fields.accept(encodings: encodings) }
    return ExecutorSetup(
      policy: policy(isStream: isStream), fields: fields,
      cache: try cache(isStream: isStream, context))
  }

  private func policy(isStream: Bool) -> ExecutionPolicy {
    var policy = http.policy(isStream: isStream)
    jobs.apply(to: &policy)
    if job == .single { applySingle(to: &policy) }
    if runsInParallel {
      policy.jobs = jobs.jobs?.value ?? Self.parallelJobs
      policy.raisesJobsPerHost = jobs.perHost == nil
    }
    retries.apply(to: &policy.retry)
    response.rate.apply(to: &policy)
    if isStream { policy.bodyMemory = BodyMemory(limit: policy.maximumBodyBytes) }
    connection.apply(to: &policy.redirect)
    policy.usesHTTP10 = connection.http10
    policy.redirect.setsReferer = composition.setsReferer
    return policy
  }

  /// The default of curl.
  private static let parallelJobs = 50

  /// Applies what users of curl expect of the request on the command line.
  private func applySingle(to policy: inout ExecutionPolicy) {
    policy.retry.triggers = .single(
      isRetryGiven: http.retry != nil || http.retryPolicy != nil)
    policy.reportsConnections = true
    if let limit = http.maxTime?.amount?.duration, http.retry == nil, http.retryPolicy == nil {
      policy.deadline = min(policy.deadline ?? limit, limit)
    }
  }

  /// Returns the fields that options add to all requests.
  private func headers(_ context: ToolContext) throws(UsageError) -> HeaderFields {
    var headers = optionFields.withoutSecrets
    if let value = try authentication.authorization(context.shutdown) {
      headers.set("Authorization", value)
    }
    if let field = cookies.field { headers.set("Cookie", field) }
    // WHATWG HTML §9.2.3; some servers send a stream only if the field names it.
    if retries.reconnect != nil { headers.setDefault("Accept", "text/event-stream, */*;q=0.5") }
    try converting({ UsageError($0.description) }, headers.validate)
    return headers
  }

  /// Adds the boundary to a `Content-Type` of the user, as curl does.
  func completeMultipartType(of request: inout RequestSpecification) {
    guard case .multipart(let multipart) = request.body else { return }
    let option = http.header.last { !$0.isRemoval && $0.name.isSameFieldName(as: "Content-Type") }
    guard let type = request.headers["Content-Type"] ?? option?.value,
      Multipart.boundary(in: type) == nil
    else { return }
    request.headers.set("Content-Type", "\(type); boundary=\(multipart.boundary)")
  }

  private func cache(
    isStream: Bool, _ context: ToolContext
  ) throws(UsageError) -> CacheSetup? {
    guard cacheUse.servesAllRequests || isStream && cacheUse.cache != false else { return nil }
    let options = cacheOptions
    if cacheUse.servesAllRequests {
      return CacheSetup(try cacheStore(context), options: options, servesAllRequests: true)
    }
    // Records may set `cache_ttl_s`, which is ignored without a cache directory.
    guard let store = try? cacheStore(context) else { return nil }
    return CacheSetup(store, options: options, servesAllRequests: false)
  }

  var cacheOptions: CacheOptions {
    var options = cacheUse.options
    options.server = connection.cachePartition
    return options
  }

  func cacheStore(_ context: ToolContext) throws(UsageError) -> CacheStore {
    try cacheUse.store(
      context.environment, limit: cacheCommands.cacheLimit?.bytes ?? 1 << 30, context.diagnostics)
  }
}
