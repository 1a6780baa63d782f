/// The loop of tools that do not wait for anything: reads items and writes records on one thread.
package struct RecordLoop {
  /// The result of an item.
  package enum Answer {
    /// Its lines were written; the number of results.
    case found(Int)
    /// Its lines are discarded and the error record is written instead.
    case failed(ErrorRecord)
  }

  private let context: ToolContext
  private let input: PipeInput
  private let parser: ItemParser
  private let options: RecordPipe.Options
  private let tolerance: FailureTolerance
  private let view: RecordView

  private static let batchBytes = 64 * 1024

  package init(
    _ context: ToolContext, input: PipeInput, records: RecordOptions, names: [String],
    columns: [String], takesPlainText: Bool
  ) {
    self.context = context
    self.input = input
    view = RecordView.columns(columns).adding(records.copy?.names ?? [])
    options = records.pipeOptions
    tolerance = records.tolerate ?? .none
    parser = ItemParser(
      tool: context.tool, names: names, options: options, takesPlainText: takesPlainText)
  }

  /// Runs all items and decides the exit status.
  ///
  /// - Parameters:
  ///   - debounce: how long an item waits for one that supersedes it; nil processes each
  ///     immediately.
  ///   - superseded: writes the line of a superseded item.
  ///   - answer: writes the lines of an item.
  package func run(
    debounce: Duration? = nil,
    superseded: (InputItem, inout JSONWriter) -> Void = { _, _ in },
    _ answer: (InputItem, inout JSONWriter) -> Answer
  ) -> ExitStatus {
    let printer = RecordPrinter(context, view: view)
    var run = LoopState(context, input, tolerance)
    var source = ItemSource(
      input, parser, maximumLineBytes: options.maximumLineBytes,
      output: context.streams.output.descriptor)
    do throws(LoopExit) {
      // The item that arrived during the debounce delay.
      var following: ItemParser.Parsed?
      while true {
        var parsed = following.take()
        if parsed == nil { parsed = try next(&source, &run, printer) }
        guard let parsed else { break }
        // Once shutdown is requested, items are processed without delay.
        if let debounce, !context.shutdown.isRequested, case .item(let item) = parsed {
          if source.mustWait { try run.flush(printer) }
          following = try successor(&source, debounce)
          if case .item? = following {
            superseded(item, &run.writer)
            run.succeed(0)
            // Input that never pauses yields only superseded items.
            if run.writer.bytes.count >= Self.batchBytes { try run.flush(printer) }
            continue
          }
        }
        take(parsed, &run, answer)
        if run.writer.bytes.count >= Self.batchBytes { try run.flush(printer) }
        if let limit = options.failureLimit, run.failures > limit { break }
      }
      try run.flush(printer)
    } catch {
      run.end(error)
    }
    return run.finish(printer)
  }

  /// The next item; flushes finished lines before it waits.
  private func next(
    _ source: inout ItemSource, _ run: inout LoopState, _ printer: RecordPrinter
  ) throws(LoopExit) -> ItemParser.Parsed? {
    if source.mustWait {
      try run.flush(printer)
      if case .descriptor(let descriptor) = input,
        !context.shutdown.waitForInput(descriptor, output: context.streams.output.descriptor)
      {
        return nil
      }
    }
    if context.shutdown.isRequested { return nil }
    do throws(ReadError) {
      if let next = try source.next() { return next }
    } catch {
      throw .read(error)
    }
    if source.isOutputClosed { throw .closed }
    return nil
  }

  private func successor(
    _ source: inout ItemSource, _ debounce: Duration
  ) throws(LoopExit) -> ItemParser.Parsed? {
    do throws(ReadError) {
      return try source.next(within: debounce)
    } catch {
      throw .read(error)
    }
  }

  private func take(
    _ parsed: ItemParser.Parsed, _ run: inout LoopState,
    _ answer: (InputItem, inout JSONWriter) -> Answer
  ) {
    switch parsed {
    case .passThrough(let line):
      run.writer.bytes += line
      run.writer.bytes.append(0x0A)
    case .fault(let record): run.fail(record)
    case .foreign: break
    case .item(let item):
      let mark = run.writer.bytes.count
      switch answer(item, &run.writer) {
      case .found(let count): run.succeed(count)
      case .failed(let record):
        run.writer.rollBack(to: mark)
        run.fail(record)
      }
    }
  }
}

/// The reason why a loop ends before its input.
enum LoopExit: Error {
  case read(ReadError)
  case write(WriteError)
  case closed
}

/// The state of a loop: counts, progress, and lines to be written.
struct LoopState {
  private let context: ToolContext
  private let shape: ExitTally.Shape
  private let tolerance: FailureTolerance
  private let progress: Progress
  private var tally: ExitTally
  private var errors: [ErrorCode: Int] = [:]
  private var found = 0
  private var first: ErrorRecord?
  private var isEnded = false
  /// Finished lines that are not yet written.
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
    // A stream without results may have had no items.
    if shape == .single { tally.find(count) }
  }

  mutating func fail(_ record: ErrorRecord) {
    tally.fail(record)
    progress.finish(failed: true)
    errors[record.code, default: 0] += 1
    if first == nil { first = record }
    writer.bytes += record.lineBytes
  }

  /// Writes finished lines.
  mutating func flush(_ printer: RecordPrinter) throws(LoopExit) {
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

  mutating func end(_ reason: LoopExit) {
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
