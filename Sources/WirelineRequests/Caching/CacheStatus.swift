/// How much a cache holds, `--cache-status`.
package struct CacheStatus: Sendable, Equatable {
  package let entries: Int
  /// Heads and bodies.
  package let bytes: Int
  /// What `bytes` may become before the least recently used entries go.
  package let limit: Int
}
