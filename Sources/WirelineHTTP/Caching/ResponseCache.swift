package import WirelineCore

/// The response cache of a run: what is asked of it, and where it lies.
package struct ResponseCache: Sendable {
  let store: CacheStore
  let flights = CacheFlights()
  /// Questions that nobody waits for, under way.
  let refreshes = CacheRefreshes()
  private let options: CacheOptions
  /// Whether every request goes through it, or only those that bring a time to
  /// live of their own.
  private let isForAll: Bool

  /// - Parameter isForAll: `--cache`; without it only requests with a time to
  ///   live of their own are looked for and stored.
  package init(_ store: CacheStore, _ options: CacheOptions, isForAll: Bool) {
    self.store = store
    self.options = options
    self.isForAll = isForAll
  }

  /// What decides about a request; nil where the cache has no part in it.
  package func policy(for request: RequestSpecification) -> CachePolicy? {
    var options = options
    if let lifetime = request.cacheLifetime {
      options.timeToLive = Int(lifetime.components.seconds)
    } else if !isForAll {
      return nil
    }
    return CachePolicy(options)
  }

  /// Why an answer would, or would not, be used again now.
  package func explanation(of request: RequestSpecification, now: Int) -> CacheReason? {
    guard let policy = policy(for: request) else { return nil }
    let entries = store.lookUp(policy.key(request))
    return policy.decide(request, stored: entries.map(\.response), now: now).reason
  }
}
