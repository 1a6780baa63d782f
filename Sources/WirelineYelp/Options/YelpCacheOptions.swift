internal import WirelineCore
internal import WirelineRequests

/// The cache options of an endpoint.
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
  /// In seconds, for `--cache` alone.
  private static let defaultLifetime = 300

  func impliedValues(given: (String) -> String?) -> [String: String] {
    let isOn = ["cache-ttl", "stale-if-error"].contains { given($0) != nil }
    guard use != nil, given("cache").map({ $0 == "true" }) ?? isOn else { return [:] }
    return ["cache": "true", "cache-ttl": TimeAmount(.seconds(Self.defaultLifetime)).text]
  }

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
