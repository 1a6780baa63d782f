internal import WirelineCore

/// Defaults for the requests of a run.
package struct RequestDefaults: Sendable, Equatable {
  package let method: String?
  /// The base of URLs that begin with `/`; nil keeps them unchanged.
  package let baseURL: String?
  /// Fields to send to the origin of the base; without a base, to all hosts.
  package let headers: HeaderFields
  /// The parsed base, so that a stream does not parse it for each line; nil without a base.
  private let home: RequestURL?

  package init(method: String? = nil, baseURL: String? = nil, headers: HeaderFields = [:]) {
    self.method = method
    self.baseURL = baseURL
    self.headers = headers
    home = baseURL.flatMap { try? RequestURL(Self.located("/", $0)) }
  }

  package func located(_ url: String) -> String {
    guard let baseURL, url.hasPrefix("/") else { return url }
    return Self.located(url, baseURL)
  }

  private static func located(_ path: String, _ base: String) -> String {
    base.hasSuffix("/") ? base.dropLast() + path : base + path
  }

  /// Adds the default fields to a request unless it specifies or suppresses them.
  package func addHeaders(to request: inout RequestSpecification) {
    if !headers.isEmpty, isHome(request.url) { request.add(defaults: headers) }
  }

  private func isHome(_ url: RequestURL) -> Bool {
    guard baseURL != nil else { return true }
    return home.map { url.hasSameOrigin(as: $0) } ?? false
  }
}
