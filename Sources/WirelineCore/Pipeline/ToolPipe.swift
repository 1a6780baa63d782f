internal import Synchronization

/// Runs a tool that maps or expands items, with the common options applied.
package struct ToolPipe: Sendable {
  private let context: ToolContext
  private let pipe: RecordPipe
  private let input: PipeInput
  private let view: RecordView
  private let tolerance: FailureTolerance
  private let showsProgress: Bool

  /// - Parameters:
  ///   - names: the fields that the tool reads from a record.
  ///   - columns: the columns of the table; empty for a tool without a table.
  ///   - takesPlainText: whether plain lines are items.
  ///   - form: the accepted forms of input.
  ///   - showsProgress: whether to show progress if the common options ask for it.
  package init(
    _ context: ToolContext, input: PipeInput, records: RecordOptions, names: [String],
    columns: [String], takesPlainText: Bool, form: InputForm = InputForm(),
    showsProgress: Bool = true
  ) {
    self.init(
      context, input: input, records: records, names: names, view: .columns(columns),
      takesPlainText: takesPlainText, form: form, showsProgress: showsProgress)
  }

  /// - Parameters:
  ///   - names: the fields that the tool reads from a record.
  ///   - view: how records are shown to people.
  ///   - takesPlainText: whether plain lines are items.
  ///   - form: the accepted forms of input.
  ///   - showsProgress: whether to show progress if the common options ask for it.
  package init(
    _ context: ToolContext, input: PipeInput, records: RecordOptions, names: [String],
    view: RecordView, takesPlainText: Bool, form: InputForm = InputForm(),
    showsProgress: Bool = true
  ) {
    self.context = context
    self.showsProgress = showsProgress
    self.input = input
    self.view = view.adding(records.copy?.names ?? [])
    tolerance = records.tolerate ?? .none
    var options = records.pipeOptions
    options.form = form
    pipe = RecordPipe(
      parser: ItemParser(
        tool: context.tool, names: names, options: options, takesPlainText: takesPlainText),
      options: options)
  }

  /// Runs all items and decides the exit status.
  ///
  /// - Parameters:
  ///   - told: called at the end with the number of failures.
  ///   - isPostponed: whether failed items are to be retried later (`ExitTally.postpone`).
  package func run<Job: Sendable>(
    told: (_ failures: Int) -> Void = { _ in }, isPostponed: () -> Bool = { false },
    prepare: @escaping @Sendable (InputItem) -> RecordPipe.Prepared<Job>,
    work: @escaping @Sendable (Job, @escaping @Sendable (ItemResult) -> Void) -> Void
  ) async -> ExitStatus {
    let progress = Progress(context, isSilent: !showsProgress) { [input] in input.fractionRead }
    if case .operands(let words) = input { progress.expect(total: words.count) }
    let printer = RecordPrinter(context, view: view)
    let outcome = await pipe.run(
      input: input, output: context.streams.output.descriptor, brake: context.brake,
      onStart: { stop in context.shutdown.onRequest { _ in stop() } },
      write: { (lines: [UInt8]) throws(WriteError) -> Bool in try printer.print(lines) },
      onSkip: { progress.skip($0, outcome: ItemResult.otherShardOutcome) },
      prepare: { item in
        let prepared = prepare(item)
        if case .result(let result) = prepared { Self.count(result, progress) }
        return prepared
      },
      work: { job, done in
        progress.begin()
        work(job) { result in
          Self.finish(result, progress)
          done(result)
        }
      })
    // The total of a stream is known at its end.
    if case .descriptor = input, !outcome.isStopped, outcome.readFailure == nil {
      progress.expect(total: progress.counts.done)
    }
    told(outcome.failureCount)
    let writeFailure = outcome.writeFailure ?? printer.finish()
    progress.end()
    if context.common.isSummaryWanted { summarize(outcome, progress.elapsed) }
    return status(
      outcome, writeFailure, isPostponed: isPostponed(), isTold: printer.hasToldFailures)
  }

  private static func count(_ result: ItemResult, _ progress: Progress) {
    progress.begin()
    finish(result, progress)
  }

  private static func finish(_ result: ItemResult, _ progress: Progress) {
    progress.finish(failed: result.failure != nil, bytes: result.bytes, outcome: result.outcome)
  }

  private func summarize(_ outcome: PipeOutcome, _ elapsed: Duration) {
    var summary = SummaryRecord(tool: context.tool, items: outcome.items, elapsed: elapsed)
    summary.outcomes = outcome.outcomes.sorted { $0.key < $1.key }
      .map { SummaryRecord.Count($0.key, $0.value) }
    summary.outcomes.append(SummaryRecord.Count("failed", outcome.failureCount))
    summary.errors = outcome.failures
    summary.describe(tolerance, failures: outcome.failureCount)
    summary.failedHosts = outcome.failedHosts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { SummaryRecord.Count($0.key, $0.value) }
    summary.bytes = outcome.bytes
    context.diagnostics.write(lines: summary.lineBytes)
  }

  private func status(
    _ outcome: PipeOutcome, _ writeFailure: WriteError?, isPostponed: Bool, isTold: Bool
  ) -> ExitStatus {
    var tally = ExitTally(input.shape, tolerance: tolerance)
    tally.count(
      items: outcome.items - outcome.leftOut, failures: outcome.failureCount,
      first: outcome.firstFailure?.status)
    if isPostponed { tally.postpone() }
    // A stream without results may have had no items.
    if let found = outcome.found, input.shape == .single { tally.find(found) }
    if outcome.isClosed { tally.closeOutput() }
    if let failure = outcome.readFailure {
      context.diagnostics.error("\(failure)")
      tally.stop(.cannotRead)
    }
    if let writeFailure {
      context.diagnostics.error("\(writeFailure)")
      tally.stop(.cannotWrite)
    }
    if let signal = context.shutdown.received { tally.interrupt(signal: signal) }
    if let first = outcome.firstFailure, !outcome.isClosed, input.shape == .stream || !isTold {
      FailureReport(
        input.shape, tolerance, items: tally.items, failures: outcome.failures,
        isTolerable: tally.isTolerable
      ).print(first.message, context.diagnostics)
    }
    return tally.status
  }
}

extension RecordOptions {
  /// The options of the pipe, with defaults.
  package var pipeOptions: RecordPipe.Options {
    var options = RecordPipe.Options()
    options.window = window?.value ?? Self.defaultWindow
    options.isOrdered = unordered != true
    options.maximumLineBytes = maxLine?.bytes ?? Self.defaultMaximumLineBytes
    options.failureLimit = stopOnError == true ? 0 : tolerate?.failureLimit
    options.retried = retryErrors ?? .none
    options.copy = copy?.names ?? []
    options.referencePrefix = refPrefix.map(ReferencePrefix.init)
    return options
  }
}
