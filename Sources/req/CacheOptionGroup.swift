import ArgumentParser
import Glibc
import WirelineCore
import WirelineHTTP

/// The response cache, RFC 9111, and what is asked of it.
struct CacheOptionGroup: DeclaredOptions {
  @Flag(Self.cache) var cache: Bool?
  @Option(Self.cacheTtl) var cacheTtl: TimeAmount?
  @Option(Self.staleIfError) var staleIfError: TimeAmount?
  @Flag(Self.offline) var offline: Bool
  @Flag(Self.refresh) var refresh: Bool
  @Option(Self.cacheLimit) var cacheLimit: ByteSize?
  @Flag(Self.cacheExplain) var cacheExplain: Bool
  @Flag(Self.cacheStatus) var cacheStatus: Bool
  @Flag(Self.cacheClear) var cacheClear: Bool

  static let declarations = [
    cache, cacheTtl, staleIfError, offline, refresh, cacheLimit, cacheExplain, cacheStatus,
    cacheClear,
  ]

  static let cache = OptionDeclaration(
    "cache", .flag(inverse: "no-cache"), "use answers again as RFC 9111 allows",
    default: "no-cache", scope: .shared)
  static let cacheTtl = OptionDeclaration(
    "cache-ttl", .value("time"), "the same, each for so long, whatever its server says",
    scope: .shared)
  static let staleIfError = OptionDeclaration(
    "stale-if-error", .value("time"),
    "in the place of an error use an answer that was fresh this long ago", scope: .shared)
  static let offline = OptionDeclaration(
    "offline", .flag(inverse: nil), "answer from the cache and never from the network",
    scope: .shared, isConfigurable: false)
  static let refresh = OptionDeclaration(
    "refresh", .flag(inverse: nil), "go to the network although what is in the cache would do",
    scope: .shared, isConfigurable: false)
  static let cacheLimit = OptionDeclaration(
    "cache-limit", .value("size"), "largest size of the cache; the least used answers go",
    default: "1G")
  static let cacheExplain = OptionDeclaration(
    "cache-explain", .flag(inverse: nil), "print why an answer would, or would not, be used again",
    isConfigurable: false)
  static let cacheStatus = OptionDeclaration(
    "cache-status", .flag(inverse: nil), "print how much the cache holds", isConfigurable: false)
  static let cacheClear = OptionDeclaration(
    "cache-clear", .flag(inverse: nil), "empty the cache, or take the URLs given out of it",
    isConfigurable: false)

  /// The cache of this run; nil where no request can go through it.
  ///
  /// - Parameters:
  ///   - isStream: whether records may ask for it by `cache_ttl_s`.
  ///   - place: where requests go in the place of their URLs' hosts.
  func responseCache(
    _ environment: Environment, isStream: Bool, place: String
  ) throws(UsageError) -> ResponseCache? {
    // Whatever else is said, a configuration file's word included.
    let isForAll = offline || (cache ?? (cacheTtl != nil || staleIfError != nil))
    guard isForAll || isStream && cache != false else { return nil }
    if offline, refresh { throw UsageError("--offline and --refresh exclude each other") }
    var options = CacheOptions(
      timeToLive: cacheTtl?.seconds, staleIfError: staleIfError?.seconds, isOffline: offline,
      isRefresh: refresh)
    options.place = place
    if isForAll { return ResponseCache(try store(environment), options, isForAll: true) }
    // A record may ask for it; where there is no place for it, none is.
    return (try? store(environment)).map { ResponseCache($0, options, isForAll: false) }
  }

  // MARK: Questions about the cache

  /// Whether the run is about the cache, and sends nothing.
  var isQuestion: Bool { cacheExplain || cacheStatus || cacheClear }

  /// Answers it.
  func answer(
    _ urls: [RequestURL], _ executor: RequestExecutor, place: String, _ context: ToolContext
  ) throws(UsageError) -> ExitStatus {
    let store = try store(context.environment)
    if cacheExplain {
      var options = CacheOptions(timeToLive: cacheTtl?.seconds, isOffline: offline)
      options.staleIfError = staleIfError?.seconds
      options.place = place
      let cache = ResponseCache(store, options, isForAll: true)
      let lines = urls.map { url in
        let request = executor.identified(RequestSpecification(url: url))
        let reason = cache.explanation(of: request, now: time(nil))
        return "\(url.text): \(reason.map { "\($0)" } ?? "not cached")\n"
      }
      return PrintedText.print(lines.joined(), context)
    }
    if cacheClear {
      if urls.isEmpty { store.clear() } else { urls.forEach { store.invalidate($0) } }
      return .success
    }
    let status = store.status()
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("entries", status.entries)
    writer.member("bytes", status.bytes)
    writer.member("limit", status.limit)
    writer.endObject()
    writer.endLine()
    return PrintedText.print(String(decoding: writer.bytes, as: UTF8.self), context)
  }

  func store(_ environment: Environment) throws(UsageError) -> CacheStore {
    do throws(DirectoryUnknown) {
      let folder = try Directories { environment[$0] }.path(.cache, "http")
      return CacheStore(folder: folder, limit: cacheLimit?.bytes ?? 1 << 30)
    } catch {
      throw UsageError(error.description)
    }
  }
}

extension TimeAmount {
  fileprivate var seconds: Int { Int(duration.components.seconds) }
}
