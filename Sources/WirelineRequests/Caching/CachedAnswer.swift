/// An answer out of a cache.
package struct CachedAnswer: Sendable, Equatable {
  /// What is stored, whose body goes with it.
  package let stored: StoredResponse
  /// The head to give out, with its `Age` (RFC 9111 §4).
  package let head: ResponseHead
  /// Seconds; `age_s` of a response record.
  package let age: Int
  package let source: Response.Source
  package let reason: CacheReason
}
