package import WirelineCore
package import WirelineRequests

/// Builds requests for the Yelp API: the one place that knows its URLs.
package struct YelpRequestBuilding: Sendable {
  /// Scheme, host and the version's path, without a slash at its end.
  package let baseURL: RequestURL
  /// The `Accept-Language` of every request; nil for none.
  package let languages: String?
  private let fields: HeaderFields
  private let suppressed: [String]

  /// The secret's name in a request that is built but not sent.
  package static let credentialName = "yelp"
  package static let defaultBaseURL = "https://api.yelp.com/v3"

  /// - Parameters:
  ///   - fields: go before our own; secrets are none of a request that is built.
  ///   - suppressed: names of fields that are not sent.
  /// - Throws: for a base URL the key must not be sent to: the API's own host
  ///   over https, or a stand-in on loopback.
  package init(
    baseURL text: String = defaultBaseURL, languages: String? = nil, fields: HeaderFields = [:],
    suppressed: [String] = []
  ) throws(InvalidURL) {
    self.fields = HeaderFields(fields.fields.filter { !Secrets.isSecret(header: $0.name) })
    self.suppressed = suppressed
    var url = try RequestURL(text)
    guard url.scheme == .https || url.isLoopback else {
      throw InvalidURL(text: text, reason: "the API key is sent over https only, or to loopback")
    }
    let end = url.path.lastIndex { $0 != "/" }
    url.path = end.map { String(url.path[...$0]) } ?? ""
    url.query = nil
    baseURL = url
    self.languages = languages
  }

  /// The request of a question that is checked.
  ///
  /// The query is sorted by name and percent-encoded once, so that the same
  /// question is the same URL.
  package func request(_ question: YelpQuestion) -> RequestSpecification {
    let parameters = question.endpoint.parameters
    var url = baseURL
    url.path = root(question.endpoint) + path(question)
    let query = parameters.filter { $0.place.isQuery }
      .compactMap { parameter in
        question.values[parameter.name].map { (name: parameter.name, value: $0.text) }
      }
    url.append(query: query.sorted { $0.name < $1.name })
    var headers: HeaderFields = ["Accept": "application/json"]
    if let languages { headers.set("Accept-Language", languages) }
    for field in fields.fields { headers.remove(field.name) }
    for field in fields.fields { headers.append(field.name, field.value) }
    for name in suppressed { headers.remove(name) }
    var request = RequestSpecification(
      method: question.endpoint.method, url: url, headers: headers,
      body: question.endpoint.method == "POST"
        ? .bytes(Self.body(question), mediaType: "application/json") : .none)
    request.suppressedHeaders = suppressed
    request.credential = Self.credentialName
    return request
  }

  private func root(_ endpoint: YelpEndpoint) -> String {
    guard endpoint.root == .host else { return baseURL.path }
    // What stands before the version is where a stand-in lies.
    return baseURL.path.hasSuffix("/v3") ? String(baseURL.path.dropLast(3)) : baseURL.path
  }

  private func path(_ question: YelpQuestion) -> String {
    question.endpoint.path.split(separator: "/").map { part in
      guard part.first == "{" else { return "/" + part }
      let value = question.values[String(part.dropFirst().dropLast())]?.text ?? ""
      return "/" + PercentEncoding.component(value)
    }.joined()
  }

  /// The members in the order of the endpoint's parameters.
  private static func body(_ question: YelpQuestion) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    var nested: [String] = []
    for parameter in question.endpoint.parameters {
      switch parameter.place {
      case .query, .path: break
      case .body: question.values[parameter.name]?.write(parameter.name, to: &writer)
      case .nested(let object) where !nested.contains(object):
        nested.append(object)
        write(object, of: question, to: &writer)
      case .nested: break
      }
    }
    writer.endObject()
    return writer.bytes
  }

  private static func write(
    _ object: String, of question: YelpQuestion, to writer: inout JSONWriter
  ) {
    let members = question.endpoint.parameters.filter {
      $0.place.object == object && question.values[$0.name] != nil
    }
    if members.isEmpty { return }
    writer.key(object)
    writer.beginObject()
    for member in members { question.values[member.name]?.write(member.name, to: &writer) }
    writer.endObject()
  }
}

extension YelpParameter.Place {
  fileprivate var isQuery: Bool {
    if case .query = self { true } else { false }
  }

  fileprivate var object: String? {
    if case .nested(let object) = self { object } else { nil }
  }
}
