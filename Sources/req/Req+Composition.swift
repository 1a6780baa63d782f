import WirelineCore
import WirelineHTTP
import WirelineRequests

extension Req {
  /// The composition of the executable.
  func executor(
    isStream: Bool, _ cookies: CookieStore?, _ context: ToolContext
  ) throws(UsageError) -> RequestExecutor {
    // A record that is built names no secret: none is asked for.
    var policy = http.policy(isStream: isStream, headers: build ? [:] : try headers(context))
    jobs.apply(to: &policy)
    if build || dryRun || toCurl { policy.politenessDirectory = nil }
    retries.apply(to: &policy.retry)
    if isStream { policy.bodyMemory = BodyMemory(limit: policy.maximumBodyBytes) }
    policy.redirect.allowsDowngrade = connection.allowDowngrade
    let isUnwanted = policy.suppressedHeaders.contains { $0.isSameFieldName(as: "Accept-Encoding") }
    if compressed ?? isStream, !isUnwanted {
      policy.defaultHeaders.setDefault("Accept-Encoding", RequestExecutor.offeredCodings)
    }
    return try RequestExecutor(
      http, policy: policy, context: context,
      credentials: try credentials(context), cookies: cookies,
      cache: try caching.responseCache(
        cacheUse, context, isStream: isStream, place: connection.place)
    ) {
      configuration throws(UsageError) in try connection.apply(to: &configuration)
    }
  }

  /// Fields that go along with every request that does not name them itself.
  private func headers(_ context: ToolContext) throws(UsageError) -> HeaderFields {
    var headers = HeaderFields()
    if let referer = composition.referer { headers.set("Referer", referer.text) }
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

  /// What requests have that do not say it; an option goes before the environment that is named.
  func defaults(_ context: ToolContext) throws(UsageError) -> RequestDefaults {
    var defaults = try composition.defaults(context.environment) { name in
      let given = [
        ("User-Agent", http.userAgent != nil), ("Authorization", composition.hasAuthorization),
        ("Cookie", cookies.field != nil), ("Referer", composition.referer != nil),
      ]
      return given.contains { $0.1 && name.isSameFieldName(as: $0.0) }
        || http.header.contains { name.isSameFieldName(as: $0.name) }
    }
    if build { defaults.headers = told(defaults.headers, context) }
    return defaults
  }

  /// The fields that a record may have which goes elsewhere: it holds no secret of this command
  /// line's, and the run that sends it has to be given it.
  private func told(_ headers: HeaderFields, _ context: ToolContext) -> HeaderFields {
    for field in headers.fields where Secrets.isSecret(header: field.name) {
      context.diagnostics.warning("\(field.name) is left out of the record: it is a secret")
    }
    return headers.withoutSecrets
  }

  /// Makes of a request what is printed of it.
  ///
  /// - Parameter composed: the one request; nil for those of records.
  func built(
    _ composed: RequestSpecification?, _ context: ToolContext
  ) throws(UsageError) -> @Sendable (RequestSpecification) -> RequestSpecification {
    var headers = composed?.headers ?? [:]
    if let referer = composition.referer { headers.setDefault("Referer", referer.text) }
    if composition.hasAuthorization { headers.setDefault("Authorization", "") }
    if cookies.field != nil { headers.setDefault("Cookie", "") }
    var added = HeaderFields()
    let suppressed = http.apply(to: &added)
    headers.setDefaults(added)
    headers = told(headers, context)
    if composed?.url.userInformation != nil {
      context.diagnostics.warning("user and password are left out of the record: they are secrets")
    }
    return { [headers] request in
      var request = request
      let own = request.headers
      // What came in a record may go on in one.
      if composed != nil { request.headers = request.headers.withoutSecrets }
      request.headers.setDefaults(headers)
      request.headers.remove(request.suppressedHeaders, unlessIn: own)
      request.suppressedHeaders += suppressed.filter { !request.headers.contains($0) }
      return request
    }
  }

  /// The command of curl's that does the same.
  ///
  /// - Parameter request: with all that is sent.
  func curlCommand(_ request: RequestSpecification) -> CurlCommand {
    var request = request
    let removed = http.header.filter(\.isRemoval).map(\.name)
    request.suppressedHeaders += removed.filter { !request.headers.contains($0) }
    var words: [String] = []
    func add(_ name: String, _ value: String?) {
      if let value { words += [name, value] }
    }
    func add(_ name: String, _ isGiven: Bool) {
      if isGiven { words.append(name) }
    }
    // A password in it is left out.
    add("--proxy", http.proxy.map { Secrets.redacted(url: $0) })
    add("--cacert", http.cacert)
    add("--insecure", http.insecure ?? false)
    add("--connect-timeout", http.connectTimeout.map { "\($0.duration / .seconds(1))" })
    add("--max-time", http.maxTime?.amount.map { "\($0.duration / .seconds(1))" })
    add("--unix-socket", connection.unixSocket)
    for entry in connection.resolve { add("--resolve", entry) }
    add("--cert", connection.cert)
    add("--key", connection.key)
    for file in cookies.cookie where !file.contains("=") { add("--cookie", file) }
    add("--cookie-jar", cookies.cookieJar)
    add("--netrc", cookies.netrc)
    add("--netrc-file", cookies.netrcFile)
    add("--compressed", compressed ?? false)
    add("--include", answer.include)
    add("--output", answer.output)
    add("--remote-name", answer.remoteName)
    add("--continue-at", answer.continueAt)
    return CurlCommand(request, options: words)
  }
}
