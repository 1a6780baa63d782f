internal import Glibc
package import WirelineCore
package import WirelineRequests

/// Runs the command of one endpoint.
package struct QueryRunner {
  private let settings: QuerySettings
  private let context: ToolContext
  private let acceptEncoding: String
  private let now: @Sendable () -> Int

  /// - Parameters:
  ///   - acceptEncoding: the encodings that the executor decodes.
  ///   - now: seconds since 1970.
  package init(
    _ settings: QuerySettings, _ context: ToolContext, acceptEncoding: String,
    now: @escaping @Sendable () -> Int = { time(nil) }
  ) {
    self.settings = settings
    self.context = context
    self.acceptEncoding = acceptEncoding
    self.now = now
  }

  /// Prints links, requests, the plan or the results, as the options select.
  ///
  /// - Parameter makeExecutor: called at most once, if the run sends requests.
  package func run(
    _ makeExecutor: (QueryTransport) throws(UsageError) -> any RequestExecuting
  ) async throws(UsageError) -> ExitStatus {
    let source = try QuerySource(settings.endpoint, options: settings.parameters, context)
    try settings.records.check(readsInput: source.input.isRead)
    if context.streams.error.isTerminal {
      source.warnOfUnlikelyPlaces()
    }
    let status = try await run(source, makeExecutor)
    if status == .success, let error = source.unusedOptions { throw error }
    return status
  }

  private func run(
    _ source: QuerySource,
    _ makeExecutor: (QueryTransport) throws(UsageError) -> any RequestExecuting
  ) async throws(UsageError) -> ExitStatus {
    let parameters = settings.parameters
    let setup = try QuerySetup(settings, context, acceptEncoding: acceptEncoding, now: now)
    let run = QueryRun(
      context: context, source: source, pages: parameters.pages, building: setup.building,
      writer: ResponseWriter(
        isEnvelope: settings.envelope.envelope ?? false, dates: parameters.dates,
        unique: parameters.unique),
      pipe: pipe(source.input))
    if settings.isPrintingLinks { return await run.printLinks() }
    if settings.query.build {
      if parameters.pages.followsPages {
        throw UsageError(
          "--build cannot follow pages: each page depends on the previous response",
          hint: "build one request per page with --offset and --limit")
      }
      return await run.printRequests()
    }
    let isReplay = settings.http.replay != nil && !settings.query.dryRun
    let key = try context.yelpKey(file: settings.query.server.key.apiKeyFile, isReplay: isReplay)
    if settings.query.dryRun {
      return await run.plan(setup.planner(try setup.cache(hiding: SentSecrets()), key: key))
    }
    let secrets = SentSecrets()
    secrets.note(key)
    let allowance = setup.allowance(key)
    let gateway = try setup.gateway(key: key, allowance: allowance, hiding: secrets, makeExecutor)
    return await run.send(
      gateway, jobs: setup.policy.jobs, hiding: secrets, notice: setup.notice(allowance))
  }

  private func pipe(_ input: PipeInput) -> ToolPipe {
    var view = RecordView.columns([])
    if settings.printsResults {
      view = YelpViews.results(of: settings.endpoint)
      // The results of several items belong to different queries.
      if input.shape == .stream { view = view.adding([], first: ["ref"]) }
    }
    var form = InputForm()
    // A question may look like the header of a table.
    if !["query", "text"].contains(settings.endpoint.subject) {
      form.columns = YelpInputRecord.columns
    }
    return ToolPipe(
      context, input: input, records: settings.records, names: YelpInputRecord.names, view: view,
      acceptsPlainText: settings.endpoint.subject != nil, form: form)
  }
}
