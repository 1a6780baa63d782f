internal import WirelineCore

extension RequestOptions {
  var failsOnStatus: Bool { fail ?? true }

  /// Whether an option sets this header field, overriding the environment of `--env`.
  func sets(header name: String) -> Bool {
    let options = [
      ("User-Agent", http.userAgent != nil), ("Authorization", composition.hasAuthorization),
      ("Cookie", cookies.field != nil), ("Referer", composition.referer != nil),
    ]
    return options.contains { $0.1 && name.isSameFieldName(as: $0.0) }
      || http.header.contains { name.isSameFieldName(as: $0.name) }
  }

  /// Returns the change that `--build` makes to each request: it adds the fields of the options,
  /// without secrets, which the run that sends the records has to provide.
  ///
  /// - Parameter composed: the request of the command line; nil for a stream.
  func recordChange(
    _ composed: RequestSpecification?, _ context: ToolContext
  ) -> @Sendable (RequestSpecification) -> RequestSpecification {
    var headers = composed?.headers ?? [:]
    if let referer = composition.referer { headers.setDefault("Referer", referer.text) }
    // Only their names matter, for the warnings.
    if composition.hasAuthorization { headers.setDefault("Authorization", "") }
    if cookies.field != nil { headers.setDefault("Cookie", "") }
    var added = HeaderFields()
    let suppressed = http.apply(to: &added)
    headers.setDefaults(added)
    headers = headers.withoutSecrets(warning: context.diagnostics)
    if composed?.url.userInformation != nil {
      context.diagnostics.warning(
        "omitting user and password from the record because they are secrets")
    }
    return { [headers] request in
      var request = request
      let own = request.headers
      // Secrets of an input record may be passed on.
      if composed != nil { request.headers = request.headers.withoutSecrets }
      request.headers.setDefaults(headers)
      request.headers.remove(request.suppressedHeaders, unlessIn: own)
      request.suppressedHeaders += suppressed.filter { !request.headers.contains($0) }
      return request
    }
  }

  func curlCommand(_ request: RequestSpecification) -> CurlCommand {
    var request = request
    let removed = http.header.filter(\.isRemoval).map(\.name)
    request.suppressedHeaders += removed.filter { !request.headers.contains($0) }
    var words: [String] = []
    func add(_ name: String, _ value: String?) {
      if let value { words += [name, value] }
    }
    func add(_ name: String, _ isSet: Bool) {
      if isSet { words.append(name) }
    }
    add("--proxy", http.proxy.map { Secrets.redacted(url: $0) })
    add("--cacert", http.cacert)
    add("--insecure", http.insecure ?? false)
    add("--connect-timeout", http.connectTimeout.map { "\($0.duration / .seconds(1))" })
    add("--max-time", http.maxTime?.amount.map { "\($0.duration / .seconds(1))" })
    add("--unix-socket", connection.unixSocket)
    for entry in connection.resolve { add("--resolve", entry) }
    add("--cert", connection.cert)
    add("--key", connection.key)
    for file in cookies.files { add("--cookie", file) }
    add("--cookie-jar", cookies.cookieJar)
    add("--netrc", cookies.netrc)
    add("--netrc-file", cookies.netrcFile)
    add("--compressed", compressed ?? false)
    add("--include", response.include)
    add("--output", response.output)
    add("--remote-name", response.remoteName)
    add("--continue-at", response.continueAt)
    return CurlCommand(request, options: words)
  }
}

extension HeaderFields {
  func withoutSecrets(warning diagnostics: Diagnostics) -> HeaderFields {
    for field in fields where Secrets.isSecret(header: field.name) {
      diagnostics.warning("omitting \(field.name) from the record because it is a secret")
    }
    return withoutSecrets
  }
}
