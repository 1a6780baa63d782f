/// Lines in → an answer at once → records out, on one thread: the loop of a
/// tool that waits for nothing while it works.
package struct RecordLoop {
  /// What became of one item.
  package enum Answer {
    /// Its lines are written; so many things were found.
    case found(Int)
    /// Nothing of it may stand; the record takes its place.
    case failed(ErrorRecord)
  }

  private let context: ToolContext
  private let input: PipeInput
  private let parser: ItemParser
  private let options: RecordPipe.Options
  private let tolerance: FailureTolerance
  private let view: RecordView

  /// Lines that are ready are written once so many bytes have gathered.
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
  ///   - debounce: how long an item waits for one that takes its place; nil
  ///     answers each.
  ///   - superseded: writes the line of an item whose place was taken.
  ///   - answer: writes an item's lines.
  package func run(
    debounce: Duration? = nil,
    superseded: (InputItem, inout JSONWriter) -> Void = { _, _ in },
    _ answer: (InputItem, inout JSONWriter) -> Answer
  ) -> ExitStatus {
    let printer = RecordPrinter(context, view: view)
    var run = LoopRun(context, input, tolerance)
    var source = ItemSource(input, parser, maximumLineBytes: options.maximumLineBytes)
    do throws(LoopEnd) {
      // What came while an item waited for it.
      var following: ItemParser.Parsed?
      while true {
        var parsed = following.take()
        if parsed == nil { parsed = try next(&source, &run, printer) }
        guard let parsed else { break }
        // At the wish to end, what was read is answered without a wait.
        if let debounce, !context.shutdown.isRequested, case .item(let item) = parsed {
          if source.mustWait { try run.flush(printer) }
          following = try successor(&source, debounce)
          if case .item? = following {
            superseded(item, &run.writer)
            run.succeed(0)
            // Input that never pauses brings nothing but these.
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

  /// The next item; what is finished goes out before a wait.
  private func next(
    _ source: inout ItemSource, _ run: inout LoopRun, _ printer: RecordPrinter
  ) throws(LoopEnd) -> ItemParser.Parsed? {
    if source.mustWait {
      try run.flush(printer)
      if case .descriptor(let descriptor) = input, !context.shutdown.waitForInput(descriptor) {
        return nil
      }
    }
    if context.shutdown.isRequested { return nil }
    do throws(ReadError) {
      return try source.next()
    } catch {
      throw .read(error)
    }
  }

  /// What comes before an item is worth an answer; nil for nothing.
  private func successor(
    _ source: inout ItemSource, _ debounce: Duration
  ) throws(LoopEnd) -> ItemParser.Parsed? {
    do throws(ReadError) {
      return try source.next(within: debounce)
    } catch {
      throw .read(error)
    }
  }

  private func take(
    _ parsed: ItemParser.Parsed, _ run: inout LoopRun,
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

/// Why a loop ends before its input does.
enum LoopEnd: Error {
  case read(ReadError)
  case write(WriteError)
  case closed
}
