internal import WirelineCore

/// Defaults for the requests of a run.
package struct RequestDefaults: Sendable, Equatable {
  package var method: String?
  /// The base of URLs that begin with `/`; nil keeps them unchanged.
  package var baseURL: String?
  /// Fields to send to the origin of the base; without a base, to all hosts.
  package var headers: HeaderFields

  package init(method: String? = nil, baseURL: String? = nil, headers: HeaderFields = [:]) {
    self.method = method
    self.baseURL = baseURL
    self.headers = headers
  }

  package func located(_ url: String) -> String {
    guard let baseURL, url.hasPrefix("/") else { return url }
    return baseURL.hasSuffix("/") ? baseURL.dropLast() + url : baseURL + url
  }

  /// Adds the default fields to a request unless it specifies or suppresses them.
  package func addHeaders(to request: inout RequestSpecification) {
    if !headers.isEmpty, isHome(request.url) { request.add(defaults: headers) }
  }

  private func isHome(_ url: RequestURL) -> Bool {
    guard baseURL != nil else { return true }
    return (try? RequestURL(located("/"))).map { url.hasSameOrigin(as: $0) } ?? false
  }
}
