internal import Glibc

/// Lines in → work, bounded → records out, in order: the loop of every tool
/// that waits for something while it works.
package struct RecordPipe: Sendable {
  package struct Options: Sendable {
    /// Items in work or waiting to be written, at most.
    package var window = 1000
    /// Whether records leave in the order of the input.
    package var isOrdered = true
    package var maximumLineBytes = 64 << 20
    /// More failures than this end the run; nil for no limit.
    package var failureLimit: Int?
    package var retried = RetriedErrors.none
    /// Input fields carried over into the output records.
    package var copy: [String] = []
    /// What every `ref` begins with; nil leaves them unchanged.
    package var referencePrefix: ReferencePrefix?
    package var form = InputForm()

    package init() {}
  }

  /// What an item turns into before any work: a job, or already its result.
  package enum Prepared<Job: Sendable>: Sendable {
    case job(Job)
    case result(ItemResult)
  }

  private let parser: ItemParser
  private let options: Options

  package init(parser: ItemParser, options: Options) {
    self.parser = parser
    self.options = options
  }

  /// Runs to the end of the input, or until it is stopped.
  ///
  /// Three threads share the load: one reads, prepares and starts, those of
  /// `work` do it, one formats and writes.
  ///
  /// - Parameters:
  ///   - input: where the items come from.
  ///   - brake: set while records wait to be written; nil where the work makes
  ///     none of any size.
  ///   - onStart: gets what stops the pipe, for whoever may have to.
  ///   - write: takes finished lines, on the writer's thread; false when the
  ///     reader of the output is gone.
  ///   - onSkip: gets the number of items that another shard does, on the reader's thread.
  ///   - prepare: turns an item into a job, on the reader's thread.
  ///   - work: starts a job and calls back once, from any thread.
  package func run<Job: Sendable>(
    input: PipeInput, brake: AdmissionBrake? = nil,
    onStart: (@escaping @Sendable () -> Void) -> Void = { _ in },
    write: @escaping @Sendable ([UInt8]) throws(WriteError) -> Bool,
    onSkip: @escaping @Sendable (Int) -> Void = { _ in },
    prepare: @escaping @Sendable (InputItem) -> Prepared<Job>,
    work: @escaping @Sendable (Job, @escaping @Sendable (ItemResult) -> Void) -> Void
  ) async -> PipeOutcome {
    let output = OrderedOutput(
      isOrdered: options.isOrdered, window: options.window, brake: brake, write: write)
    let end = ReadEnd()
    // At a stop the reader may be waiting for a line that never comes.
    let tally = PipeTally(failureLimit: options.failureLimit) {
      end.reach(nil)
      brake?.stop()
    }
    if options.failureLimit == 0 { brake?.stopAtAnEnd() }
    onStart { tally.stop() }
    BlockingThread.startOrEnd { end.reach(read(input, output, tally, onSkip, prepare, work)) }
    let readFailure = await end.wait()
    await output.finish()
    var outcome = tally.outcome
    outcome.isClosed = output.isClosed && output.failure == nil
    outcome.writeFailure = output.failure
    outcome.readFailure = readFailure
    return outcome
  }

  // MARK: The reader's thread

  private func read<Job: Sendable>(
    _ input: PipeInput, _ output: OrderedOutput, _ tally: PipeTally, _ onSkip: (Int) -> Void,
    _ prepare: (InputItem) -> Prepared<Job>,
    _ work: (Job, @escaping @Sendable (ItemResult) -> Void) -> Void
  ) -> ReadError? {
    var source = ItemSource(
      input, parser, maximumLineBytes: options.maximumLineBytes, form: options.form)
    var feed = PipeFeed(output, window: options.window)
    do throws(ReadError) {
      while let parsed = try source.next() {
        switch parsed {
        case .passThrough(let line): feed.pass(line, isUrgent: source.mustWait)
        case .foreign(let count):
          tally.skip(count)
          onSkip(count)
          if source.mustWait { feed.flush() }
        case .fault(let record):
          start(.result(ItemResult(record)), feed.begin(), output, tally, work)
        case .item(let item): start(prepare(item), feed.begin(), output, tally, work)
        }
        if output.isClosed || tally.isStopped { break }
      }
      feed.flush()
      return nil
    } catch {
      feed.flush()
      return error
    }
  }

  private func start<Job: Sendable>(
    _ ready: Prepared<Job>, _ sequence: Int, _ output: OrderedOutput, _ tally: PipeTally,
    _ work: (Job, @escaping @Sendable (ItemResult) -> Void) -> Void
  ) {
    switch ready {
    case .result(let result):
      tally.count(result)
      output.complete(sequence, result.records)
    case .job(let job):
      work(job) { result in
        tally.count(result)
        output.complete(sequence, result.records, isWorked: true)
      }
    }
  }
}
