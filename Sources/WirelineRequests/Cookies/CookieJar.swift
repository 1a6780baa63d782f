/// The cookies of a run, RFC 6265 §5.3 and §5.4. Times are seconds since 1970.
///
/// A cookie whose `Domain` is a public suffix, such as `com`, `co.uk` or `github.io`, or shorter
/// than the public suffix of the host, is rejected unless it is the host itself. It then becomes a
/// host-only cookie.
package struct CookieJar: Sendable, Equatable {
  /// Maximum number of cookies per domain; the oldest is removed first.
  package static let maximumPerDomain = 180
  /// Maximum number of cookies (RFC 6265 §6.1); the oldest is removed first.
  package static let maximumCount = 3000

  package private(set) var cookies: [Cookie] = []

  package init() {}

  package var isEmpty: Bool { cookies.isEmpty }

  /// Stores the cookie of a `Set-Cookie` field if it is valid. An expired cookie removes the
  /// existing one.
  package mutating func store(_ field: String, from url: RequestURL, now: Int) {
    guard let cookie = SetCookie(field)?.cookie(from: url, now: now),
      cookie.isSecure || CookieScope.isTrustworthy(url) || !shadowsSecureCookie(cookie)
    else { return }
    insert(cookie, now: now)
  }

  package mutating func insert(_ cookie: Cookie, now: Int) {
    if let index = cookies.firstIndex(where: { $0.hasSameIdentity(as: cookie) }) {
      if cookie.isExpired(now: now) {
        cookies.remove(at: index)
      } else {
        let creation = cookies[index].creation
        cookies[index] = cookie
        cookies[index].creation = creation
      }
    } else if !cookie.isExpired(now: now) {
      cookies.append(cookie)
      makeRoom(in: cookie.domain, now: now)
    }
  }

  /// The cookies to send with a request, longer paths first, then older cookies (RFC 6265 §5.4).
  package func cookies(for url: RequestURL, now: Int) -> [Cookie] {
    let matching = cookies.enumerated().filter { $0.element.matches(url, now: now) }
    return matching.sorted { one, other in
      let (left, right) = (one.element, other.element)
      if left.path.utf8.count != right.path.utf8.count {
        return left.path.utf8.count > right.path.utf8.count
      }
      return (left.creation, one.offset) < (right.creation, other.offset)
    }
    .map(\.element)
  }

  /// The value of a request's `Cookie` field, or nil if no cookie matches. Secret.
  package func field(for url: RequestURL, now: Int) -> String? {
    if cookies.isEmpty { return nil }
    let pairs = cookies(for: url, now: now).map { $0.name + "=" + $0.value }
    return pairs.isEmpty ? nil : pairs.joined(separator: "; ")
  }

  /// RFC 6265bis §5.7: plain HTTP can neither overwrite nor shadow a cookie set over TLS.
  private func shadowsSecureCookie(_ cookie: Cookie) -> Bool {
    cookies.contains {
      $0.isSecure && $0.name == cookie.name
        && (CookieScope.isHost(cookie.domain, inDomain: $0.domain)
          || CookieScope.isHost($0.domain, inDomain: cookie.domain))
        && CookieScope.isPath(cookie.path, inside: $0.path)
    }
  }

  private mutating func makeRoom(in domain: String, now: Int) {
    let count = cookies.count { $0.domain == domain }
    guard count > Self.maximumPerDomain || cookies.count > Self.maximumCount else { return }
    cookies.removeAll { $0.isExpired(now: now) }
    if cookies.count(where: { $0.domain == domain }) > Self.maximumPerDomain,
      let oldest = cookies.firstIndex(where: { $0.domain == domain })
    {
      cookies.remove(at: oldest)
    }
    if cookies.count > Self.maximumCount { cookies.removeFirst() }
  }
}
