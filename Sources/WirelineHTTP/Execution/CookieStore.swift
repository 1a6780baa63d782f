import Synchronization
package import WirelineRequests

/// The cookies of a run: sent with each attempt and updated by each response, redirects included.
package final class CookieStore: Sendable {
  private let jar: Mutex<CookieJar>

  package init(_ jar: CookieJar) { self.jar = Mutex(jar) }

  package var cookies: CookieJar { jar.withLock { $0 } }

  /// Adds the cookies to a request whose cache key depends on them.
  func fill(_ request: RequestSpecification, now: Int) -> RequestSpecification {
    guard let field = jar.withLock({ $0.field(for: request.url, now: now) }) else { return request }
    var filled = request
    let own = request.headers["Cookie"].map { $0 + "; " } ?? ""
    filled.headers.set("Cookie", own + field)
    return filled
  }

  /// Adds the cookies of the URL, after those that the request already has.
  func fill(_ request: RequestAttempt, now: Int) -> RequestAttempt {
    guard let field = jar.withLock({ $0.field(for: request.url, now: now) }) else { return request }
    var filled = request
    let own = request.headers["Cookie"].map { $0 + "; " } ?? ""
    filled.headers.set("Cookie", own + field)
    return filled
  }

  func store(_ head: ResponseHead, from url: RequestURL, now: Int) {
    guard head.headers.contains("Set-Cookie") else { return }
    _ = jar.withLock { $0.store(head.headers, from: url, now: now) }
  }
}
