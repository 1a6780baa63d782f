import WirelineCore
import WirelineHTTP

extension Req {
  /// The composition of the executable.
  func executor(
    isStream: Bool, _ cookies: CookieStore?, _ context: ToolContext
  ) throws(UsageError) -> RequestExecutor {
    // A record that is built names no secret: none is asked for.
    var policy = http.policy(isStream: isStream, headers: build ? [:] : try headers(context))
    jobs.apply(to: &policy)
    retries.apply(to: &policy.retry)
    policy.redirect.allowsDowngrade = connection.allowDowngrade
    if compressed ?? isStream {
      policy.defaultHeaders.setDefault("Accept-Encoding", RequestExecutor.offeredCodings)
    }
    return try RequestExecutor(
      http, policy: policy, context: context,
      credentials: try credentials(context), cookies: cookies,
      cache: try caching.responseCache(
        cacheUse, context.environment, isStream: isStream, place: connection.place)
    ) {
      configuration throws(UsageError) in try connection.apply(to: &configuration)
    }
  }

  /// Fields that go along with every request that does not name them itself.
  private func headers(_ context: ToolContext) throws(UsageError) -> HeaderFields {
    var headers = try composition.headers(context.environment)
    if let value = try composition.authorization(context.shutdown) {
      headers.set("Authorization", value)
    }
    if let field = cookies.field { headers.set("Cookie", field) }
    do throws(InvalidHeaderField) {
      try headers.validate()
    } catch {
      throw UsageError(error.description)
    }
    return headers
  }

  private func credentials(_ context: ToolContext) throws(UsageError) -> any CredentialSource {
    let netrc = try cookies.credentials(context.environment)
    return try secrets.source(
      context, baseURL: composition.baseUrl, other: netrc, isReplay: http.replay != nil) ?? netrc
  }

  /// Makes of a request what is printed of it: a record that goes elsewhere holds no secret of
  /// this command line's, and the run that sends it has to be given it.
  ///
  /// - Parameter composed: the one request; nil for those of records.
  func built(
    _ composed: RequestSpecification?, _ context: ToolContext
  ) throws(UsageError) -> @Sendable (RequestSpecification) -> RequestSpecification {
    var headers = try composition.headers(context.environment)
    if composition.hasAuthorization { headers.set("Authorization", "") }
    if cookies.field != nil { headers.set("Cookie", "") }
    let suppressed = http.apply(to: &headers)
    for name in Secrets.headerNames
    where headers.contains(name) || composed?.headers.contains(name) ?? false {
      headers.remove(name)
      context.diagnostics.warning("\(name) is left out of the record: it is a secret")
    }
    return { [headers] request in
      var request = request
      // What came in a record may go on in one.
      if composed != nil { Secrets.headerNames.forEach { request.headers.remove($0) } }
      let own = request.headers
      request.headers.setDefaults(headers)
      for name in request.suppressedHeaders where !own.contains(name) {
        request.headers.remove(name)
      }
      request.suppressedHeaders += suppressed.filter { !request.headers.contains($0) }
      return request
    }
  }
}

/// What `req` does where nobody says otherwise.
enum ReqDefaults: HTTPDefaults {
  static var policy: ExecutionPolicy {
    var policy = ExecutionPolicy()
    policy.defaultHeaders = ["User-Agent": "wireline/\(ToolVersion.number)", "Accept": "*/*"]
    return policy
  }

  static var streamPolicy: ExecutionPolicy? {
    var policy = policy
    policy.jobs = 16
    policy.maximumBodyBytes = 16 << 20
    return policy
  }
}
