import Synchronization
package import WirelineRequests

/// The cookies of a run: sent with each attempt, taken from each answer, on the
/// way of a redirect too.
package final class CookieStore: Sendable {
  private let jar: Mutex<CookieJar>

  package init(_ jar: CookieJar) { self.jar = Mutex(jar) }

  package var cookies: CookieJar { jar.withLock { $0 } }

  /// The same for a request that goes to the cache first: whose answer it is
  /// hangs on them.
  func fill(_ request: RequestSpecification, now: Int) -> RequestSpecification {
    guard let field = jar.withLock({ $0.field(for: request.url, now: now) }) else { return request }
    var filled = request
    let own = request.headers["Cookie"].map { $0 + "; " } ?? ""
    filled.headers.set("Cookie", own + field)
    return filled
  }

  /// The request with the cookies that belong to its URL, behind those that it
  /// has already.
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
