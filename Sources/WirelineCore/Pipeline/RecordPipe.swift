import Glibc
import Synchronization

/// The loop of tools whose items wait for something: reads items, works on a bounded number at
/// once, and writes records in order.
package struct RecordPipe: Sendable {
  package typealias Options = PipeOptions

  /// An item after preparation: a job, or already a result.
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

  /// Runs until the end of the input, or until it is stopped.
  ///
  /// One thread reads, prepares and starts items, those of `work` do the work, and one formats and
  /// writes.
  ///
  /// - Parameters:
  ///   - input: the source of the items.
  ///   - descriptor: the output, to end the run if its reader exits while the input is idle; -1
  ///     for none.
  ///   - brake: holds requests back while records wait to be written; nil if the work makes none.
  ///   - onStart: receives a function that stops the pipe.
  ///   - write: writes finished lines, on the writer's thread; returns false if the reader of the
  ///     output has exited.
  ///   - onSkip: called with the number of items of another shard, on the reader's thread.
  ///   - prepare: turns an item into a job, on the reader's thread.
  ///   - work: starts a job and calls back once, from any thread.
  package func run<Job: Sendable>(
    input: PipeInput, output descriptor: Int32 = -1, brake: AdmissionBrake? = nil,
    onStart: (@escaping @Sendable () -> Void) -> Void = { _ in },
    write: @escaping @Sendable ([UInt8]) throws(WriteError) -> Bool,
    onSkip: @escaping @Sendable (Int) -> Void = { _ in },
    prepare: @escaping @Sendable (InputItem) -> Prepared<Job>,
    work: @escaping @Sendable (Job, @escaping @Sendable (ItemResult) -> Void) -> Void
  ) async -> PipeOutcome {
    let output = OrderedOutput(
      isOrdered: options.isOrdered, window: options.window, brake: brake, write: write)
    let end = ReaderCompletion()
    // The reader may be blocked on idle input.
    let tally = PipeTally(failureLimit: options.failureLimit) {
      end.reach(nil)
      brake?.stop()
    }
    if options.failureLimit == 0 { brake?.stopAtAnEnd() }
    onStart { tally.stop() }
    BlockingThread.startOrEnd {
      end.reach(read(input, descriptor, output, tally, onSkip, prepare, work))
    }
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
    _ input: PipeInput, _ descriptor: Int32, _ output: OrderedOutput, _ tally: PipeTally,
    _ onSkip: (Int) -> Void,
    _ prepare: (InputItem) -> Prepared<Job>,
    _ work: (Job, @escaping @Sendable (ItemResult) -> Void) -> Void
  ) -> ReadError? {
    var source = ItemSource(
      input, parser, maximumLineBytes: options.maximumLineBytes, form: options.form,
      output: descriptor)
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
      if source.isOutputClosed { output.close() }
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

/// The source of a pipe's items.
package enum PipeInput: Sendable {
  /// The lines of a descriptor.
  case descriptor(Int32)
  /// Operands of the command line; the nth counts as line n.
  case operands([String])
  /// A single item that the options describe; it counts as line 1.
  case options

  /// The operands, or the lines of stdin if there are none.
  package init(operands: [String], context: ToolContext) {
    self =
      operands.isEmpty
      ? .descriptor(context.streams.input.descriptor) : .operands(operands)
  }

  /// The fraction of a file that was read, 0…1; nil for other input.
  var fractionRead: Double? {
    guard case .descriptor(let descriptor) = self else { return nil }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_size > 0
    else { return nil }
    let position = lseek(descriptor, 0, SEEK_CUR)
    return position < 0 ? nil : min(1, Double(position) / Double(facts.st_size))
  }

  package var shape: ExitTally.Shape {
    switch self {
    case .descriptor: .stream
    case .options: .single
    case .operands(let words): ExitTally.Shape(operands: words.count, readsInput: false)
    }
  }
}

/// Reads items. Used by one thread.
struct ItemSource: ~Copyable {
  private let parser: ItemParser
  private var reader: LineReader
  private let hasReader: Bool
  private var operands: ArraySlice<String> = []
  private var number = 0
  private let isForeign: (@Sendable (RawLine) -> Bool)?
  private var pending: InputLine?

  init(
    _ input: PipeInput, _ parser: ItemParser, maximumLineBytes: Int, form: InputForm = InputForm(),
    output: Int32
  ) {
    self.parser = parser
    isForeign = form.isForeign
    var descriptor: Int32 = -1
    if case .descriptor(let given) = input { descriptor = given }
    hasReader = descriptor >= 0
    // A line over the limit becomes an error record, which contains it (`ItemParser`).
    reader = LineReader(
      descriptor: descriptor, maximumLineBytes: max(maximumLineBytes, ErrorInput.maximumBytes),
      separator: form.separator,
      unpacker: form.makeUnpacker?(), output: output)
    switch input {
    case .descriptor: break
    case .operands(let words): operands = words[...]
    case .options: operands = [""]
    }
  }

  /// Whether the input ended early, because the reader of the output has exited.
  var isOutputClosed: Bool { reader.isOutputClosed }

  /// Whether `next` would block.
  var mustWait: Bool {
    hasReader && pending == nil && !reader.hasBufferedLine && !reader.inputIsReady()
  }

  /// The next item, if it arrives in time; nil also at the end.
  mutating func next(within limit: Duration) throws(ReadError) -> ItemParser.Parsed? {
    if !hasReader || !operands.isEmpty { return try next() }
    let end = ContinuousClock.now + limit
    while reader.hasLine(until: end), let line = try reader.next() {
      if let parsed = parser.parse(line) { return parsed }
    }
    return nil
  }

  /// The next item; nil at the end.
  mutating func next() throws(ReadError) -> ItemParser.Parsed? {
    if let operand = operands.popFirst() {
      number += 1
      return parser.operand(operand, number: number)
    }
    guard hasReader else { return nil }
    if let isForeign { return try next(skipping: isForeign) }
    while let line = try reader.next() {
      if let parsed = parser.parse(line) { return parsed }
    }
    return nil
  }

  private mutating func next(
    skipping isForeign: (RawLine) -> Bool
  ) throws(ReadError) -> ItemParser.Parsed? {
    if let line = pending.take(), let parsed = parser.parse(line) { return parsed }
    while let (line, skipped) = try reader.next(skipping: isForeign) {
      if skipped > 0 {
        pending = line
        return .foreign(skipped)
      }
      if let line, let parsed = parser.parse(line) { return parsed }
    }
    return nil
  }
}

/// Signals that no more items begin: the end of the input, or a stop.
final class ReaderCompletion: Sendable {
  private enum State: Sendable {
    case open(UnsafeContinuation<ReadError?, Never>?)
    case reached(ReadError?)
  }

  private let state = Mutex(State.open(nil))

  /// Later calls have no effect.
  func reach(_ failure: ReadError?) {
    let waiter: UnsafeContinuation<ReadError?, Never>? = state.withLock { state in
      guard case .open(let waiter) = state else { return nil }
      state = .reached(failure)
      return waiter
    }
    waiter?.resume(returning: failure)
  }

  func wait() async -> ReadError? {
    await withUnsafeContinuation { waiter in
      let reached: ReadError?? = state.withLock { state in
        if case .reached(let failure) = state { return .some(failure) }
        state = .open(waiter)
        return .none
      }
      if let reached { waiter.resume(returning: reached) }
    }
  }
}
