internal import Synchronization

/// The cookies of a run: sent with each attempt and updated by each response, redirects included.
package final class CookieStore: Sendable {
  private let jar: Mutex<CookieJar>

  package init(_ jar: CookieJar) { self.jar = Mutex(jar) }

  package var cookies: CookieJar { jar.withLock { $0 } }

  /// Adds the cookies to a request whose cache key depends on them.
  package func fill(_ request: RequestSpecification, now: Int) -> RequestSpecification {
    var filled = request
    fill(&filled.headers, for: request.url, now: now)
    return filled
  }

  /// Adds the cookies of a URL, after those that the fields already have.
  package func fill(_ headers: inout HeaderFields, for url: RequestURL, now: Int) {
    guard let field = jar.withLock({ $0.field(for: url, now: now) }) else { return }
    let own = headers["Cookie"].map { $0 + "; " } ?? ""
    headers.set("Cookie", own + field)
  }

  package func store(_ head: ResponseHead, from url: RequestURL, now: Int) {
    let fields = head.headers.values(of: "Set-Cookie")
    guard !fields.isEmpty else { return }
    jar.withLock { jar in
      for field in fields { jar.store(field, from: url, now: now) }
    }
  }
}
