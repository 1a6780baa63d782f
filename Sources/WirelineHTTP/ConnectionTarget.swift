import WirelineCore

/// Where a connection leads: two requests may share one only if these agree.
struct ConnectionTarget: Hashable {
  /// Scheme, host and port; path, query and credentials left out.
  let url: RequestURL
  let route: ProxyRoute

  init(_ url: RequestURL, route: ProxyRoute) {
    self.url = url.originOnly
    self.route = route
  }

  /// Whether requests carry the whole URL, RFC 9112 §3.2.2: to a proxy that is
  /// spoken to in plain HTTP.
  var usesAbsoluteForm: Bool {
    if case .http = route { url.scheme == .http } else { false }
  }
}
