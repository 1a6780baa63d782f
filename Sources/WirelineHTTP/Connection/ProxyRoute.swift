import NIOCore
package import WirelineCore
package import WirelineRequests

/// The way to an origin server.
package enum ProxyRoute: Sendable, Hashable {
  case direct
  /// An HTTP proxy: absolute-form for http, `CONNECT` for https.
  case http(RequestURL)
  case socks5(host: String, port: Int)

  /// Where the first connection goes.
  func firstHop(to url: RequestURL) -> (host: String, port: Int) {
    switch self {
    case .direct: (url.host, url.port)
    case .http(let proxy): (proxy.host, proxy.port)
    case .socks5(let host, let port): (host, port)
    }
  }

  /// Makes a connected channel one that leads to the origin server.
  func tunnel(_ channel: any Channel, to url: RequestURL) -> EventLoopFuture<any Channel> {
    switch self {
    case .direct: channel.eventLoop.makeSucceededFuture(channel)
    case .http where url.scheme == .http: channel.eventLoop.makeSucceededFuture(channel)
    case .http(let proxy): ProxyTunnel.connect(channel, to: url, proxy: proxy)
    case .socks5: ProxyTunnel.socks(channel, to: url)
    }
  }
}

/// Which requests go through which proxy, as curl decides it.
package struct ProxyRoutes: Sendable {
  private let forHTTP: ProxyRoute
  private let forHTTPS: ProxyRoute
  private let exceptions: [String]

  package init() {
    forHTTP = .direct
    forHTTPS = .direct
    exceptions = []
  }

  /// - Parameters:
  ///   - proxy: the user's word, over the environment; "" is no proxy at all.
  ///   - variable: looks up `http_proxy` (lower case only: `HTTP_PROXY` can be
  ///     set by a web client in CGI), `https_proxy`, `all_proxy`, `no_proxy`.
  package init(
    proxy: String?, variable: (String) -> String?
  ) throws(InvalidURL) {
    func either(_ name: String) -> String? { variable(name) ?? variable(name.uppercased()) }
    let all = either("all_proxy")
    forHTTP = try Self.parse(proxy ?? variable("http_proxy") ?? all)
    forHTTPS = try Self.parse(proxy ?? either("https_proxy") ?? all)
    exceptions = (either("no_proxy") ?? "").split(whereSeparator: { $0 == "," || $0 == " " })
      .map { $0.lowercased() }
  }

  /// `host:port`, `http://…`, `socks5://…` or `socks5h://…`.
  static func parse(_ text: String?) throws(InvalidURL) -> ProxyRoute {
    guard let text, !text.isEmpty else { return .direct }
    for scheme in ["socks5h://", "socks5://", "socks://"] where text.hasPrefix(scheme) {
      let url = try RequestURL("http://" + text.dropFirst(scheme.count))
      return .socks5(host: url.host, port: url.port == 80 ? 1080 : url.port)
    }
    let url = try RequestURL(text.contains("://") ? text : "http://" + text)
    guard url.scheme == .http else {
      throw InvalidURL(text: text, reason: "a proxy is spoken to over http or socks5")
    }
    return .http(url)
  }

  /// Whether no request goes through a proxy.
  package var isDirect: Bool { forHTTP == .direct && forHTTPS == .direct }

  package func route(for url: RequestURL) -> ProxyRoute {
    let route = url.scheme == .http ? forHTTP : forHTTPS
    return route == .direct || isException(url) ? .direct : route
  }

  /// `*`, a name, a domain with or without its leading dot, or a network such as
  /// `10.0.0.0/8`.
  private func isException(_ url: RequestURL) -> Bool {
    exceptions.contains { pattern in
      let name = pattern.hasPrefix(".") ? String(pattern.dropFirst()) : pattern
      return name == "*" || url.host == name || url.host.hasSuffix("." + name)
        || "\(url.host):\(url.port)" == name
        || AddressNetwork(name).map { $0.contains(url.host) } ?? false
    }
  }
}
