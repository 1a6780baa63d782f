/// What requests have where they do not say it themselves.
package struct RequestDefaults: Sendable, Equatable {
  /// nil is GET.
  package var method: String?
  /// What a URL that begins with `/` is put behind; nil leaves it as it is.
  package var baseURL: String?

  package init(method: String? = nil, baseURL: String? = nil) {
    self.method = method
    self.baseURL = baseURL
  }

  /// A URL behind the base, if it is one for it.
  package func located(_ url: String) -> String {
    guard let baseURL, url.hasPrefix("/") else { return url }
    return baseURL.hasSuffix("/") ? baseURL.dropLast() + url : baseURL + url
  }
}
