internal import WirelineCore
internal import WirelineRequests

struct YelpCacheOptions: Sendable {
  /// Nil for an endpoint whose responses are never cached.
  var use: CacheUseOptions?
  /// `--offline` of such an endpoint.
  private let offline: Flag<Bool>?

  init(isCacheable: Bool) {
    use =
      isCacheable
      ? CacheUseOptions(
        cache: "Cache responses for \(Self.defaultLifetime) s",
        cacheTtl: "Like --cache, with this lifetime, such as 1h; at most 24h") : nil
    offline =
      isCacheable
      ? nil
      : Flag(
        "offline", "Never use the network; every request fails, because nothing is cached",
        scope: .shared, isConfigurable: true)
  }

  var isOffline: Bool { use?.offline ?? offline?.wrappedValue ?? false }

  /// The longest lifetime in seconds that Yelp's terms allow: a day.
  private static let longestLifetime = 86_400
  private static let defaultLifetime = 300

  /// The options of the response cache; nil if caching is off.
  ///
  /// - Parameter languages: the `Accept-Language` of all requests, because the API does not send
  ///   `Vary`.
  func cacheOptions(languages: String) throws(UsageError) -> CacheOptions? {
    guard let use, use.servesAllRequests else { return nil }
    var options = use.options
    for (name, seconds) in [
      ("cache-ttl", options.timeToLive), ("stale-if-error", options.staleIfError),
    ] {
      guard let seconds, seconds > Self.longestLifetime else { continue }
      throw UsageError("invalid --\(name): Yelp's terms allow caching for at most 24 hours")
    }
    options.timeToLive = options.timeToLive ?? Self.defaultLifetime
    options.server = languages
    return options
  }
}
