package import WirelineCore

/// An absolute `http` or `https` URL, split once and for all.
///
/// The same parse serves the check, the connection, the request line and the
/// cookie or credential decision, so no two of them can disagree about the host
/// (RFC 3986, with the host rules of the WHATWG URL standard that matter for
/// safety: numeric hosts are IPv4 in every notation, a backslash is no
/// separator, percent-encoding in a host is refused).
package struct RequestURL: Sendable, Hashable {
  package enum Scheme: String, Sendable {
    case http, https

    /// The port meant when the URL names none.
    package var defaultPort: Int { self == .http ? 80 : 443 }
  }

  /// What it consists of. An object, because a URL goes through many hands: a copy
  /// counts one reference, not one for each text.
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
      _ scheme: Scheme, _ host: URLHost, _ port: Int, userInformation: String?, path: String,
      query: String?
    ) {
      self.scheme = scheme
      self.host = host
      self.port = port
      self.userInformation = userInformation
      self.path = path
      self.query = query
      let name = host.isIPv6 ? "[\(host.name)]" : host.name
      authority = port == scheme.defaultPort ? name : "\(name):\(port)"
      text = Self.text(scheme, authority, path, query)
    }

    private static func text(
      _ scheme: Scheme, _ authority: String, _ path: String, _ query: String?
    ) -> String {
      var text = ""
      let length = authority.utf8.count + path.utf8.count + (query?.utf8.count ?? 0)
      text.reserveCapacity(length + "https://?".utf8.count)
      text += scheme == .http ? "http://" : "https://"
      text += authority
      text += path
      if let query {
        text += "?"
        text += query
      }
      return text
    }
  }

  package var scheme: Scheme { parts.scheme }
  /// Lower case, ASCII (Punycode where it was not), IPv6 without brackets.
  package var host: String { parts.host.name }
  /// Whether `host` is an IPv6 address.
  package var isIPv6: Bool { parts.host.isIPv6 }
  /// 1…65535.
  package var port: Int { parts.port }
  /// User and password as written, still percent-encoded. A secret.
  package var userInformation: String? { parts.userInformation }

  /// The path, percent-encoded, never empty.
  package var path: String {
    get { parts.path }
    set {
      parts = Parts(
        scheme, parts.host, port, userInformation: userInformation, path: newValue, query: query)
    }
  }

  /// The query without `?`, percent-encoded; nil when there is none.
  package var query: String? {
    get { parts.query }
    set {
      parts = Parts(
        scheme, parts.host, port, userInformation: userInformation, path: path, query: newValue)
    }
  }

  /// The request target in origin form, RFC 9112 §3.2.1.
  package var target: String {
    if let query { path + "?" + query } else { path }
  }

  /// Host and port as the `Host` field has them, RFC 9110 §7.2.
  package var authority: String { parts.authority }

  /// `https://host`, with the port unless it is the scheme's own.
  package var origin: String { scheme.rawValue + "://" + authority }

  /// The URL with user and password left out, fit for records and messages.
  package var text: String { parts.text }

  package static func == (one: RequestURL, other: RequestURL) -> Bool {
    // The text has all but user and password.
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

  /// Parses an absolute URL.
  ///
  /// White space and non-ASCII characters in path and query are
  /// percent-encoded as UTF-8; a fragment is dropped; control characters are
  /// refused anywhere.
  package init(_ text: String) throws(InvalidURL) {
    var parser = RequestURLParser(text)
    self = try parser.absolute()
  }

  init(
    scheme: Scheme, host: URLHost, port: Int, userInformation: String?, path: String,
    query: String?
  ) {
    parts = Parts(
      scheme, host, port, userInformation: userInformation, path: path, query: query)
  }

  /// The parameters of the query in order, decoded as UTF-8; a space for a `+`.
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

  /// Adds parameters to the query, in order, percent-encoded once.
  package mutating func append(query items: [(name: String, value: String)]) {
    guard !items.isEmpty else { return }
    let added = items.map {
      PercentEncoding.component($0.name) + "=" + PercentEncoding.component($0.value)
    }
    .joined(separator: "&")
    if let query, !query.isEmpty { self.query = query + "&" + added } else { query = added }
  }
}
