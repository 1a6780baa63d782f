/// Builds requests for the Yelp API: the one place that knows its URLs.
package struct YelpRequestBuilding: Sendable {
  /// Scheme, host and the version's path, without a slash at its end.
  package let baseURL: RequestURL

  /// The secret's name in a request that is built but not sent.
  package static let credentialName = "yelp"
  package static let defaultBaseURL = "https://api.yelp.com/v3"

  /// - Throws: for a base URL the key must not be sent to: the API's own host
  ///   over https, or a stand-in on loopback.
  package init(baseURL text: String = defaultBaseURL) throws(InvalidURL) {
    var url = try RequestURL(text)
    guard url.scheme == .https || url.isLoopback else {
      throw InvalidURL(text: text, reason: "the API key is sent over https only, or to loopback")
    }
    while url.path.hasSuffix("/") { url.path.removeLast() }
    url.query = nil
    baseURL = url
  }

  package func search(_ search: YelpSearch) -> RequestSpecification {
    var url = baseURL
    url.path += YelpEndpoint.search.path
    url.append(query: search.query)
    var request = RequestSpecification(url: url, headers: ["Accept": "application/json"])
    request.credential = Self.credentialName
    return request
  }
}
