import Synchronization

/// Writes finished lines to stdout in the selected format. Used by one thread at a time.
package final class RecordPrinter: Sendable {
  private struct State: ~Copyable, Sendable {
    var formatter: OutputFormatter
    var writer: RecordWriter
    var hasTold = false
  }

  private let state: Mutex<State>
  private let diagnostics: Diagnostics

  package convenience init(_ context: ToolContext, columns: [String]) {
    self.init(context, view: .columns(columns))
  }

  package init(_ context: ToolContext, view: RecordView) {
    diagnostics = context.diagnostics
    state = Mutex(
      State(
        formatter: context.outputFormatter(view: view),
        writer: RecordWriter(descriptor: context.streams.output.descriptor)))
  }

  /// Whether a failure was printed on stderr, because a table cannot show it.
  var hasToldFailures: Bool { state.withLock { $0.hasTold } }

  /// Writes whole lines immediately; returns false if the reader has exited.
  package func print(_ lines: [UInt8]) throws(WriteError) -> Bool {
    try state.withLock { state throws(WriteError) in
      if state.formatter.isUntouched {
        try state.writer.append(lines)
      } else {
        try state.writer.append(formatted(lines, &state.formatter, &state.hasTold))
      }
      return try state.writer.flush() == .open
    }
  }

  /// Writes the rows that a table still holds back.
  package func finish() -> WriteError? {
    state.withLock { state in
      var rest: [UInt8] = []
      state.formatter.flush(to: &rest)
      do throws(WriteError) {
        try state.writer.append(rest)
        try state.writer.flush()
        return nil
      } catch {
        return error
      }
    }
  }

  private func formatted(
    _ lines: [UInt8], _ formatter: inout OutputFormatter, _ hasTold: inout Bool
  ) -> [UInt8] {
    var output: [UInt8] = []
    for line in lines.split(separator: 0x0A) {
      switch formatter.append(Array(line), to: &output) {
      case .printed: break
      case .failure(let number, let message):
        diagnostics.error(message, line: number)
        hasTold = true
      }
    }
    return output
  }
}

/// The line on stderr that counts failed items; their records have the details.
struct FailureReport {
  private let shape: ExitTally.Shape
  private let tolerance: FailureTolerance
  private let items: Int
  private let failures: [ErrorCode: Int]
  private let isTolerable: Bool

  /// - Parameters:
  ///   - items: the items that the tolerance refers to.
  ///   - isTolerable: whether the run succeeds nevertheless.
  init(
    _ shape: ExitTally.Shape, _ tolerance: FailureTolerance, items: Int,
    failures: [ErrorCode: Int], isTolerable: Bool
  ) {
    self.shape = shape
    self.tolerance = tolerance
    self.items = items
    self.failures = failures
    self.isTolerable = isTolerable
  }

  /// - Parameter first: the message of the first failure, printed for a single item.
  func print(_ first: String, hint: String? = nil, _ diagnostics: Diagnostics) {
    let text = shape == .single ? first : counts
    if isTolerable { diagnostics.warning(text) } else { diagnostics.error(text, hint: hint) }
  }

  private var counts: String {
    let count = failures.values.reduce(0, +)
    let codes = failures.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
      .map { "\($0.key.rawValue) \($0.value)" }.joined(separator: ", ")
    return "\(count) of \(items) items failed\(verdict): \(codes)"
  }

  private var verdict: String {
    guard tolerance != .none else { return "" }
    return isTolerable
      ? ", as --tolerate \(tolerance.text) allows"
      : ", more than --tolerate \(tolerance.text) allows"
  }
}

extension SummaryRecord {
  /// Adds the value of `--tolerate`, and whether it ended the run.
  mutating func describe(_ tolerance: FailureTolerance, failures: Int) {
    guard tolerance != .none else { return }
    self.tolerance = tolerance.text
    isStoppedByFailures = tolerance.failureLimit.map { failures > $0 } ?? false
  }
}

/// The summary of a run with a single job, such as a request or a sync.
package final class JobSummary: Sendable {
  private struct State {
    var outcome: String?
    var code: ErrorCode?
    var bytes: Int?
  }

  private let context: ToolContext
  private let start = ContinuousClock.now
  private let state = Mutex(State())

  package init(_ context: ToolContext) { self.context = context }

  /// - Parameters:
  ///   - outcome: snake_case: `network`, `downloaded`.
  ///   - bytes: the bytes read; added to those of earlier calls, as for further pages.
  package func succeed(_ outcome: String, bytes: Int?) {
    state.withLock { state in
      state.outcome = outcome
      state.bytes = bytes.map { $0 + (state.bytes ?? 0) } ?? state.bytes
    }
  }

  package func fail(_ code: ErrorCode) { state.withLock { $0.code = code } }

  /// Prints the summary on stderr, if requested.
  package func print() {
    guard context.common.isSummaryWanted else { return }
    let state = state.withLock { $0 }
    var summary = SummaryRecord(tool: context.tool, items: 1, elapsed: .now - start)
    if let code = state.code {
      summary.outcomes = [SummaryRecord.Count("failed", 1)]
      summary.errors = [code: 1]
    } else if let outcome = state.outcome {
      summary.outcomes = [SummaryRecord.Count(outcome, 1)]
    }
    summary.bytes = state.bytes
    context.diagnostics.write(lines: summary.lineBytes)
  }
}
