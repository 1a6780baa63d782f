/// Runs a tool that maps or expands items, with the common options applied.
package struct ToolPipe: Sendable {
  let context: ToolContext
  let pipe: RecordPipe
  let input: PipeInput
  let view: RecordView
  let tolerance: FailureTolerance
  private let showsProgress: Bool

  /// - Parameters:
  ///   - names: the fields that the tool reads from a record.
  ///   - view: how records are shown to people.
  ///   - acceptsPlainText: whether plain lines are items.
  ///   - showsProgress: whether the tool shows progress if the common options request it.
  package init(
    _ context: ToolContext, input: PipeInput, records: RecordOptions, names: [String],
    view: RecordView, acceptsPlainText: Bool, form: InputForm = InputForm(),
    showsProgress: Bool = true
  ) {
    self.context = context
    self.showsProgress = showsProgress
    self.input = input
    self.view = view.adding(records.copy)
    tolerance = records.tolerate ?? .none
    var options = records.pipeOptions
    options.form = form
    if form.format == .auto { options.form.format = records.inputFormat ?? .auto }
    pipe = RecordPipe(
      parser: ItemParser(
        tool: context.tool, names: names, options: options,
        acceptsPlainText: acceptsPlainText && options.form.format.acceptsPlainText),
      options: options)
  }

  /// Processes all items and decides the exit status.
  ///
  /// - Parameters:
  ///   - onFinish: called at the end with the results.
  ///   - onInvalid: turns the error record of an invalid line into a result.
  package func run(
    onFinish: (PipeOutcome) -> Void = { _ in },
    onInvalid: @escaping @Sendable (ErrorRecord) -> ItemResult = { ItemResult($0) },
    prepare: @escaping @Sendable (InputItem) -> RecordPipe.Prepared
  ) async -> ExitStatus {
    let progress = Progress(context, isSilent: !showsProgress) { [input] in input.fractionRead }
    if case .operands(let words) = input { progress.expect(total: words.count) }
    let printer = RecordPrinter(context, view: view)
    var outcome = await pipe.run(
      input: input, output: context.streams.output.descriptor, backpressure: context.backpressure,
      progress: progress, onStart: { stop in context.shutdown.onRequest { _ in stop() } },
      write: { (lines: [UInt8]) throws(WriteError) -> Bool in try printer.print(lines) },
      onInvalid: onInvalid, prepare: prepare)
    // The total of a stream is known at its end.
    if case .descriptor = input, !outcome.isStopped, outcome.readFailure == nil {
      progress.expect(total: progress.counts.done)
    }
    outcome.writeFailure = outcome.writeFailure ?? printer.finish()
    onFinish(outcome)
    progress.end()
    return RunReport(context: context, shape: input.shape, tolerance: tolerance).finish(
      outcome, elapsed: progress.elapsed, hasPrintedFailures: printer.hasPrintedFailures)
  }
}

extension RecordOptions {
  package var pipeOptions: PipeOptions {
    var options = PipeOptions()
    options.window = window?.value ?? Self.defaultWindow
    options.isOrdered = unordered != true
    options.maximumLineBytes = maxLine?.bytes ?? Self.defaultMaximumLineBytes
    options.failureLimit = stopOnError == true ? 0 : tolerate?.failureLimit
    options.retried = retryErrors ?? .none
    options.copy = copy
    options.referencePrefix = refPrefix.map(ReferencePrefix.init)
    return options
  }
}
