/// What the answer to a revalidation means, RFC 9111 §4.3.3.
package enum ValidationOutcome: Sendable, Equatable {
  /// Still good: use it, and store its new head.
  case freshened(CachedAnswer)
  /// Still good, but its head is to stay as it is stored.
  case confirmed(CachedAnswer)
  /// An error, in whose place the stored response is used (RFC 5861 §4).
  case stale(CachedAnswer)
  /// A whole answer: use it, and offer it for storing.
  case replaced(CacheReason)
  /// A 304 about some other response: ask again, without conditions.
  case repeatWithoutConditions(CacheReason)
}
