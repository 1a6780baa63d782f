/// The cookies of a run, RFC 6265 §5.3 and §5.4: a value that is told what servers set, and asked
/// what goes with a request. Times are seconds since 1970.
///
/// A `Domain` that is a public suffix (`PublicSuffixes`), such as `com`, `co.uk` and `github.io`,
/// sets nothing, unless it is the host itself; then the cookie is for that host only.
package struct CookieJar: Sendable, Equatable {
  /// No cookie lives longer, RFC 6265bis §5.5: 400 days, in seconds.
  package static let maximumLifetime = 400 * 86_400
  /// The oldest goes when a domain has more.
  package static let maximumPerDomain = 180
  /// The oldest goes when there are more (RFC 6265 §6.1).
  package static let maximumCount = 3000

  /// In the order in which they were first set.
  package private(set) var cookies: [Cookie] = []

  package init() {}

  package var isEmpty: Bool { cookies.isEmpty }

  /// Takes what the `Set-Cookie` fields of an answer set.
  ///
  /// - Returns: why some of them set nothing.
  package mutating func store(
    _ headers: HeaderFields, from url: RequestURL, now: Int
  ) -> [CookieRejection] {
    var rejections: [CookieRejection] = []
    for field in headers.values(of: "Set-Cookie") {
      do throws(CookieRejection) {
        try store(field, from: url, now: now)
      } catch {
        rejections.append(error)
      }
    }
    return rejections
  }

  /// Takes one `Set-Cookie` field; one that has expired already removes its cookie.
  package mutating func store(
    _ field: String, from url: RequestURL, now: Int
  ) throws(CookieRejection) {
    let cookie = try SetCookie(field).cookie(from: url, now: now)
    if !cookie.isSecure, !CookieScope.isTrustworthy(url), hidesSecureOne(cookie) {
      throw .hidesSecureCookie(name: cookie.name)
    }
    insert(cookie, now: now)
  }

  /// Takes a cookie as it is, in the place of the one that it replaces.
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

  /// Those that go with a request: longer paths first, then the older ones (RFC 6265 §5.4).
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

  /// The value of the `Cookie` field of a request; nil where none goes with it. A secret.
  package func field(for url: RequestURL, now: Int) -> String? {
    if cookies.isEmpty { return nil }
    let pairs = cookies(for: url, now: now).map { $0.name + "=" + $0.value }
    return pairs.isEmpty ? nil : pairs.joined(separator: "; ")
  }

  /// Forgets those whose time is over.
  package mutating func removeExpired(now: Int) {
    cookies.removeAll { $0.isExpired(now: now) }
  }

  /// Forgets those that end with the session (`curl -j`).
  package mutating func removeSession() {
    cookies.removeAll { $0.expiry == nil }
  }

  /// RFC 6265bis §5.7: plain HTTP does not write over what came over TLS, nor beside it.
  private func hidesSecureOne(_ cookie: Cookie) -> Bool {
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
    removeExpired(now: now)
    if cookies.count(where: { $0.domain == domain }) > Self.maximumPerDomain,
      let oldest = cookies.firstIndex(where: { $0.domain == domain })
    {
      cookies.remove(at: oldest)
    }
    if cookies.count > Self.maximumCount { cookies.removeFirst() }
  }
}
