package import WirelineCore

/// Runs `req`: checks its options, then sends, prints or parses requests and responses.
package struct RequestRunner {
  private let options: RequestOptions
  private let context: ToolContext
  private let backend: any RequestBackend

  /// How long to wait at the end for background revalidations of the cache.
  private static let settlingTime = Duration.seconds(5)

  package init(_ options: RequestOptions, _ context: ToolContext, _ backend: any RequestBackend) {
    self.options = options
    self.context = context
    self.backend = backend
  }

  package func run() async throws(UsageError) -> ExitStatus {
    try options.check(isGiven: context.isGiven, printsRecords: printsRecords)
    switch options.job {
    case .cacheCommand: return try runCacheCommand()
    case .parse: return try await parse()
    case .stream:
      guard let credentials = try credentials() else { return .unauthorized }
      try context.requireInput(hint: "give a URL, or pipe request records into req")
      return try await stream(nil, credentials)
    case .single:
      guard let credentials = try credentials() else { return .unauthorized }
      return try await runSingle(credentials)
    }
  }

  private var printsRecords: Bool { context.common.format != .automatic }

  private func credentials() throws(UsageError) -> (any CredentialSource)? {
    try backend.credentials(other: try options.cookies.credentials(context.environment))
  }

  private func executor(
    isStream: Bool, _ credentials: any CredentialSource, _ cookies: CookieStore?
  ) throws(UsageError) -> any RequestExecuting {
    try backend.executor(
      options.executorSetup(
        isStream: isStream, credentials: credentials, cookies: cookies, context))
  }

  private func runCacheCommand() throws(UsageError) -> ExitStatus {
    let executor = try executor(
      isStream: false, try credentials() ?? NoCredentials(),
      try options.cookies.store(context.diagnostics))
    return try CacheCommands(options: options, context: context).run(executor)
  }

  private func parse() async throws(UsageError) -> ExitStatus {
    try context.requireInput(hint: "pipe response records into req --parse")
    let files = try options.fileAccess.files(
      maximumBytes: options.http.policy(isStream: true).maximumBodyBytes)
    return await ParseStream(
      context, options.records, check: options.checks.check, files: files,
      failsOnStatus: options.failsOnStatus
    ).run()
  }

  // MARK: The request of the command line

  private func runSingle(
    _ credentials: any CredentialSource
  ) async throws(UsageError) -> ExitStatus {
    var request = try composed()
    if options.toCurl {
      let complete = try executor(isStream: false, credentials, nil).complete(request)
      return PrintedText.print(options.curlCommand(complete).text + "\n", context)
    }
    if options.build || options.dryRun || printsRecords {
      request.output = try options.response.path(for: request.url)
      return try await stream(request, credentials)
    }
    try options.response.checkDownload(isCompressed: options.compressed ?? false)
    let cookies = try options.cookies.store(context.diagnostics)
    let executor = try executor(isStream: false, credentials, cookies)
    let status = try await SingleRequest(context, executor, options).run(request)
    await executor.waitForRevalidations(within: Self.settlingTime)
    return save(cookies, status)
  }

  private func composed() throws(UsageError) -> RequestSpecification {
    let composer = try options.composition.composer(options.words, context.environment)
    var request = try composer.specification()
    try defaults().addHeaders(to: &request)
    guard options.composition.compressBody else { return request }
    do throws(RequestError) {
      return try backend.compressed(request)
    } catch {
      let record = ErrorRecord(error, tool: context.tool)
      throw UsageError(record.message, status: ExitStatus(record))
    }
  }

  private func defaults() throws(UsageError) -> RequestDefaults {
    var defaults = try options.composition.defaults(
      context.environment, isGiven: options.sets(header:))
    if options.build {
      defaults.headers = defaults.headers.withoutSecrets(warning: context.diagnostics)
    }
    return defaults
  }

  // MARK: Streams

  /// - Parameter composed: the request of the command line; nil reads requests from stdin.
  private func stream(
    _ composed: RequestSpecification?, _ credentials: any CredentialSource
  ) async throws(UsageError) -> ExitStatus {
    let cookies = try options.cookies.store(context.diagnostics)
    // A dry run prints the fields that the real run would send.
    let isSingle = options.dryRun && composed != nil && !printsRecords
    let executor = try executor(isStream: !isSingle, credentials, cookies)
    var reader = RequestReader(composed: composed, defaults: try defaults())
    if options.composition.compressBody {
      reader.compress = { [backend] request in (try? backend.compressed(request)) ?? request }
    }
    let part = composed == nil ? try batchPart(reader) : nil
    let journal = try options.batch.open(
      context, part, retrying: options.records.pipeOptions.retried,
      isFinal: { !$0.isRetryable })
    var settings = try settings(part)
    var mode = RequestStream.Mode.execute
    switch journal {
    case .none: break
    case .open(let ledger): settings.ledger = ledger
    case .unavailable(let error):
      context.diagnostics.error(error.description, hint: error.hint)
      settings.failsOnStatus = true
      mode = .refuse(ErrorRecord(error, tool: context.tool))
    }
    if options.dryRun { mode = .print { Secrets.redacted(executor.sent($0)) } }
    if options.build { mode = .print(options.recordChange(composed, context)) }
    var records = options.records
    // A variable or the configuration file may set a tolerance for streams.
    if composed != nil { records.tolerate = nil }
    var status = await RequestStream(
      context, records, reader, executor: executor, mode: mode, settings: settings
    ).run()
    if case .unavailable(let error) = journal {
      return context.shutdown.received == nil ? ExitStatus(error) : status
    }
    await executor.waitForRevalidations(within: Self.settlingTime)
    if let error = settings.ledger?.finish() {
      context.diagnostics.error(error.description)
      status = status.orWorse(ExitStatus(error))
    }
    return save(cookies, status)
  }

  private func batchPart(_ reader: RequestReader) throws(UsageError) -> BatchPart? {
    var part = try options.batch.part(context)
    try part?.count(reader.input(context), RequestReader.shardFields, separator: 0x0A)
    return part
  }

  private func settings(_ part: BatchPart?) throws(UsageError) -> RequestStream.Settings {
    let fileLimit = options.http.maxBody?.amount?.bytes
    return RequestStream.Settings(
      embeddedLimit: options.http.policy(isStream: true).maximumBodyBytes, fileLimit: fileLimit,
      check: options.checks.check, pages: try options.paging.pages(),
      files: try options.fileAccess.files(maximumBytes: fileLimit),
      failsOnStatus: options.failsOnStatus, hidesErrorBodies: options.response.noErrorBody,
      showsProgress: !options.response.silent, part: part)
  }

  private func save(_ cookies: CookieStore?, _ status: ExitStatus) -> ExitStatus {
    if options.build || options.dryRun { return status }
    do throws(FileError) {
      try options.cookies.save(cookies)
      return status
    } catch {
      context.diagnostics.error(error.description)
      return .cannotWrite
    }
  }
}
