import NIOCore
import WirelineCore
package import WirelineRequests

package struct HTTPClientConfiguration: Sendable {
  package var tls = TLSTrust()
  package var proxies = ProxyRoutes()
  /// Addresses to use instead of a lookup, by `host:port`.
  package var resolved: [String: [String]] = [:]
  /// Replaces the host and port to connect to; the first match counts.
  package var connectTo: [HostReplacement] = []
  /// The version of IP to use; nil for both.
  package var addressFamily: AddressFamily?
  /// The name or address of the network interface to connect from; nil for any.
  package var interface: String?
  /// The addresses of `interface`; empty for any.
  var localAddresses: [SocketAddress] = []
  /// The number of concurrent requests, which determines how many names are resolved at once.
  package var jobs = 1
  package var maximumIdleConnections = 32
  /// The time for which an idle connection is kept: less than the timeout of most servers, so
  /// requests rarely find their connection closed.
  package var maximumIdleTime = Duration.seconds(30)
  package var offersHTTP2 = true
  /// The maximum download rate of all connections together; nil for no limit.
  package var bytesPerSecond: Int?
  package var deniesPrivate = false
  /// Whether responses report TLS and reused connections.
  package var reportsConnections = false
  /// A Unix socket to connect to, whatever the URL's host.
  package var unixSocket: String?

  package init() {}
}

package enum AddressFamily: String, Sendable {
  case ipv4 = "IPv4"
  case ipv6 = "IPv6"
}

package struct TLSTrust: Sendable, Equatable {
  /// A PEM file of certificate authorities; nil for the system's.
  package var authorityFile: String?
  /// Whether to accept any certificate: the connection is encrypted but not authenticated.
  package var isUnverified = false
  /// PEM files of the client certificate with its chain, and of its key, which may be in the same
  /// file, or a file in PKCS#12 format with both.
  package var certificateFile: String?
  package var keyFile: String?
  package var keyPassword: String?
  /// SHA-256 of the public keys that a server may have; empty for any.
  package var pinnedKeys: [[UInt8]] = []
  package var allowsTLS13 = true
}

package enum ProxyRoute: Sendable, Hashable {
  case direct
  case http(HTTPProxy)
  /// The login is user and password, decoded.
  case socks5(host: String, port: Int, login: String? = nil)

  func firstHop(to url: RequestURL) -> (host: String, port: Int) {
    switch self {
    case .direct: (url.host, url.port)
    case .http(let proxy): (proxy.url.host, proxy.url.port)
    case .socks5(let host, let port, _): (host, port)
    }
  }

  /// - Parameter timing: receives the head of the proxy's response.
  func tunnel(
    _ channel: any Channel, to url: RequestURL, timing: ConnectionTiming
  ) -> EventLoopFuture<any Channel> {
    switch self {
    case .direct: channel.eventLoop.makeSucceededFuture(channel)
    case .http(let proxy) where url.scheme == .http && !proxy.tunnels:
      channel.eventLoop.makeSucceededFuture(channel)
    case .http(let proxy):
      ProxyTunnel.connect(channel, to: url, proxy: proxy, timing: timing)
    case .socks5(_, _, let login): ProxyTunnel.socks(channel, to: url, login: login)
    }
  }
}

/// Selects the proxy of a request by curl's rules.
package struct ProxyRoutes: Sendable {
  private var forHTTP = ProxyRoute.direct
  private var forHTTPS = ProxyRoute.direct
  private var exceptions: [String] = []

  package init() {}

  /// - Parameters:
  ///   - proxy: the user's choice, which overrides the environment; empty for no proxy.
  ///   - variable: looks up `http_proxy` (lower case only: a CGI client can set `HTTP_PROXY`),
  ///     `https_proxy`, `all_proxy`, `no_proxy`.
  package init(
    proxy: String?, variable: (String) -> String?
  ) throws(InvalidURL) {
    func anyCase(_ name: String) -> String? { variable(name) ?? variable(name.uppercased()) }
    let all = anyCase("all_proxy")
    forHTTP = try Self.parse(proxy ?? variable("http_proxy") ?? all)
    forHTTPS = try Self.parse(proxy ?? anyCase("https_proxy") ?? all)
    setExceptions(anyCase("no_proxy") ?? "")
  }

  /// Changes the proxies.
  ///
  /// - Parameter login: user and password, instead of those in the URLs; nil for these.
  package mutating func configure(login: String?, change: (inout HTTPProxy) -> Void) {
    func configured(_ route: ProxyRoute) -> ProxyRoute {
      switch route {
      case .direct: return .direct
      case .socks5(let host, let port, let own):
        return .socks5(host: host, port: port, login: login ?? own)
      case .http(var proxy):
        if let login { proxy.fields = ["Proxy-Authorization": BasicCredentials.value(login)] }
        change(&proxy)
        return .http(proxy)
      }
    }
    forHTTP = configured(forHTTP)
    forHTTPS = configured(forHTTPS)
  }

  /// - Parameter list: hosts to reach directly, separated by commas or spaces.
  package mutating func setExceptions(_ list: String) {
    exceptions = list.split(whereSeparator: { $0 == "," || $0 == " " }).map { $0.lowercased() }
  }

  /// `host:port`, `http://…`, `socks5://…` or `socks5h://…`.
  static func parse(_ text: String?) throws(InvalidURL) -> ProxyRoute {
    guard let text, !text.isEmpty else { return .direct }
    for scheme in ["socks5h://", "socks5://", "socks://"] where text.hasPrefix(scheme) {
      let rest = text.dropFirst(scheme.count)
      let url = try RequestURL("http://" + rest)
      // The scheme changes only a port that the text does not have. That of SOCKS is 1080 (RFC 1928
      // §3).
      let hasPort = try RequestURL("https://" + rest).port == url.port
      return .socks5(host: url.host, port: hasPort ? url.port : 1080, login: url.login)
    }
    let url = try RequestURL(text.contains(text: "://") ? text : "http://" + text)
    guard url.scheme == .http else {
      throw InvalidURL(text: text, reason: "a proxy URL begins with http:// or socks5://")
    }
    return .http(HTTPProxy(url))
  }

  package var isDirect: Bool { forHTTP == .direct && forHTTPS == .direct }

  package func route(for url: RequestURL) -> ProxyRoute {
    let route = url.scheme == .http ? forHTTP : forHTTPS
    return route == .direct || isException(url) ? .direct : route
  }

  /// Matches `*`, a name, a domain with or without its leading dot, or a network such as
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
