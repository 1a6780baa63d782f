package import WirelineCore
package import WirelineRequests

/// Runs `cities-sync`: a sync, or the command that replaces it.
package struct SyncRunner: Sendable {
  private let arguments: SyncArguments
  private let context: ToolContext
  private let maximumBodyBytes: Int?
  private let fields: RequestFields
  private let places: PlaceTable?

  /// - Parameters:
  ///   - maximumBodyBytes: the maximum size of a download; nil for no limit.
  ///   - fields: the header fields of the run, whose secrets are not printed.
  package init(
    _ arguments: SyncArguments, _ context: ToolContext, maximumBodyBytes: Int?,
    fields: RequestFields = RequestFields(), places: PlaceTable? = nil
  ) {
    self.arguments = arguments
    self.context = context
    self.maximumBodyBytes = maximumBodyBytes
    self.fields = fields
    self.places = places
  }

  /// - Parameter makeExecutor: called for a sync only, before it begins.
  package func run(
    makeExecutor: () throws(UsageError) -> any RequestExecuting
  ) async throws(UsageError) -> ExitStatus {
    let paths = SyncPaths(
      database: try CityDataFile.database.path(arguments.files.database, context),
      favorites: try? CityDataFile.favorites.path(arguments.files.favoritesFile, context))
    let commands = DatabaseCommands(paths: paths, context: context)
    if arguments.commands.status { return commands.printStatus(ttl: arguments.plan.ttl) }
    if arguments.commands.rollback { return commands.rollBack() }
    let text = try sourceText(paths)
    let source = try source(text)
    if arguments.commands.build { return try printRequest(source) }
    if arguments.commands.printCron || arguments.commands.printSystemd {
      return try SchedulePrinter(arguments: arguments, paths: paths, context: context)
        .print(source, text: text)
    }
    return try await sync(from: source, paths: paths, makeExecutor)
  }

  /// The source that the user has set, or that of the stored data; nil for the default.
  private func sourceText(_ paths: SyncPaths) throws(UsageError) -> String? {
    if let text = arguments.source ?? context.environment.nonEmpty("WIRELINE_CITIES_URL") {
      return text
    }
    guard let stored = paths.source, !["-", CitySource.defaultURL].contains(stored) else {
      return nil
    }
    if stored.contains(text: Secrets.mask) {
      throw UsageError(
        "the key in the URL of the last sync is not stored",
        hint: "give the source again, or set it in the configuration file")
    }
    return stored
  }

  private func source(_ text: String?) throws(UsageError) -> CitySource {
    let text = text ?? CitySource.defaultURL
    if let source = try CitySource(named: text) { return source }
    if text == "-" { return .descriptor(context.streams.input.descriptor) }
    guard RequestURL.looksAbsolute(text) else { return .file(path: text) }
    return .url(
      try converting(
        { UsageError($0.description, hint: $0.hint, status: .malformedURL) }, RequestURL.init, text)
    )
  }

  /// Prints the request without the validators of the stored data, so that `req` gets the file.
  private func printRequest(_ source: CitySource) throws(UsageError) -> ExitStatus {
    guard case .url(let url) = source else {
      throw UsageError("--build needs a URL as SOURCE", hint: "a file needs no request")
    }
    var writer = JSONWriter()
    RequestRecord(RequestSpecification(url: url), identifier: Array("1".utf8)).write(to: &writer)
    writer.endLine()
    return PrintedRecord.print(writer.bytes, context)
  }

  private func sync(
    from source: CitySource, paths: SyncPaths,
    _ makeExecutor: () throws(UsageError) -> any RequestExecuting
  ) async throws(UsageError) -> ExitStatus {
    try context.checkFields(CitySyncReport.recordFields)
    if arguments.data.diff == "-" { throw UsageError("--diff needs a file name, not \"-\"") }
    let reporter = SyncReporter(
      paths: paths, options: arguments.data, context: context, summary: JobSummary(context))
    let executor = try makeExecutor()
    let progress = Progress(context)
    progress.expectDownload(totalBytes: nil)
    let sync = CitySync(
      source: source, path: paths.database, executor: executor, fields: fields,
      arguments: arguments, context: context, progress: progress,
      maximumBodyBytes: maximumBodyBytes, places: places)
    do throws(CitySyncError) {
      let report = try await sync.run()
      progress.finish()
      progress.end()
      return reporter.finish(report)
    } catch {
      progress.finish(failed: true)
      progress.end()
      return reporter.finish(error)
    }
  }
}
