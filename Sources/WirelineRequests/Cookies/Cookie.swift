/// A cookie as it is kept, RFC 6265 §5.3.
package struct Cookie: Sendable, Equatable {
  /// `SameSite`, which only browsers can obey: a tool has no site. It is kept, and told.
  package enum SameSite: String, Sendable {
    case none = "None"
    case lax = "Lax"
    case strict = "Strict"
  }

  /// Never empty.
  package var name: String
  /// A secret.
  package var value: String
  /// As `RequestURL.host` has it, without a leading dot.
  package var domain: String
  /// Whether hosts under `domain` do not get it.
  package var isHostOnly: Bool
  /// Begins with `/`.
  package var path: String
  /// Whether it goes over TLS, or to this machine, only.
  package var isSecure: Bool
  package var isHTTPOnly: Bool
  package var sameSite: SameSite?
  /// Seconds since 1970; nil for one that ends with the session.
  package var expiry: Int?
  /// When it was first set, in seconds since 1970.
  package var creation: Int

  package init(
    name: String, value: String, domain: String, isHostOnly: Bool = true, path: String = "/",
    isSecure: Bool = false, isHTTPOnly: Bool = false, sameSite: SameSite? = nil,
    expiry: Int? = nil, creation: Int = 0
  ) {
    self.name = name
    self.value = value
    self.domain = domain
    self.isHostOnly = isHostOnly
    self.path = path
    self.isSecure = isSecure
    self.isHTTPOnly = isHTTPOnly
    self.sameSite = sameSite
    self.expiry = expiry
    self.creation = creation
  }

  /// Whether its time is over. `now` is in seconds since 1970.
  package func isExpired(now: Int) -> Bool {
    expiry.map { $0 <= now } ?? false
  }

  /// Whether it goes with a request, RFC 6265 §5.4.
  package func matches(_ url: RequestURL, now: Int) -> Bool {
    guard !isExpired(now: now), !isSecure || CookieScope.isTrustworthy(url) else { return false }
    let isDomainMatched =
      isHostOnly ? url.host == domain : CookieScope.isHost(url.host, inDomain: domain)
    return isDomainMatched && CookieScope.isPath(url.path, inside: path)
  }

  /// One is replaced by the other, RFC 6265bis §5.7: `a.example` alone and all under it are two.
  func hasSameIdentity(as other: Cookie) -> Bool {
    name == other.name && path == other.path && domain == other.domain
      && isHostOnly == other.isHostOnly
  }
}
