internal import WirelineCore
package import WirelineRequests

/// Builds requests for the Yelp API: the only code that knows its URLs.
package struct YelpRequestBuilder: Sendable {
  /// Scheme, host and the path of the version, without a trailing slash.
  package let baseURL: RequestURL
  /// The `Accept-Language` of every request; nil for none.
  let languages: String?
  private let fields: HeaderFields
  private let suppressed: [String]

  /// The name of the credential in a request that is built but not sent.
  package static let credentialName = "yelp"
  package static let defaultBaseURL = "https://api.yelp.com/v3"

  /// - Throws: for a base URL that must not receive the key: neither https nor loopback.
  package init(
    baseURL text: String = defaultBaseURL, languages: String? = nil, fields: HeaderFields = [:],
    suppressed: [String] = []
  ) throws(InvalidURL) {
    self.fields = HeaderFields(fields.fields.filter { !Secrets.isSecret(header: $0.name) })
    self.suppressed = suppressed
    var url = try RequestURL(text)
    guard url.scheme == .https || url.isLoopback else {
      throw InvalidURL(text: text, reason: "the API key is sent only over https or to loopback")
    }
    let end = url.path.lastIndex { $0 != "/" }
    url.path = end.map { String(url.path[...$0]) } ?? ""
    url.query = nil
    baseURL = url
    self.languages = languages
  }

  /// The query is sorted by name and percent-encoded, so that equal queries have equal URLs.
  func request(_ query: YelpQuery) -> RequestSpecification {
    var url = baseURL
    url.path = root(query.endpoint) + path(query)
    let items = query.endpoint.parameters.compactMap { parameter in
      parameter.location == .query
        ? query.values[parameter.name].map { (name: parameter.name, value: $0.text) } : nil
    }
    url.append(query: items.sorted { $0.name < $1.name })
    var headers: HeaderFields = ["Accept": "application/json"]
    if let languages { headers.set("Accept-Language", languages) }
    for field in fields.fields { headers.remove(field.name) }
    for field in fields.fields { headers.append(field.name, field.value) }
    for name in suppressed { headers.remove(name) }
    var request = RequestSpecification(
      method: query.endpoint.method, url: url, headers: headers,
      body: query.endpoint.method == "POST"
        ? .bytes(Self.body(query), mediaType: "application/json") : .none)
    request.suppressedHeaders = suppressed
    request.credential = Self.credentialName
    return request
  }

  private func root(_ endpoint: YelpEndpoint) -> String {
    guard endpoint.hasOwnVersion else { return baseURL.path }
    // A test server may have a path before the version.
    return baseURL.path.hasSuffix("/v3") ? String(baseURL.path.dropLast(3)) : baseURL.path
  }

  private func path(_ query: YelpQuery) -> String {
    query.endpoint.path.split(separator: "/").map { part in
      guard part.first == "{" else { return "/" + part }
      let value = query.values[String(part.dropFirst().dropLast())]?.text ?? ""
      return "/" + PercentEncoding.component(value)
    }.joined()
  }

  private static func body(_ query: YelpQuery) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      var nested: [String] = []
      for parameter in query.endpoint.parameters {
        switch parameter.location {
        case .query, .path: break
        case .body: query.values[parameter.name]?.write(parameter.name, to: &writer)
        case .nested(let object) where !nested.contains(object):
          nested.append(object)
          write(object, of: query, to: &writer)
        case .nested: break
        }
      }
    }
    return writer.bytes
  }

  private static func write(
    _ object: String, of query: YelpQuery, to writer: inout JSONWriter
  ) {
    let fields = query.endpoint.parameters.filter {
      $0.location == .nested(object) && query.values[$0.name] != nil
    }
    if fields.isEmpty { return }
    writer.key(named: object)
    writer.object { writer in
      for field in fields { query.values[field.name]?.write(field.name, to: &writer) }
    }
  }
}

/// The user's languages in the form of `Accept-Language` (RFC 9110 §12.5.4).
enum YelpLanguages {
  static let limit = 6

  /// Returns the languages of `LANGUAGE` (a list) and of the first variable with a value among
  /// `LC_ALL`, `LC_MESSAGES` and `LANG`, as POSIX and GNU gettext define them.
  ///
  /// - Returns: nil for `C`, `POSIX` and no value.
  static func header(_ environment: (String) -> String?) -> String? {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(environment)
      .first { !$0.isEmpty }
    guard let locale, tag(locale[...]) != nil else { return nil }
    var tags: [String] = []
    for part in (environment("LANGUAGE") ?? "").split(separator: ":") + [locale[...]] {
      if let tag = tag(part), !tags.contains(tag) { tags.append(tag) }
    }
    return tags.prefix(limit).enumerated().map { index, tag in
      index == 0 ? tag : "\(tag);q=0.\(10 - index)"
    }.joined(separator: ", ")
  }

  /// Returns `fr-FR` for `fr_FR.UTF-8@euro`, or nil for text that is not a language.
  private static func tag(_ locale: Substring) -> String? {
    let name = locale.prefix { $0 != "." && $0 != "@" }
    let parts = name.split(whereSeparator: { $0 == "_" || $0 == "-" })
    guard let language = parts.first, (2...3).contains(language.utf8.count), parts.count <= 2,
      name.utf8.allSatisfy({ 0x61...0x7A ~= $0 | 0x20 || $0 == 0x5F || $0 == 0x2D })
    else { return nil }
    return parts.count == 1
      ? language.lowercased() : "\(language.lowercased())-\(parts[1].uppercased())"
  }
}
