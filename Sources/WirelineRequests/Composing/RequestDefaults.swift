internal import WirelineCore

/// What requests have where they do not say it themselves.
package struct RequestDefaults: Sendable, Equatable {
  /// nil is GET.
  package var method: String?
  /// What a URL that begins with `/` is put behind; nil leaves it as it is.
  package var baseURL: String?
  /// Fields that go along to the origin of the base alone; where there is no base, with all.
  package var headers: HeaderFields

  package init(method: String? = nil, baseURL: String? = nil, headers: HeaderFields = [:]) {
    self.method = method
    self.baseURL = baseURL
    self.headers = headers
  }

  /// A URL behind the base, if it is one for it.
  package func located(_ url: String) -> String {
    guard let baseURL, url.hasPrefix("/") else { return url }
    return baseURL.hasSuffix("/") ? baseURL.dropLast() + url : baseURL + url
  }

  /// Adds the fields to a request that they are for, and that does not name them.
  package func addHeaders(to request: inout RequestSpecification) {
    if headers.isEmpty || !isHome(request.url) { return }
    let suppressed = request.suppressedHeaders
    request.headers.setDefaults(
      HeaderFields(
        headers.fields.filter { field in
          !suppressed.contains { $0.isSameFieldName(as: field.name) }
        }))
  }

  private func isHome(_ url: RequestURL) -> Bool {
    guard baseURL != nil else { return true }
    return (try? RequestURL(located("/"))).map { url.hasSameOrigin(as: $0) } ?? false
  }
}
