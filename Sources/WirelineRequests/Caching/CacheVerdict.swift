/// Whether a stored response does for a request.
enum CacheVerdict: Sendable, Equatable {
  case use(CacheReason)
  /// Stale, but good for now (RFC 5861 §3).
  case useMeanwhile(CacheReason)
  /// Only after asking; `isServable` where nothing but the lack of freshness
  /// speaks against it, and a cache that is cut off may serve it (RFC 9111
  /// §4.2.4).
  case ask(CacheReason, isServable: Bool)
}
