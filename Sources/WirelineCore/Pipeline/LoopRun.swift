/// What has become of a loop's items so far.
struct LoopRun {
  private let context: ToolContext
  private let shape: ExitTally.Shape
  private let tolerance: FailureTolerance
  private let progress: Progress
  private var tally: ExitTally
  private var errors: [ErrorCode: Int] = [:]
  private var found = 0
  private var first: ErrorRecord?
  /// Whether the loop ended before its input did.
  private var isEnded = false
  /// Lines that are finished and not yet written.
  var writer = JSONWriter()

  init(_ context: ToolContext, _ input: PipeInput, _ tolerance: FailureTolerance) {
    self.context = context
    shape = input.shape
    self.tolerance = tolerance
    tally = ExitTally(shape, tolerance: tolerance)
    progress = Progress(context)
    if case .operands(let words) = input { progress.expect(total: words.count) }
  }

  var failures: Int { tally.failures }

  mutating func succeed(_ count: Int) {
    tally.succeed()
    progress.finish()
    found += count
    // A stream that found nothing may have been asked nothing.
    if shape == .single { tally.find(count) }
  }

  mutating func fail(_ record: ErrorRecord) {
    tally.fail(record)
    progress.finish(failed: true)
    errors[record.code, default: 0] += 1
    if first == nil { first = record }
    writer.bytes += record.lineBytes
  }

  /// Writes what is finished.
  mutating func flush(_ printer: RecordPrinter) throws(LoopEnd) {
    guard !writer.bytes.isEmpty else { return }
    let isOpen: Bool
    do throws(WriteError) {
      isOpen = try printer.print(writer.bytes)
    } catch {
      throw .write(error)
    }
    writer.bytes.removeAll(keepingCapacity: true)
    if !isOpen { throw .closed }
  }

  mutating func end(_ reason: LoopEnd) {
    isEnded = true
    switch reason {
    case .closed: tally.closeOutput()
    case .read(let error):
      context.diagnostics.error("\(error)")
      tally.stop(.cannotRead)
    case .write(let error):
      context.diagnostics.error("\(error)")
      tally.stop(.cannotWrite)
    }
  }

  mutating func finish(_ printer: RecordPrinter) -> ExitStatus {
    if !isEnded, let error = printer.finish() { end(.write(error)) }
    progress.end()
    if let signal = context.shutdown.received { tally.interrupt(signal: signal) }
    if context.common.isSummaryWanted { summarize(progress.elapsed) }
    if let first, shape == .stream || !printer.hasToldFailures {
      FailureReport(
        shape, tolerance, items: tally.items, failures: errors, isTolerable: tally.isTolerable
      ).print(first.message, hint: first.hint, context.diagnostics)
    }
    return tally.status
  }

  private func summarize(_ elapsed: Duration) {
    var summary = SummaryRecord(tool: context.tool, items: tally.items, elapsed: elapsed)
    summary.outcomes = [
      SummaryRecord.Count("found", found), SummaryRecord.Count("failed", tally.failures),
    ]
    summary.errors = errors
    summary.describe(tolerance, failures: tally.failures)
    context.diagnostics.write(lines: summary.lineBytes)
  }
}
