package import WirelineCore

/// How a run uses the response cache, RFC 9111.
package struct CacheUseOptions: Sendable {
  @Flag package var cache: Bool?
  @Option package var cacheTtl: TimeAmount?
  @Option(
    "stale-if-error", "time", "in the place of an error use an answer that was fresh this long ago",
    scope: .shared, overriding: ["cache"])
  package var staleIfError: TimeAmount?
  @Flag(
    "offline", "answer from the cache and never from the network", scope: .shared,
    isConfigurable: true)
  package var offline: Bool
  @Flag("refresh", "go to the network although what is in the cache would do", scope: .shared)
  package var refresh: Bool

  /// - Parameters:
  ///   - cache: the help of `--cache`.
  ///   - cacheTtl: the help of `--cache-ttl`.
  package init(
    cache: String = "use answers again as RFC 9111 allows",
    cacheTtl: String = "the same, each for so long, whatever its server says"
  ) {
    _cache = Flag("cache", cache, default: "no-cache", scope: .shared)
    _cacheTtl = Option("cache-ttl", "time", cacheTtl, scope: .shared, overriding: ["cache"])
  }

  package var exclusiveOptions: [[OptionDeclaration]] { [[$offline, $refresh]] }

  /// Whether every request goes through it, whatever a configuration file says.
  package var isForAll: Bool {
    offline || (cache ?? (cacheTtl != nil || staleIfError != nil))
  }

  package var options: CacheOptions {
    CacheOptions(
      timeToLive: cacheTtl?.seconds, staleIfError: staleIfError?.seconds, isOffline: offline,
      isRefresh: refresh)
  }

  /// Where the cache lies.
  ///
  /// - Parameters:
  ///   - limit: its largest size in bytes.
  ///   - diagnostics: told if the run goes on without the cache.
  package func store(
    _ environment: Environment, limit: Int = 1 << 30, _ diagnostics: Diagnostics
  ) throws(UsageError) -> CacheStore {
    do throws(DirectoryUnknown) {
      let folder = try Directories { environment[$0] }.path(.cache, "http")
      return CacheStore(folder: folder, limit: limit) { diagnostics.warning($0) }
    } catch {
      throw UsageError(error.description, hint: error.hint)
    }
  }
}

extension TimeAmount {
  fileprivate var seconds: Int { Int(duration.components.seconds) }
}
