package import WirelineCore
package import WirelineRequests

/// The parts of an executor that the options of `req` determine. The executable adds the network.
package struct ExecutorSetup: Sendable {
  package var policy: ExecutionPolicy
  package var acceptsEncodings: Bool
  package var credentials: any CredentialSource
  /// Answers challenges of servers; nil without `--digest` and `--anyauth`.
  package var login: ChallengeLogin?
  package var cookies: CookieStore?
  /// Nil if no request uses the cache.
  package var cache: CacheSetup?
}

/// The response cache of a run.
package struct CacheSetup: Sendable {
  package let store: CacheStore
  package let options: CacheOptions
  /// Whether all requests use the cache, or only those with their own lifetime.
  package let servesAllRequests: Bool
}

/// The network and the services that a run uses. The executable implements it; tests respond from
/// memory.
package protocol RequestBackend: Sendable {
  /// Returns the credentials of the options.
  ///
  /// - Parameter other: handles requests that name no credential.
  func credentials(
    other: any CredentialSource
  ) throws(UsageError) -> any CredentialSource

  func executor(_ setup: ExecutorSetup) throws(UsageError) -> any RequestExecuting

  func compressed(_ request: RequestSpecification) throws(RequestError) -> RequestSpecification
}

extension RequestOptions {
  func executorSetup(
    isStream: Bool, credentials: any CredentialSource, cookies: CookieStore?,
    _ context: ToolContext
  ) throws(UsageError) -> ExecutorSetup {
    let policy = try policy(isStream: isStream, context)
    let isRemoved = policy.suppressedHeaders.contains { $0.isSameFieldName(as: "Accept-Encoding") }
    return ExecutorSetup(
      policy: policy, acceptsEncodings: (compressed ?? isStream) && !isRemoved,
      credentials: credentials, login: try authentication.challengeLogin(context.shutdown),
      cookies: cookies, cache: try cache(isStream: isStream, context))
  }

  private func policy(
    isStream: Bool, _ context: ToolContext
  ) throws(UsageError) -> ExecutionPolicy {
    // A printed record contains no credentials, so do not prompt for them.
    var policy = http.policy(isStream: isStream, headers: build ? [:] : try headers(context))
    jobs.apply(to: &policy)
    if job == .single { applySingle(to: &policy) }
    retries.apply(to: &policy.retry)
    response.rate.apply(to: &policy)
    if isStream { policy.bodyMemory = BodyMemory(limit: policy.maximumBodyBytes) }
    policy.redirect.allowsDowngrade = connection.allowDowngrade
    return policy
  }

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
    try converting({ UsageError($0.description) }) { () throws(InvalidHeaderField) in
      try headers.validate()
    }
    return headers
  }

  /// Adds the boundary to a multipart `Content-Type` of the user, as curl does.
  func completeMultipartType(of request: inout RequestSpecification) {
    guard case .multipart(let multipart) = request.body else { return }
    let option = http.header.last { !$0.isRemoval && $0.name.isSameFieldName(as: "Content-Type") }
    guard let type = request.headers["Content-Type"] ?? option?.value,
      type.lowercased().hasPrefix("multipart/"), Multipart.boundary(in: type) == nil
    else { return }
    request.headers.set("Content-Type", "\(type); boundary=\(multipart.boundary)")
  }

  private func cache(
    isStream: Bool, _ context: ToolContext
  ) throws(UsageError) -> CacheSetup? {
    guard cacheUse.servesAllRequests || isStream && cacheUse.cache != false else { return nil }
    let options = cacheOptions
    if cacheUse.servesAllRequests {
      return CacheSetup(store: try cacheStore(context), options: options, servesAllRequests: true)
    }
    // Records may set `cache_ttl_s`, which is ignored without a cache directory.
    guard let store = try? cacheStore(context) else { return nil }
    return CacheSetup(store: store, options: options, servesAllRequests: false)
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
