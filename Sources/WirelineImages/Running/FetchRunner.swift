internal import Synchronization
package import WirelineCore
package import WirelineRequests

/// Runs `imgfetch`: selects what the options request, and decides the exit status.
package struct FetchRunner: Sendable {
  package typealias MakeExecutor =
    @Sendable (ExecutionPolicy) throws(UsageError) -> any RequestExecuting

  private let options: FetchOptions
  private let context: ToolContext
  private let makeExecutor: MakeExecutor

  /// - Parameter makeExecutor: creates the executor of the requests; not called for runs without
  ///   requests.
  package init(
    _ options: FetchOptions, _ context: ToolContext, makeExecutor: @escaping MakeExecutor
  ) {
    self.options = options
    self.context = context
    self.makeExecutor = makeExecutor
  }

  package func run() async throws(UsageError) -> ExitStatus {
    try options.check(context)
    let job = options.maintenance.job
    if let job, !job.readsItems {
      return StoreJobRunner(store: try store(isForReading: false), context: context).run(job)
    }
    guard let input = try input() else { return .cannotRead }
    if options.build {
      let complete = options.requestCompletion { context.diagnostics.warning($0) }
      return await FetchPipeline(tool: context.tool, input).build(complete)
    }
    if job == nil, options.outputDir == nil {
      do throws(UsageError) {
        _ = try options.directory(context.environment)
      } catch {
        let record = ErrorRecord(code: .write, message: error.message, tool: context.tool)
        return await refuse(input, with: record, hint: error.hint, status: .usage)
      }
    }
    let store = try store(isForReading: options.run.dryRun)
    if let job {
      guard store.exists else {
        return StoreJobRunner(store: store, context: context).reportMissingStore()
      }
      return await job == .prune ? prune(input, store) : remove(input, store)
    }
    let gateway = try gateway(store)
    if options.run.dryRun {
      let status = await FetchPipeline(tool: context.tool, input).plan(gateway.lookup)
      return finish(status) { () throws(SQLiteError) in try store.close() }
    }
    return try await fetch(input, gateway)
  }

  // MARK: Parts of a run

  /// - Returns: nil if the input cannot be read, after reporting it.
  private func input() throws(UsageError) -> FetchInput? {
    let reader = options.input.reader(options.store.name, now: context.environment.clock)
    // Response records and a list of images to keep are not sharded, even if the configuration file
    // sets a shard.
    let prunes = options.maintenance.prune
    let shard = options.parse || prunes ? nil : try options.batch.part()
    guard let source = try options.input.source(options.operands, context) else { return nil }
    let printsActions = options.run.dryRun || options.maintenance.job != nil
    try context.checkFields(
      options.build
        ? RequestRecord.fields : printsActions ? ImageActionRecord.fields : ImageRecord.fields,
      options.records)
    var form = try options.input.form(
      shard, urlNames: options.parse ? [] : reader.urlNames ?? [], options.store.name,
      options.records)
    form.consistsOfResponses = options.parse
    form.isOriginalList = options.batch.resume || prunes
    var records = options.records
    // The image of a failed item is kept.
    if prunes { records.retryErrors = .all }
    let pipe = ToolPipe(
      context, input: source, records: records,
      names: options.parse ? ResponseRecord.names : reader.names,
      view: options.build
        ? .columns([]) : .table(printsActions ? FetchPipeline.actions : FetchPipeline.images),
      acceptsPlainText: !options.parse, form: form)
    return FetchInput(
      pipe: pipe, reader: reader, skipsMissing: options.input.skipMissing ?? false,
      ignoredQuery: options.store.ignoreQuery, shard: shard,
      isStream: source.shape == .stream)
  }

  private func store(isForReading: Bool) throws(UsageError) -> ImageStore {
    let storeOptions = try options.storeOptions(context, isForReading: isForReading)
    return ImageStore(
      directory: try options.directory(context.environment), options: storeOptions,
      onWarning: { context.diagnostics.warning($0) }, now: context.environment.clock)
  }

  private func gateway(_ store: ImageStore) throws(UsageError) -> ImageGateway {
    if store.isFiltering { context.shutdown.onRequest { _ in FileFilter.killAll() } }
    return try options.gateway(try makeExecutor(options.executionPolicy), store)
  }

  // MARK: Modes

  private func remove(_ input: FetchInput, _ store: ImageStore) async -> ExitStatus {
    let status = await FetchPipeline(tool: context.tool, input).remove(store)
    return finish(status) { () throws(SQLiteError) in try store.close() }
  }

  private func prune(_ input: FetchInput, _ store: ImageStore) async -> ExitStatus {
    let (status, images) = await FetchPipeline(tool: context.tool, input).collect()
    guard let images else {
      context.diagnostics.error("no image was removed, because the list is incomplete or invalid")
      return status == .success ? .failure : status
    }
    if images.isEmpty {
      context.diagnostics.error("the list has no URL", hint: "--clear removes all images")
      return .noData
    }
    return StoreJobRunner(store: store, context: context)
      .prune(keeping: images, isPlan: options.run.dryRun)
  }

  private func fetch(
    _ input: FetchInput, _ gateway: ImageGateway
  ) async throws(UsageError) -> ExitStatus {
    let files = try options.fileAccess.files(maximumBytes: options.requestPolicy.maximumBodyBytes)
    var recorders = FetchRecorders(
      variant: gateway.store.options.variant, isStored: { gateway.store.isStored($0) })
    switch try options.batch.open(
      context, input.shard, retrying: options.records.pipeOptions.retried)
    {
    case .none: break
    case .open(let opened): recorders.ledger = opened
    case .unavailable(let error):
      let record = ErrorRecord(error, tool: context.tool)
      return await refuse(input, with: record, hint: error.hint, status: ExitStatus(error))
    }
    do throws(FileError) {
      recorders.sheet = try options.run.contactSheet.map { path throws(FileError) in
        let caption = options.input.captionField.map { _ in ["caption"] } ?? []
        return try SheetWriter(path: path, captions: caption + options.records.copy)
      }
    } catch {
      return report(error)
    }
    let directory = try options.directory(context.environment)
    do throws(TarFailure) {
      recorders.tar = try options.tarWriter(context, store: directory, input.shard)
    } catch {
      return try await refuse(input, error)
    }
    if context.common.level >= .verbose { recorders.onHit = { reportHit($0, $1) } }
    let pipeline = FetchPipeline(tool: context.tool, input, recorders)
    var status =
      await options.parse
      ? pipeline.parse(gateway.downloader.bodies, files) : pipeline.fetch(gateway)
    let isComplete = context.shutdown.received == nil && status != .cannotRead
    status = finish(status, isLimited: options.store.isLimited) { () throws(SQLiteError) in
      gateway.lookup.processor?.stop()
      report(try gateway.store.finish(keepsOld: options.offline || !isComplete))
    }
    if let error = recorders.sheet?.finish() { status = status.orWorse(report(error)) }
    if let tar = recorders.tar { status = finish(status, tar) }
    if let error = recorders.ledger?.finish() {
      context.diagnostics.error(error.description)
      status = status.orWorse(ExitStatus(error))
    }
    if options.outputDir == nil, context.streams.error.isTerminal,
      pipeline.hasImages.load(ordering: .relaxed)
    {
      context.diagnostics.notice("stored in \"\(directory)\"; -o DIR selects another directory")
    }
    return status
  }

  /// Prints an error record for each item of a run that cannot start, for callers that ignore the
  /// exit status.
  private func refuse(
    _ input: FetchInput, with record: ErrorRecord, hint: String?, status: ExitStatus
  ) async -> ExitStatus {
    // The pipe reports the error of a single item.
    if input.isStream { context.diagnostics.error(record.message) }
    let pipeline = FetchPipeline(tool: context.tool, input)
    let result = await pipeline.refuse(record, isParsing: options.parse)
    if let hint { context.diagnostics.hint(hint) }
    return context.shutdown.received == nil ? status : result
  }

  private func refuse(
    _ input: FetchInput, _ failure: TarFailure
  ) async throws(UsageError) -> ExitStatus {
    if failure.status == .usage { throw UsageError(failure.description, hint: failure.hint) }
    let record = ErrorRecord(failure, tool: context.tool)
    return await refuse(input, with: record, hint: failure.hint, status: failure.status)
  }

  // MARK: Completion

  /// Writes the pending changes of the store.
  ///
  /// - Parameters:
  ///   - status: the status of the items.
  ///   - isLimited: whether the store has limits, which require its index.
  private func finish(
    _ status: ExitStatus, isLimited: Bool = false,
    _ closeStore: () throws(SQLiteError) -> Void
  ) -> ExitStatus {
    do throws(SQLiteError) {
      try closeStore()
    } catch {
      // Images missing in the index are requested again, and do not count toward the limits.
      guard isLimited else {
        context.diagnostics.warning("image index: \(error)")
        return status
      }
      context.diagnostics.error("cannot enforce the limits of the store: \(error)")
      return status.orWorse(.cannotWrite)
    }
    return status
  }

  /// Completes the shards.
  private func finish(_ status: ExitStatus, _ tar: TarWriter) -> ExitStatus {
    let outcome = tar.finish()
    if let failure = outcome.failure {
      context.diagnostics.error(failure.description, hint: failure.hint)
      return status.orWorse(failure.status)
    }
    if let first = outcome.remaining.first, let last = outcome.remaining.last {
      let names = Set([first, last]).sorted().map { TarNumbering.name(of: $0) }
      context.diagnostics.warning(
        "shards of a longer list remain: \(names.joined(separator: " to "))")
    }
    guard outcome.unfinished > 0, context.shutdown.received == nil else { return status }
    context.diagnostics.error(
      "unfinished shards: \(outcome.unfinished), because images could not be stored or read",
      hint: "run the command again to write them")
    return status.orWorse(.failure)
  }

  private func reportHit(_ image: FetchedImage, _ url: String) {
    let age = DataAge(seconds: max(0, context.environment.now - image.image.entry.checkedAt))
    context.diagnostics.verbose(
      "\(url): \(image.source.rawValue), checked \(age) ago: \(image.image.path)")
  }

  private func report(_ sweep: ImageIndex.Sweep) {
    guard sweep.count + sweep.failed > 0 else { return }
    let failures = sweep.failed > 0 ? ", cannot remove \(sweep.failed)" : ""
    context.diagnostics.verbose(
      "removed \(sweep.count) images, \(sweep.bytes) bytes\(failures)")
  }

  private func report(_ error: FileError) -> ExitStatus {
    context.diagnostics.error(error.description)
    return .cannotWrite
  }
}
