package import ArgumentParser
package import WirelineCore

/// How a run uses the response cache, RFC 9111.
package struct CacheUseOptions: DeclaredOptions {
  @Flag(Self.cache) package var cache: Bool?
  @Option(Self.cacheTtl) package var cacheTtl: TimeAmount?
  @Option(Self.staleIfError) package var staleIfError: TimeAmount?
  @Flag(Self.offline) package var offline: Bool
  @Flag(Self.refresh) package var refresh: Bool

  package init() {}

  package static let declarations = [cache, cacheTtl, staleIfError, offline, refresh]

  /// Whether every request goes through it, whatever a configuration file says.
  package var isForAll: Bool {
    offline || (cache ?? (cacheTtl != nil || staleIfError != nil))
  }

  /// - Throws: where two of them exclude each other.
  package func options() throws(UsageError) -> CacheOptions {
    if offline, refresh { throw UsageError("--offline and --refresh exclude each other") }
    return CacheOptions(
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

  static let cache = OptionDeclaration(
    "cache", .flag(inverse: "no-cache"), "use answers again as RFC 9111 allows",
    default: "no-cache", scope: .shared)
  static let cacheTtl = OptionDeclaration(
    "cache-ttl", .value("time"), "the same, each for so long, whatever its server says",
    scope: .shared
  ).excluding(cache.name)
  static let staleIfError = OptionDeclaration(
    "stale-if-error", .value("time"),
    "in the place of an error use an answer that was fresh this long ago", scope: .shared
  ).excluding(cache.name)
  package static let offline = OptionDeclaration(
    "offline", .flag(inverse: nil), "answer from the cache and never from the network",
    scope: .shared)
  static let refresh = OptionDeclaration(
    "refresh", .flag(inverse: nil), "go to the network although what is in the cache would do",
    scope: .shared, isConfigurable: false
  ).excluding(offline.name)
}

extension TimeAmount {
  fileprivate var seconds: Int { Int(duration.components.seconds) }
}
