/// The response cache of a run.
package struct CacheSetup: Sendable {
  package let store: CacheStore
  package let options: CacheOptions
  /// Whether all requests use the cache, or only those with their own lifetime.
  package let servesAllRequests: Bool
  private let isValid: (@Sendable (Response, [UInt8]) -> Bool)?

  /// - Parameter isValid: whether to store a response with this body; nil for all.
  package init(
    _ store: CacheStore, options: CacheOptions, servesAllRequests: Bool,
    isValid: (@Sendable (Response, [UInt8]) -> Bool)? = nil
  ) {
    self.store = store
    self.options = options
    self.servesAllRequests = servesAllRequests
    self.isValid = isValid
  }

  /// Returns the cache policy of a request; nil if the request bypasses the cache.
  package func policy(for request: RequestSpecification) -> CachePolicy? {
    var options = options
    if let lifetime = request.cacheLifetime {
      options.timeToLive = Int(lifetime.components.seconds)
    } else if !servesAllRequests {
      return nil
    }
    return CachePolicy(options)
  }

  /// Whether a response may be stored.
  package func accepts(_ response: Response) -> Bool {
    guard let isValid, case .bytes(let body) = response.body else { return true }
    return isValid(response, body)
  }
}
