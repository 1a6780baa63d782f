/// What the user of a cache asks of it, beside what requests and responses say.
package struct CacheOptions: Sendable, Equatable {
  /// `--cache-ttl`, in seconds: an answer is fresh for so long after it was
  /// received, whatever its server says of freshness and revalidation.
  package var timeToLive: Int?
  /// `--stale-if-error`, in seconds beyond freshness: instead of what request
  /// and response say (RFC 5861 §4).
  package var staleIfError: Int?
  /// `--offline`: the network is not asked.
  package var isOffline: Bool
  /// `--refresh`: the network is asked although what is here would do.
  package var isRefresh: Bool
  /// Whether a time to live of our own holds against `no-store` in a response
  /// too. RFC 9111 §5.2.2.5 says it must not.
  package var ignoresNoStore: Bool

  /// Where requests go in the place of their URL's host: a socket, addresses
  /// that were given; empty where they go where the name leads. What one place
  /// says is no answer of another.
  package var place = ""

  package init(
    timeToLive: Int? = nil, staleIfError: Int? = nil, isOffline: Bool = false,
    isRefresh: Bool = false, ignoresNoStore: Bool = false
  ) {
    self.timeToLive = timeToLive
    self.staleIfError = staleIfError
    self.isOffline = isOffline
    self.isRefresh = isRefresh
    self.ignoresNoStore = ignoresNoStore
  }
}
