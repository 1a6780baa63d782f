internal import WirelineCore
internal import WirelineRequests

extension RequestOptions {
  /// The fields that options other than `HTTPOptions` set. The values of secrets are empty.
  var optionFields: HeaderFields {
    var fields = HeaderFields()
    if let referer = composition.referer { fields.set("Referer", referer) }
    if let range = composition.range {
      // A first byte alone means everything from there on.
      let end = Int(digits: range) == nil ? "" : "-"
      fields.set("Range", range.contains("=") ? range : "bytes=\(range)\(end)")
    }
    if let offset = response.offset, composition.uploadFile.isEmpty {
      fields.set("Range", "bytes=\(offset)-")
    }
    if let field = response.timeCondition?.field { fields.set(field.name, field.value) }
    if let path = response.etagCompare {
      let bytes = (try? FileBytes.read(path, limit: 1 << 16)) ?? []
      let tag = String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
      fields.set("If-None-Match", tag.isEmpty ? "\"\"" : tag)
    }
    if authentication.isGiven { fields.set("Authorization", "") }
    if cookies.field != nil { fields.set("Cookie", "") }
    return fields
  }

  /// Whether an option sets this header field, overriding the `--env` environment.
  func sets(header name: String) -> Bool {
    optionFields.contains(name) || http.userAgent != nil && name.isSameFieldName(as: "User-Agent")
      || http.header.contains { name.isSameFieldName(as: $0.name) }
  }

  /// Returns the change that `--build` makes to each request: it adds the fields of the options,
  /// without secrets, which the run that sends the records has to provide.
  ///
  /// - Parameter composed: the request of the command line; nil for a stream.
  func recordChange(
    _ composed: RequestSpecification?, _ context: ToolContext
  ) -> @Sendable (RequestSpecification) -> RequestSpecification {
    var fields = RequestFields(composed?.headers ?? [:])
    fields.defaults.setDefaults(optionFields)
    var added = HeaderFields()
    fields.suppressed = http.apply(to: &added)
    fields.defaults.setDefaults(added)
    fields.defaults = fields.defaults.withoutSecrets(warning: context.diagnostics)
    if composed?.url.userInformation != nil {
      context.diagnostics.warning(
        "omitting user and password from the record because they are secrets")
    }
    return { [fields] request in
      var request = request
      // Secrets of an input record may be passed on.
      if composed != nil { request.headers = request.headers.withoutSecrets }
      return fields.described(request)
    }
  }

  /// Returns the equivalent curl command, with shell variables for secrets.
  ///
  /// - Parameter file: the file of the body; nil for stdout.
  func curlCommand(_ request: RequestSpecification, to file: ResponseOptions.File?) -> String {
    var request = request
    let removed = http.header.filter(\.isRemoval).map(\.name)
    request.suppressedHeaders += removed.filter { !request.headers.contains($0) }
    var words = CurlWords()
    let policy = http.policy(isStream: false)
    words.add("--location", policy.redirect.limit > 0)
    words.add("--max-redirs", policy.redirect.limit > 0 ? "\(policy.redirect.limit)" : nil)
    // curl would write the body of an error to the file.
    let omitsErrors = response.noErrorBody || file != nil && !response.keepsErrors
    let refusesErrors = response.failsOnStatus || response.noErrorBody
    words.add(omitsErrors ? "--fail" : "--fail-with-body", refusesErrors)
    // curl would repeat any request.
    if policy.retry.limit > 0, request.isIdempotent || retries.retryUnsafe == true {
      words.add("--retry", "\(policy.retry.limit)")
      words.add("--retry-delay", http.retryDelay.map { "\($0.duration / .seconds(1))" })
      words.add(
        "--retry-max-time", retries.retryMaxTime?.amount.map { "\($0.duration / .seconds(1))" })
    }
    addConnection(to: &words)
    addCredentials(to: &words)
    addOutput(to: &words, file)
    return CurlCommand(request: request, options: words.words).text + curlLogin
  }

  private func addConnection(to words: inout CurlWords) {
    words.add("--proxy", http.proxy.map { Secrets.redacted(url: $0) })
    words.add("--noproxy", connection.noproxy)
    words.add("--cacert", http.cacert)
    words.add("--insecure", http.insecure ?? false)
    words.add("--connect-timeout", http.connectTimeout.map { "\($0.duration / .seconds(1))" })
    words.add("--max-time", http.maxTime?.amount.map { "\($0.duration / .seconds(1))" })
    words.add("--unix-socket", connection.unixSocket)
    for entry in connection.resolve { words.add("--resolve", entry.text) }
    for entry in connection.connectTo { words.add("--connect-to", entry.text) }
    words.add("--interface", connection.interface)
    words.add("--http1.0", connection.http10)
    words.add("--proxytunnel", connection.proxytunnel)
    words.add("--proxy1.0", connection.proxyHTTP10.map { Secrets.redacted(url: $0) })
    words.add("--tls-max", connection.tlsMaximum?.rawValue)
    words.add("--pinnedpubkey", connection.pinnedKeys?.text)
    words.add("--location-trusted", connection.locationTrusted)
    for option in connection.keptPOST { words.add("--" + option.name, true) }
    words.add("--ipv4", connection.ipv4)
    words.add("--ipv6", connection.ipv6)
    words.add("--proto", connection.proto.map { "=" + $0.names.joined(separator: ",") })
    words.add("--cert", connection.cert)
    words.add("--key", connection.key)
  }

  private func addCredentials(to words: inout CurlWords) {
    words.add("--digest", authentication.digest)
    words.add("--anyauth", authentication.anyauth)
    words.add("--aws-sigv4", authentication.awsSigv4?.text)
    for file in cookies.files { words.add("--cookie", file) }
    words.add("--cookie-jar", cookies.cookieJar)
    words.add("--netrc", cookies.netrc)
    words.add("--netrc-file", cookies.netrcFile)
  }

  /// The end of the command if curl computes `Authorization`. Otherwise its value is a variable.
  private var curlLogin: String { authentication.isComputed ? " --user \"$LOGIN\"" : "" }

  private func addOutput(to words: inout CurlWords, _ file: ResponseOptions.File?) {
    words.add("--compressed", compressed ?? false)
    words.add("--include", response.include)
    words.add("--remote-time", response.remoteTime)
    words.add("--dump-header", response.dumpHeader)
    words.add("--write-out", response.writeOut)
    words.add("--limit-rate", response.rate.limitRate.map { "\($0.bytes)" })
    guard let file else { return }
    words.add("--output-dir", file.path == file.argument ? nil : response.outputDir)
    words.add("--create-dirs", response.createDirs)
    words.add("--output", file.argument)
    words.add("--remote-name", file.argument == nil)
    words.add("--remote-header-name", file.argument == nil && response.remoteHeaderName)
    words.add("--continue-at", response.continueAt)
  }
}

/// The options of a curl command.
private struct CurlWords {
  private(set) var words: [String] = []

  mutating func add(_ name: String, _ value: String?) {
    if let value { words += [name, value] }
  }

  mutating func add(_ name: String, _ isSet: Bool) {
    if isSet { words.append(name) }
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
