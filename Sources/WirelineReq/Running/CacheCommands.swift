internal import Glibc
internal import WirelineCore
internal import WirelineRequests

/// `--cache-explain`, `--cache-status` and `--cache-clear`.
struct CacheCommands {
  let options: RequestOptions
  let context: ToolContext
  let fields: RequestFields

  func run() throws(UsageError) -> ExitStatus {
    let urls = try urls()
    let store = try options.cacheStore(context)
    if options.cacheCommands.cacheExplain { return explain(urls, in: store) }
    if options.cacheCommands.cacheClear { return clear(urls, in: store) }
    return printStatus(store)
  }

  private func urls() throws(UsageError) -> [RequestURL] {
    let urls = try options.words.map { word throws(UsageError) in
      try converting({ UsageError($0.description) }, RequestURL.init, URLShorthand.expanded(word))
    }
    if urls.isEmpty, options.cacheCommands.cacheExplain {
      throw UsageError("--cache-explain needs a URL")
    }
    return urls
  }

  private func explain(_ urls: [RequestURL], in store: CacheStore) -> ExitStatus {
    var cacheOptions = options.cacheOptions
    cacheOptions.isRefresh = false
    let policy = CachePolicy(cacheOptions)
    let lines = urls.map { url in
      let request = fields.identified(RequestSpecification(url: url))
      let stored = store.lookUp(policy.key(request)).map(\.response)
      let reason = policy.decide(request, stored: stored, now: time(nil)).reason
      return "\(url.text): \(reason)\n"
    }
    return PrintedText.print(lines.joined(), context)
  }

  private func clear(_ urls: [RequestURL], in store: CacheStore) -> ExitStatus {
    urls.forEach { store.invalidate($0) }
    if !urls.isEmpty || store.clear() { return .success }
    context.diagnostics.error("cannot empty the cache")
    return .cannotWrite
  }

  private func printStatus(_ store: CacheStore) -> ExitStatus {
    let status: CacheStatus
    do throws(SQLiteError) {
      status = try store.status()
    } catch {
      context.diagnostics.error(error.description)
      return ExitStatus(ErrorCode(error))
    }
    let line = JSONWriter.line { writer in
      writer.field("entries", status.entries)
      writer.field("bytes", status.bytes)
      writer.field("limit", status.limit)
    }
    return PrintedRecord.print(line, context)
  }
}
