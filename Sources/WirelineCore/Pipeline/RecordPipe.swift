/// The loop of tools whose items wait for something: reads items, processes a bounded number
/// concurrently, and writes records in order.
package struct RecordPipe: Sendable {
  /// An item after preparation: a job to start, or already a result.
  package enum Prepared: Sendable {
    /// Runs on its own threads, and calls back once, from any thread.
    case job(@Sendable (@escaping @Sendable (ItemResult) -> Void) -> Void)
    case result(ItemResult)
    /// A job that also passes on records before its result, which follow one another in the output.
    case stream(@Sendable (@escaping Emit, @escaping @Sendable (ItemResult) -> Void) -> Void)
  }

  /// Accepts records of an unfinished item; may wait for the reader of the output.
  package typealias Emit = @Sendable (PipeRecords) -> PipeRecords.Reception

  let parser: ItemParser
  let options: PipeOptions

  /// Runs until the end of the input, or until it is stopped.
  ///
  /// One thread reads, prepares and starts items, and another formats and writes.
  ///
  /// - Parameters:
  ///   - descriptor: the output, to end the run if its reader exits while the input is idle; -1
  ///     for none.
  ///   - backpressure: holds requests back while records are unwritten; nil for other work.
  ///   - progress: of the items.
  ///   - onStart: receives a function that stops the pipe.
  ///   - write: writes finished lines, on the writer thread; returns false if the reader of the
  ///     output has exited.
  ///   - onInvalid: turns the error record of an invalid line into a result, on the reader thread.
  ///   - prepare: turns an item into a job, on the reader thread.
  package func run(
    input: PipeInput, output descriptor: Int32 = -1, backpressure: OutputBackpressure? = nil,
    progress: Progress? = nil, onStart: (@escaping @Sendable () -> Void) -> Void = { _ in },
    write: @escaping @Sendable ([UInt8]) throws(WriteError) -> Bool,
    onInvalid: @escaping @Sendable (ErrorRecord) -> ItemResult = { ItemResult($0) },
    prepare: @escaping @Sendable (InputItem) -> Prepared
  ) async -> PipeOutcome {
    let output = OrderedOutput(
      isOrdered: options.isOrdered, window: options.window, backpressure: backpressure,
      write: write)
    if options.failureLimit == 0 { backpressure?.allowEarlyStop() }
    var started: PipeTally?
    let readFailure = await withUnsafeContinuation { waiter in
      let end = FirstResult<ReadError?>(waiter)
      // The reader may be blocked on idle input.
      let tally = PipeTally(failureLimit: options.failureLimit) {
        end.resume(nil)
        backpressure?.stop()
      }
      started = tally
      onStart { tally.stop() }
      DetachedThread.startOrExit {
        end.resume(
          read(
            input, untilEndOf: descriptor, into: output, counting: tally, progress: progress,
            onInvalid: onInvalid, prepare: prepare))
      }
    }
    await output.finish()
    var outcome = started?.outcome ?? PipeOutcome()
    outcome.isClosed = output.isClosed && output.failure == nil
    outcome.writeFailure = output.failure
    outcome.readFailure = readFailure
    return outcome
  }

  private func read(
    _ input: PipeInput, untilEndOf descriptor: Int32, into output: OrderedOutput,
    counting tally: PipeTally, progress: Progress?, onInvalid: (ErrorRecord) -> ItemResult,
    prepare: (InputItem) -> Prepared
  ) -> ReadError? {
    var source = ItemSource(
      input, parser, maximumLineBytes: options.maximumLineBytes, form: options.form,
      output: descriptor)
    var sequence = 0
    do throws(ReadError) {
      while let parsed = try source.next() {
        output.begin(isInputIdle: source.mustWait())
        switch parsed {
        case .passThrough(let line):
          tally.passThrough()
          output.complete(sequence, PipeRecords(line: line))
        case .otherShard:
          start(.result(.otherShard), at: sequence, of: output, counting: tally)
        case .invalid(let record):
          start(.result(onInvalid(record)), at: sequence, of: output, counting: tally)
        case .item(let item):
          start(prepare(item), at: sequence, of: output, counting: tally, progress: progress)
        }
        sequence += 1
        if output.isClosed || tally.isStopped { break }
      }
      if source.isOutputClosed { output.close() }
      return nil
    } catch {
      return error
    }
  }

  private func start(
    _ ready: Prepared, at sequence: Int, of output: OrderedOutput, counting tally: PipeTally,
    progress: Progress? = nil
  ) {
    progress?.begin()
    @Sendable func finish(_ result: ItemResult) {
      progress?.finish(result)
      tally.count(result)
      output.complete(sequence, result.records, isWorked: true)
    }
    switch ready {
    case .result(let result):
      progress?.finish(result)
      tally.count(result)
      output.complete(sequence, result.records)
    case .job(let start): start(finish)
    case .stream(let start):
      start({ tally.isStopped ? .closed : output.add($0, to: sequence) }, finish)
    }
  }
}

extension Progress {
  fileprivate func finish(_ result: ItemResult) {
    finish(failed: result.failure != nil, bytes: result.bytes, outcome: result.outcome)
  }
}
