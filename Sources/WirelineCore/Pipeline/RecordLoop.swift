/// The loop of tools that do not wait for anything (`ToolPipe.runLoop`): reads items and writes
/// records on one thread.
package enum RecordLoop {
  /// The result of an item.
  package enum Outcome {
    case found(Int)
    /// The item failed: its lines are discarded, and the error record is written instead.
    case failed(ErrorRecord)
  }
}

extension ToolPipe {
  /// Processes all items on the calling thread and decides the exit status.
  ///
  /// - Parameters:
  ///   - debounce: how long an item waits for one that supersedes it; nil processes each
  ///     immediately.
  ///   - superseded: writes the line of a superseded item.
  ///   - onFinish: called at the end with the results.
  ///   - answer: writes the lines of an item.
  package func runLoop(
    debounce: Duration? = nil,
    superseded: (InputItem, inout JSONWriter) -> Void = { _, _ in },
    onFinish: (PipeOutcome) -> Void = { _ in },
    _ answer: (InputItem, inout JSONWriter) -> RecordLoop.Outcome
  ) -> ExitStatus {
    var state = LoopState(
      context, input: input, pipe: pipe, printer: RecordPrinter(context, view: view))
    do throws(OutputEnded) {
      // The item that arrived during the debounce delay.
      var following: ItemParser.Parsed?
      while true {
        var parsed = following.take()
        if parsed == nil { parsed = try state.next() }
        guard let parsed else { break }
        // Once shutdown is requested, items are processed without delay.
        if let debounce, !context.shutdown.isRequested, case .item(let item) = parsed {
          following = try state.next(within: debounce)
          if case .item? = following {
            superseded(item, &state.writer)
            state.succeed(0)
            // Input that never pauses yields only superseded items.
            try state.flushIfFull()
            continue
          }
        }
        state.process(parsed, answer)
        try state.flushIfFull()
        if let limit = pipe.options.failureLimit, state.outcome.failureCount > limit { break }
      }
      try state.flush()
      state.finishPrinting()
    } catch {
      // The outcome has the reason.
    }
    let outcome = state.finish()
    onFinish(outcome)
    return RunReport(context: context, shape: input.shape, tolerance: tolerance).finish(
      outcome, elapsed: state.progress.elapsed,
      hasPrintedFailures: state.printer.hasPrintedFailures)
  }
}

private struct OutputEnded: Error {}

private struct LoopState: ~Copyable {
  private let context: ToolContext
  private let input: PipeInput
  private var source: ItemSource
  let printer: RecordPrinter
  let progress: Progress
  private(set) var outcome = PipeOutcome()
  var writer = JSONWriter()

  private static let batchBytes = 64 * 1024

  init(
    _ context: ToolContext, input: PipeInput, pipe: RecordPipe, printer: RecordPrinter
  ) {
    self.context = context
    self.input = input
    self.printer = printer
    source = ItemSource(
      input, pipe.parser, maximumLineBytes: pipe.options.maximumLineBytes,
      form: pipe.options.form, output: context.streams.output.descriptor)
    outcome.bytes = nil
    // A few operands take milliseconds; on a slow machine, the line would appear in the pager.
    progress = Progress(
      context, isSilent: !input.isRead && context.common.progress == .automatic)
    if case .operands(let words) = input { progress.expect(total: words.count) }
  }

  /// The next item, or nil at the end of the input. Writes finished lines before it waits.
  mutating func next() throws(OutputEnded) -> ItemParser.Parsed? {
    if source.mustWait() {
      try flush()
      if case .descriptor(let descriptor) = input,
        !context.shutdown.waitForInput(descriptor, output: context.streams.output.descriptor)
      {
        return nil
      }
    }
    if context.shutdown.isRequested { return nil }
    let next = read { source throws(ReadError) in try source.next() }
    outcome.isClosed = source.isOutputClosed
    if outcome.isClosed { throw OutputEnded() }
    return next
  }

  mutating func next(within limit: Duration) throws(OutputEnded) -> ItemParser.Parsed? {
    if source.mustWait() { try flush() }
    return read { source throws(ReadError) in try source.next(within: limit) }
  }

  private mutating func read(
    _ body: (inout ItemSource) throws(ReadError) -> ItemParser.Parsed?
  ) -> ItemParser.Parsed? {
    do throws(ReadError) {
      return try body(&source)
    } catch {
      outcome.readFailure = error
      return nil
    }
  }

  mutating func process(
    _ parsed: ItemParser.Parsed, _ answer: (InputItem, inout JSONWriter) -> RecordLoop.Outcome
  ) {
    switch parsed {
    case .passThrough(let line):
      writer.bytes += line
      writer.bytes.append(JSONByte.lineFeed)
    case .invalid(let record): fail(record)
    case .otherShard: break
    case .item(let item):
      let mark = writer.bytes.count
      switch answer(item, &writer) {
      case .found(let count):
        if count == 0 { outcome.misses += 1 }
        succeed(count)
      case .failed(let record):
        writer.rollBack(to: mark)
        fail(record)
      }
    }
  }

  mutating func succeed(_ count: Int) {
    outcome.items += 1
    outcome.found = (outcome.found ?? 0) + count
    progress.finish()
  }

  private mutating func fail(_ record: ErrorRecord) {
    outcome.items += 1
    outcome.count(ItemFailure(record))
    progress.finish(failed: true)
    writer.bytes += record.lineBytes
  }

  mutating func flushIfFull() throws(OutputEnded) {
    if writer.bytes.count >= Self.batchBytes { try flush() }
  }

  mutating func flush() throws(OutputEnded) {
    guard !writer.bytes.isEmpty else { return }
    do throws(WriteError) {
      outcome.isClosed = try !printer.print(writer.bytes)
    } catch {
      outcome.writeFailure = error
    }
    writer.bytes.removeAll(keepingCapacity: true)
    if outcome.isClosed || outcome.writeFailure != nil { throw OutputEnded() }
  }

  mutating func finishPrinting() { outcome.writeFailure = printer.finish() }

  mutating func finish() -> PipeOutcome {
    progress.end()
    outcome.outcomes["found"] = outcome.found ?? 0
    return outcome
  }
}
