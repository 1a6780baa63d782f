import WirelineCore
internal import WirelineRequests

/// Where a connection leads: two requests may share one only if these agree.
struct ConnectionTarget: Hashable {
  /// Of which only scheme, host and port matter.
  let url: RequestURL
  let route: ProxyRoute

  init(_ url: RequestURL, route: ProxyRoute) {
    self.url = url
    self.route = route
  }

  /// The proxy that gets whole URLs, RFC 9112 §3.2.2: one that is spoken to in
  /// plain HTTP.
  var httpProxy: RequestURL? {
    if case .http(let proxy) = route, url.scheme == .http { proxy } else { nil }
  }

  static func == (one: ConnectionTarget, other: ConnectionTarget) -> Bool {
    one.url.hasSameOrigin(as: other.url) && one.route == other.route
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(url.host)
    hasher.combine(url.port)
  }
}
