internal import CTables
internal import Glibc

/// A stored cookie, RFC 6265 §5.3.
package struct Cookie: Sendable, Equatable {
  package var name: String
  /// Secret.
  package var value: String
  /// Normalized like `RequestURL.host`, without a leading dot.
  package var domain: String
  /// Whether subdomains of `domain` do not receive it.
  package var isHostOnly = true
  package var path = "/"
  /// Whether it is sent only over TLS or to the loopback interface.
  package var isSecure = false
  package var isHTTPOnly = false
  /// Seconds since 1970; nil for a session cookie.
  package var expiry: Int?
  /// The time when it was first set, in seconds since 1970.
  package var creation = 0

  /// - Parameter now: seconds since 1970.
  package func isExpired(now: Int) -> Bool { expiry.map { $0 <= now } ?? false }

  /// The longest lifetime, RFC 6265bis §5.5: 400 days, in seconds.
  static let maximumLifetime = 400 * 86_400

  /// Whether it is sent with a request to `url`, RFC 6265 §5.4.
  package func matches(_ url: RequestURL, now: Int) -> Bool {
    guard !isExpired(now: now), !isSecure || CookieScope.isTrustworthy(url) else { return false }
    let isDomainMatched =
      isHostOnly ? url.host == domain : CookieScope.isHost(url.host, inDomain: domain)
    return isDomainMatched && CookieScope.isPath(url.path, inside: path)
  }

  /// Whether one replaces the other, RFC 6265bis §5.7. A host-only cookie and a domain cookie
  /// coexist.
  func hasSameIdentity(as other: Cookie) -> Bool {
    name == other.name && path == other.path && domain == other.domain
      && isHostOnly == other.isHostOnly
  }
}

/// Domain and path matching, RFC 6265 §5.1.
enum CookieScope {
  /// Domain matching, RFC 6265 §5.1.3. IP addresses match only themselves.
  static func isHost(_ host: String, inDomain domain: String) -> Bool {
    if host == domain { return true }
    return host.hasSuffix(domain) && host.dropLast(domain.count).last == "."
      && !isAddress(host)
  }

  /// Path matching, RFC 6265 §5.1.4.
  static func isPath(_ path: String, inside cookiePath: String) -> Bool {
    guard path.hasPrefix(cookiePath) else { return false }
    return path.utf8.count == cookiePath.utf8.count || cookiePath.hasSuffix("/")
      || path.utf8.dropFirst(cookiePath.utf8.count).first == 0x2F
  }

  /// The path of a cookie without a `Path` attribute: the request's path up to its last slash.
  static func defaultPath(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  static func isAddress(_ host: String) -> Bool { IPAddress.bytes(of: host) != nil }

  /// The name of a host, normalized like `RequestURL.host`; nil if invalid.
  static func canonicalHost(_ name: String) -> String? {
    var text = name.contains(":") && !name.hasPrefix("[") ? "[\(name)]" : name
    return text.withUTF8 { try? URLHost($0[...]) }?.name
  }

  /// Whether a `Secure` cookie may be set by and sent to `url`: over TLS or loopback only.
  static func isTrustworthy(_ url: RequestURL) -> Bool { url.scheme == .https || url.isLoopback }
}

/// Domains under which anyone can register names, such as `co.uk` and `github.io`. A cookie for one
/// of them would be sent to unrelated sites.
///
/// Uses the Public Suffix List, https://publicsuffix.org/list/.
enum PublicSuffixes {
  /// Whether hosts of other owners belong to a domain of a host: the domain is a public suffix, or
  /// shorter than the public suffix of the host.
  ///
  /// - Parameters:
  ///   - domain: the host, or one of its parent domains.
  ///   - host: normalized like a URL's host: lower case, Punycode.
  static func isShared(_ domain: String, of host: String) -> Bool {
    var name = Substring(host)
    while name.utf8.count >= domain.utf8.count {
      if contains(String(name)) { return true }
      guard let dot = name.firstIndex(of: ".") else { break }
      name = name[name.index(after: dot)...]
    }
    return false
  }

  /// Whether a domain is a public suffix, or the parent of a wildcard such as `*.kawasaki.jp`,
  /// whose subdomains are public suffixes.
  ///
  /// - Parameter domain: normalized like a URL's host.
  static func contains(_ domain: String) -> Bool {
    let domain = domain.last == "." ? domain.dropLast() : domain[...]
    // The list's default rule: every domain of a single label is a public suffix.
    guard let dot = domain.firstIndex(of: ".") else { return true }
    let label = domain[..<dot]
    if let labels = labels[domain[domain.index(after: dot)...]] {
      let isExcepted = labels.contains("!" + label)
      if labels.contains(label) || labels.contains("*") && !isExcepted { return true }
    }
    return labels[domain]?.contains("*") ?? false
  }

  /// The labels of the rules under each parent domain: after a line with the list's date, lines of
  /// `:PARENT LABEL LABEL …`, which `public-suffix-table.py` generates.
  static let labels: [Substring: Set<Substring>] = {
    let table = UnsafeBufferPointer(
      start: wireline_public_suffixes(), count: wireline_public_suffixes_count)
    let lines = String(decoding: table, as: UTF8.self).split(separator: "\n").dropFirst()
      .map { $0.dropFirst().split(separator: " ") }
    return Dictionary(uniqueKeysWithValues: lines.map { ($0[0], Set($0.dropFirst())) })
  }()
}
