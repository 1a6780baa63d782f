internal import WirelineCore

/// A parsed absolute `http` or `https` URL.
///
/// Validation, connection, request line, cookies and credentials all use the same parse, so they
/// cannot disagree about the host. Follows RFC 3986, with those host rules of the WHATWG URL
/// standard that matter for security: numeric hosts are IPv4 in every notation, a backslash is not
/// a separator, and percent-encoding in a host is rejected.
package struct RequestURL: Sendable, Hashable {
  package enum Scheme: String, Sendable {
    case http, https

    package var defaultPort: Int { self == .http ? 80 : 443 }
  }

  /// Shared storage. Copying a URL retains one reference instead of one per string.
  private var parts: Parts

  private final class Parts: Sendable {
    let scheme: Scheme
    let host: URLHost
    let port: Int
    let userInformation: String?
    let path: String
    let query: String?
    let authority: String
    let text: String

    init(
      _ scheme: Scheme, host: URLHost, port: Int, userInformation: String?, path: String,
      query: String?
    ) {
      self.scheme = scheme
      self.host = host
      self.port = port
      self.userInformation = userInformation
      self.path = path
      self.query = query
      let name = host.isIPv6 ? "[\(host.name)]" : host.name
      authority = port == scheme.defaultPort ? name : name + ":" + String(port)
      // Appended: an interpolation takes twice as long, for every request.
      var text = scheme == .http ? "http://" : "https://"
      text.reserveCapacity(authority.utf8.count + path.utf8.count + (query?.utf8.count ?? 0) + 9)
      text += authority
      text += path
      if let query {
        text += "?"
        text += query
      }
      self.text = text
    }
  }

  package var scheme: Scheme { parts.scheme }
  /// In lower case and ASCII (Punycode), IPv6 without brackets.
  package var host: String { parts.host.name }
  package var isIPv6: Bool { parts.host.isIPv6 }
  package var port: Int { parts.port }
  /// User and password as written, still percent-encoded. Secret.
  package var userInformation: String? { parts.userInformation }

  /// The path, percent-encoded, never empty.
  package var path: String {
    get { parts.path }
    set { parts = changed(path: newValue, query: query) }
  }

  /// The query without `?`, percent-encoded; nil if absent.
  package var query: String? {
    get { parts.query }
    set { parts = changed(path: path, query: newValue) }
  }

  private func changed(path: String, query: String?) -> Parts {
    Parts(
      scheme, host: parts.host, port: port, userInformation: userInformation, path: path,
      query: query)
  }

  /// The request target in origin form, RFC 9112 §3.2.1.
  package var target: String { if let query { path + "?" + query } else { path } }

  package var authority: String { parts.authority }

  /// `https://host`, with the port if it is not the default.
  package var origin: String { scheme.rawValue + "://" + authority }

  /// The URL without user and password, safe for records and messages.
  package var text: String { parts.text }

  package static func == (one: RequestURL, other: RequestURL) -> Bool {
    one.parts === other.parts
      || one.text == other.text && one.userInformation == other.userInformation
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(text)
    hasher.combine(userInformation)
  }

  /// RFC 6454: two URLs share an origin when scheme, host and port agree.
  package func hasSameOrigin(as other: RequestURL) -> Bool {
    scheme == other.scheme && port == other.port && host == other.host
  }

  /// Adds user and password of a URL of the same origin, since links do not repeat them.
  package func withCredentials(of other: RequestURL) -> RequestURL {
    guard userInformation == nil, other.userInformation != nil, hasSameOrigin(as: other) else {
      return self
    }
    return RequestURL(
      scheme: scheme, host: parts.host, port: port,
      userInformation: other.userInformation, path: path, query: query)
  }

  init(
    scheme: Scheme, host: URLHost, port: Int, userInformation: String?, path: String,
    query: String?
  ) {
    parts = Parts(
      scheme, host: host, port: port, userInformation: userInformation, path: path, query: query)
  }

  /// The query parameters in order, decoded as UTF-8. `+` becomes a space.
  package var parameters: [(name: String, value: String)] {
    guard let query, !query.isEmpty else { return [] }
    return query.split(separator: "&").map { pair in
      let name = pair.prefix { $0 != "=" }
      return (Self.decoded(name), Self.decoded(pair[name.endIndex...].dropFirst()))
    }
  }

  private static func decoded(_ text: Substring) -> String {
    let spaced = Substring(String(text.map { $0 == "+" ? " " : $0 }))
    return String(decoding: PercentEncoding.decoded(spaced), as: UTF8.self)
  }

  /// Appends parameters to the query, percent-encoded.
  package mutating func append(query items: [(name: String, value: String)]) {
    guard !items.isEmpty else { return }
    let added = PercentEncoding.form(items)
    if let query, !query.isEmpty { self.query = query + "&" + added } else { query = added }
  }

  /// Resolves a reference such as a `Location` against this URL, RFC 3986 §5.2.
  package func resolving(_ reference: String) throws(InvalidURL) -> RequestURL {
    let text = reference.trimmingSpaces
    if Self.hasScheme(text) { return try RequestURL(text) }
    let base = "\(scheme.rawValue)://\(authority)"
    if text.hasPrefix("//") { return try RequestURL("\(scheme.rawValue):\(text)") }
    if text.hasPrefix("/") { return try RequestURL(base + text).removingDotSegments() }
    if text.hasPrefix("?") { return try RequestURL(base + path + text) }
    if text.isEmpty || text.hasPrefix("#") { return self }
    let folder = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
    return try RequestURL(base + folder + text).removingDotSegments()
  }

  /// Whether a command-line argument is a URL rather than a path: it begins with a scheme of two or
  /// more letters, supported or not.
  package static func looksAbsolute(_ text: String) -> Bool {
    guard hasScheme(text), let colon = text.firstIndex(of: ":") else { return false }
    return text[..<colon].utf8.count > 1 && text[text.index(after: colon)...].hasPrefix("/")
  }

  private static func hasScheme(_ text: String) -> Bool {
    guard let end = text.firstIndex(where: { ":/?#".contains($0) }) else { return false }
    return text[end] == ":" && end != text.startIndex
  }

  private func removingDotSegments() -> RequestURL {
    var result: [Substring] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for (index, segment) in zip(segments.indices, segments) {
      let isLast = index == segments.endIndex - 1
      switch segment {
      case "..":
        _ = result.popLast()
        if isLast { result.append("") }
      case ".": if isLast { result.append("") }
      default: result.append(segment)
      }
    }
    var url = self
    url.path = "/" + result.joined(separator: "/")
    return url
  }

  package var isLoopback: Bool {
    host == "localhost" || host.hasSuffix(".localhost") || host == "::1"
      || host.hasPrefix("127.") && IPAddress.bytes(of: host) != nil
  }
}
