package import WirelineCore

/// The options for using the response cache, RFC 9111.
package struct CacheUseOptions: Sendable {
  @Flag package var cache: Bool?
  @Option package var cacheTtl: TimeAmount?
  @Option(
    "stale-if-error", "time",
    "If the request fails, use a cached response that expired at most this long ago, such as 1h",
    scope: .shared, overriding: ["cache"])
  package var staleIfError: TimeAmount?
  @Flag(
    "offline", "Use cached responses only and send no request", scope: .shared,
    isConfigurable: true)
  package var offline: Bool
  @Flag("refresh", "Send the request even if a cached response is fresh", scope: .shared)
  package var refresh: Bool

  package init(
    cache: String = "Reuse responses as RFC 9111 allows",
    cacheTtl: String = "Like --cache, with a fixed lifetime, such as 10m"
  ) {
    _cache = Flag("cache", cache, default: "no-cache", scope: .shared)
    _cacheTtl = Option("cache-ttl", "time", cacheTtl, scope: .shared, overriding: ["cache"])
  }

  package var exclusiveOptions: [[OptionDeclaration]] { [[$offline, $refresh]] }

  package var servesAllRequests: Bool {
    offline || (cache ?? (cacheTtl != nil || staleIfError != nil))
  }

  package var options: CacheOptions {
    CacheOptions(
      timeToLive: cacheTtl?.seconds, staleIfError: staleIfError?.seconds, isOffline: offline,
      isRefresh: refresh)
  }

  /// - Parameters:
  ///   - limit: the maximum size of the cache in bytes.
  ///   - diagnostics: receives a warning if the run continues without the cache.
  package func store(
    _ environment: Environment, limit: Int = 1 << 30, _ diagnostics: Diagnostics
  ) throws(UsageError) -> CacheStore {
    let folder = try converting({ UsageError($0.description, hint: $0.hint) }) {
      () throws(DirectoryUnknown) in
      try Directories { environment[$0] }.path(.cache, "http")
    }
    return CacheStore(folder: folder, limit: limit) { diagnostics.warning($0) }
  }
}

extension TimeAmount {
  fileprivate var seconds: Int { Int(duration.components.seconds) }
}
