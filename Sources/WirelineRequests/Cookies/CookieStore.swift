internal import Synchronization

/// The cookies of a run: sent with each attempt and updated by each response, redirects included.
package final class CookieStore: Sendable {
  private let jar: Mutex<CookieJar>
  /// Whether the Host field of a request decides, as for a virtual host that is tested at another
  /// address. Records of others could read the cookies of any host.
  private let followsHostField: Bool

  package init(_ jar: CookieJar, followsHostField: Bool = false) {
    self.jar = Mutex(jar)
    self.followsHostField = followsHostField
  }

  package var cookies: CookieJar { jar.withLock { $0 } }

  /// Adds the cookies to a request whose cache key depends on them.
  package func fill(_ request: RequestSpecification, now: Int) -> RequestSpecification {
    var filled = request
    fill(&filled.headers, for: request.url, now: now)
    return filled
  }

  /// Adds the cookies of a URL, after those that the fields already have.
  package func fill(_ headers: inout HeaderFields, for url: RequestURL, now: Int) {
    let url = self.url(url, headers)
    guard let field = jar.withLock({ $0.field(for: url, now: now) }) else { return }
    let own = headers["Cookie"].map { $0 + "; " } ?? ""
    headers.set("Cookie", own + field)
  }

  private func url(_ url: RequestURL, _ headers: HeaderFields) -> RequestURL {
    guard followsHostField, let host = headers["Host"] else { return url }
    return (try? RequestURL("\(url.scheme.rawValue)://\(host)\(url.path)")) ?? url
  }

  /// - Parameter headers: the fields of the request.
  package func store(
    _ head: ResponseHead, from url: RequestURL, headers: HeaderFields, now: Int
  ) {
    let fields = head.headers.values(of: "Set-Cookie")
    guard !fields.isEmpty else { return }
    let url = self.url(url, headers)
    jar.withLock { jar in
      for field in fields { jar.store(field, from: url, now: now) }
    }
  }
}
