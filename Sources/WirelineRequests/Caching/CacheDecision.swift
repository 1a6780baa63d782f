/// What a cache makes of a request, RFC 9111 §4.
package enum CacheDecision: Sendable, Equatable {
  /// Send it; the cache has no part in it, and the answer is not stored.
  case bypass(CacheReason)
  /// Send it, and offer the answer for storing.
  case forward(CacheReason)
  /// Ask first. On a failure the stored response may still do.
  case revalidate(Revalidation, CacheReason)
  /// Send nothing. With a revalidation the stored response is to be asked about
  /// behind the user's back (RFC 5861 §3).
  case use(CachedAnswer, meanwhile: Revalidation?)
  /// Send nothing, and answer as with 504 (Gateway Timeout), RFC 9111 §5.2.1.7.
  case unsatisfiable(CacheReason)

  package var reason: CacheReason {
    switch self {
    case .bypass(let reason), .forward(let reason), .revalidate(_, let reason),
      .unsatisfiable(let reason):
      reason
    case .use(let answer, _): answer.reason
    }
  }
}
