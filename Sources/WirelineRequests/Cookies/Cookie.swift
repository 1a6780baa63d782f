/// A stored cookie, RFC 6265 §5.3.
package struct Cookie: Sendable, Equatable {
  /// The `SameSite` attribute. Stored but not enforced: command-line requests have no site.
  package enum SameSite: String, CaseIterable, Sendable {
    case none = "None"
    case lax = "Lax"
    case strict = "Strict"
  }

  package var name: String
  /// A secret.
  package var value: String
  /// Normalized like `RequestURL.host`, without a leading dot.
  package var domain: String
  /// Whether subdomains of `domain` do not receive it.
  package var isHostOnly = true
  package var path = "/"
  /// Whether it is sent only over TLS or to the loopback interface.
  package var isSecure = false
  package var isHTTPOnly = false
  package var sameSite: SameSite?
  /// Seconds since 1970; nil for a session cookie.
  package var expiry: Int?
  /// When it was first set, in seconds since 1970.
  package var creation = 0

  /// - Parameter now: seconds since 1970.
  package func isExpired(now: Int) -> Bool {
    expiry.map { $0 <= now } ?? false
  }

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

  static func isAddress(_ host: String) -> Bool {
    if host.contains(":") { return true }
    return host.utf8.allSatisfy { $0 == 0x2E || (0x30...0x39).contains($0) }
  }

  /// The name of a host as URLs have it: lower case, Punycode, one notation of addresses.
  static func canonicalHost(_ name: String) -> String? {
    let text = name.contains(":") && !name.hasPrefix("[") ? "[\(name)]" : name
    return (try? URLHost(Array(text.utf8)[...]))?.name
  }

  /// Whether a `Secure` cookie may be set by and sent to `url`: over TLS or loopback only.
  static func isTrustworthy(_ url: RequestURL) -> Bool {
    url.scheme == .https || url.isLoopback
  }
}

/// Domains under which anyone can register names, such as `co.uk` and `github.io`. A cookie for one
/// of them would be sent to unrelated sites.
///
/// Uses the Public Suffix List, https://publicsuffix.org/list/.
enum PublicSuffixes {
  /// - Parameter domain: normalized like a URL's host: lower case, Punycode.
  static func contains(_ domain: String) -> Bool {
    let name = Array(domain.utf8)
    // The list's default rule: every domain of a single label is a public suffix.
    guard let dot = name.firstIndex(of: UInt8(ascii: ".")) else { return true }
    return PublicSuffixTable.groups.withUTF8Buffer { table in
      guard let labels = labels(under: name[(dot + 1)...], in: table) else { return false }
      if hasRule([UInt8(ascii: "!")] + name[..<dot], labels) { return false }
      return hasRule([UInt8(ascii: "*")], labels) || hasRule(Array(name[..<dot]), labels)
    }
  }

  private typealias Text = Slice<UnsafeBufferPointer<UInt8>>

  /// Binary search for the group of a parent domain.
  private static func labels(
    under parent: ArraySlice<UInt8>, in table: UnsafeBufferPointer<UInt8>
  ) -> Text? {
    let mark = UInt8(ascii: ":")
    var (low, high) = (0, table.count)
    while low < high {
      let middle = (low + high) / 2
      let start = table[low...middle].lastIndex(of: mark) ?? low
      let end = table[(start + 1)..<high].firstIndex(of: mark) ?? high
      let found = table[(start + 1)..<end].prefix { $0 > space }
      if found.elementsEqual(parent) { return table[found.endIndex..<end] }
      if found.lexicographicallyPrecedes(parent) { low = end } else { high = start }
    }
    return nil
  }

  private static func hasRule(_ label: [UInt8], _ labels: Text) -> Bool {
    var rest = labels
    while !rest.isEmpty {
      rest = rest.drop { $0 <= space }
      let word = rest.prefix { $0 > space }
      if word.elementsEqual(label) { return true }
      rest = rest[word.endIndex...]
    }
    return false
  }

  /// Words are separated by spaces and line breaks, which are not above it.
  private static let space = UInt8(ascii: " ")
}
