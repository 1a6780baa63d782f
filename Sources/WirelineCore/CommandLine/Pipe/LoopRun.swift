/// What has become of a loop's items so far.
struct LoopRun {
  private let context: ToolContext
  private let shape: ExitTally.Shape
  private var tally: ExitTally
  private var errors: [ErrorCode: Int] = [:]
  private var found = 0
  private var first: ErrorRecord?
  /// Whether the loop ended before its input did.
  private var isEnded = false
  /// Lines that are finished and not yet written.
  var writer = JSONWriter()

  init(_ context: ToolContext, _ shape: ExitTally.Shape) {
    self.context = context
    self.shape = shape
    tally = ExitTally(shape)
  }

  var hasFailed: Bool { first != nil }

  mutating func succeed(_ count: Int) {
    tally.succeed()
    found += count
    // A stream that found nothing may have been asked nothing.
    if shape == .single { tally.find(count) }
  }

  mutating func fail(_ record: ErrorRecord) {
    tally.fail(record)
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

  mutating func finish(_ printer: RecordPrinter, elapsed: Duration) -> ExitStatus {
    if !isEnded, let error = printer.finish() { end(.write(error)) }
    if let signal = context.shutdown.received { tally.interrupt(signal: signal) }
    if context.common.isSummaryWanted { summarize(elapsed) }
    if let first {
      if shape == .stream {
        context.diagnostics.error(
          "\(tally.failures) of \(tally.items) items failed: \(errors.mostFirst)")
      } else if !printer.hasToldFailures {
        context.diagnostics.error(first.message)
      }
    }
    return tally.status
  }

  private func summarize(_ elapsed: Duration) {
    var summary = SummaryRecord(tool: context.tool, items: tally.items, elapsed: elapsed)
    summary.outcomes = [
      SummaryRecord.Count("found", found), SummaryRecord.Count("failed", tally.failures),
    ]
    summary.errors = errors
    context.diagnostics.write(lines: summary.lineBytes)
  }
}
