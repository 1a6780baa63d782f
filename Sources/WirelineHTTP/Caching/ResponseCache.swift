internal import WirelineCore
package import WirelineRequests

/// The response cache of a run: what is asked of it, and where it lies.
package struct ResponseCache: Sendable {
  let store: CacheStore
  let flights = CacheFlights()
  /// Questions that nobody waits for, under way.
  let refreshes = CacheRefreshes()
  private let options: CacheOptions
  /// Whether no request goes out.
  package var isOffline: Bool { options.isOffline }
  /// Whether every request goes through it, or only those that bring a time to
  /// live of their own.
  private let isForAll: Bool
  private let isGood: (@Sendable (Response, [UInt8]) -> Bool)?

  /// - Parameter isForAll: `--cache`; without it only requests with a time to
  ///   live of their own are looked for and stored.
  /// - Parameter isGood: whether an answer and its body are what was asked for; others
  ///   are delivered, and not stored. Nil for all are.
  package init(
    _ store: CacheStore, _ options: CacheOptions, isForAll: Bool,
    isGood: (@Sendable (Response, [UInt8]) -> Bool)? = nil
  ) {
    self.store = store
    self.isGood = isGood
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

  /// Whether an answer may be stored for what it says.
  func accepts(_ response: Response) -> Bool {
    guard let isGood, case .bytes(let body) = response.body else { return true }
    return isGood(response, body)
  }

  /// Whether a request would be answered from here, and nobody asked.
  package func holds(_ request: RequestSpecification, now: Int) -> Bool {
    guard let policy = policy(for: request) else { return false }
    let entries = store.lookUp(policy.key(request))
    guard case .use = policy.decide(request, stored: entries.map(\.response), now: now) else {
      return false
    }
    return true
  }

  /// Why an answer would, or would not, be used again now.
  package func explanation(of request: RequestSpecification, now: Int) -> CacheReason? {
    guard let policy = policy(for: request) else { return nil }
    let entries = store.lookUp(policy.key(request))
    return policy.decide(request, stored: entries.map(\.response), now: now).reason
  }
}
