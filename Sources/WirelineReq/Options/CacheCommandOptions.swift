internal import WirelineCore

/// The options for inspecting, clearing and limiting the response cache.
struct CacheCommandOptions: Sendable {
  @Option(
    "cache-limit", "size", "Maximum size of the cache",
    default: "1G")
  var cacheLimit: ByteSize?
  @Flag("cache-explain", "Print why a cached response would or would not be used")
  var cacheExplain: Bool
  @Flag("cache-status", "Print the size of the cache") var cacheStatus: Bool
  @Flag("cache-clear", "Empty the cache, or remove the responses of the given URLs")
  var cacheClear: Bool

  var isCommand: Bool { cacheExplain || cacheStatus || cacheClear }
}
