import Glibc
import WirelineCore
import WirelineHTTP
import WirelineRequests

/// Questions about the response cache, and its size.
struct CacheOptionGroup: Sendable {
  @Option(
    "cache-limit", "size", "largest size of the cache; the least used answers go", default: "1G")
  var cacheLimit: ByteSize?
  @Flag("cache-explain", "print why an answer would, or would not, be used again")
  var cacheExplain: Bool
  @Flag("cache-status", "print how much the cache holds") var cacheStatus: Bool
  @Flag("cache-clear", "empty the cache, or take the URLs given out of it") var cacheClear: Bool

  /// The cache of this run; nil where no request can go through it.
  ///
  /// - Parameters:
  ///   - isStream: whether records may ask for it by `cache_ttl_s`.
  ///   - place: where requests go in the place of their URLs' hosts.
  func responseCache(
    _ use: CacheUseOptions, _ context: ToolContext, isStream: Bool, place: String
  ) throws(UsageError) -> ResponseCache? {
    guard use.isForAll || isStream && use.cache != false else { return nil }
    var options = use.options
    options.place = place
    if use.isForAll {
      return ResponseCache(try store(use, context), options, isForAll: true)
    }
    // A record may ask for it; where there is no place for it, none is.
    return (try? store(use, context)).map { ResponseCache($0, options, isForAll: false) }
  }

  // MARK: Questions about the cache

  /// Whether the run is about the cache, and sends nothing.
  var isQuestion: Bool { cacheExplain || cacheStatus || cacheClear }

  /// Answers it.
  func answer(
    _ use: CacheUseOptions, _ urls: [RequestURL], _ executor: RequestExecutor, place: String,
    _ context: ToolContext
  ) throws(UsageError) -> ExitStatus {
    let store = try store(use, context)
    if cacheExplain {
      var options = use.options
      options.isRefresh = false
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
      urls.forEach { store.invalidate($0) }
      if !urls.isEmpty || store.clear() { return .success }
      context.diagnostics.error("cannot empty the cache")
      return .cannotWrite
    }
    let status: CacheStatus
    do throws(SQLiteError) {
      status = try store.measuredStatus()
    } catch {
      context.diagnostics.error(error.description)
      return ExitStatus(ErrorCode(error))
    }
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("entries", status.entries)
    writer.member("bytes", status.bytes)
    writer.member("limit", status.limit)
    writer.endObject()
    writer.endLine()
    return PrintedRecord.print(writer.bytes, context)
  }

  private func store(
    _ use: CacheUseOptions, _ context: ToolContext
  ) throws(UsageError) -> CacheStore {
    try use.store(
      context.environment, limit: cacheLimit?.bytes ?? 1 << 30, context.diagnostics)
  }
}
