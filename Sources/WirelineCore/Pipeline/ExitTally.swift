/// Decides the exit status of a run from the results of its items.
///
/// | the run | status |
/// |---|---|
/// | was interrupted by a signal | 129, 130, 143 |
/// | could not go on (`stop`) | that failure's own |
/// | lost the reader of its output | 0 |
/// | was a stream, and items that failed have to wait (`postpone`) | 75 |
/// | has a tolerance, and no more items failed than that | 0 |
/// | was single, and its item failed | that failure's own |
/// | was a stream, and some item failed | 1 |
/// | has no tolerance, looked for something, and found nothing at all | 1 |
/// | else | 0 |
package struct ExitTally: Equatable, Sendable {
  /// Whether there is one item, known before the run begins.
  package enum Shape: Equatable, Sendable {
    /// One operand, or a job described by options. The item may yield several records.
    case single
    /// Two operands or more, or lines on stdin, however many: the status must not depend on the
    /// length of the input.
    case stream

    /// - Parameters:
    ///   - operands: how many items the command line names.
    ///   - readsInput: whether items come from stdin or a file of lines.
    package init(operands: Int, readsInput: Bool) {
      self = readsInput || operands > 1 ? .stream : .single
    }
  }

  private let shape: Shape
  private let tolerance: FailureTolerance
  /// Items that ended; records passed through are not counted.
  package private(set) var items = 0
  /// Items that failed.
  package private(set) var failures = 0
  private var firstFailure: ExitStatus?
  private var findings: Int?
  private var fatal: ExitStatus?
  private var signal: Int32?
  private var isOutputClosed = false
  private var isPostponed = false

  /// - Parameter tolerance: how many items may fail.
  package init(_ shape: Shape, tolerance: FailureTolerance = .none) {
    self.shape = shape
    self.tolerance = tolerance
  }

  /// Counts an item that succeeded.
  package mutating func succeed() { items += 1 }

  /// Counts an item that failed.
  package mutating func fail(_ failure: ExitStatus) {
    items += 1
    failures += 1
    firstFailure = firstFailure ?? failure
  }

  /// Counts an item that failed with an error record.
  package mutating func fail(_ record: ErrorRecord) { fail(ExitStatus(record)) }

  /// Counts many items at once.
  ///
  /// - Parameter first: the status of the first failure; nil if no item failed.
  package mutating func count(items: Int, failures: Int, first: ExitStatus?) {
    self.items += items
    self.failures += failures
    firstFailure = firstFailure ?? first
  }

  /// Counts results, including 0: a run that found none exits with 1.
  package mutating func find(_ count: Int) { findings = (findings ?? 0) + count }

  /// Marks the failed items as to be retried later, as when a quota is spent. No tolerance covers
  /// that: another run can do the rest.
  package mutating func postpone() { isPostponed = true }

  /// Records why the run cannot continue; the first reason counts.
  package mutating func stop(_ reason: ExitStatus) { fatal = fatal ?? reason }

  /// Records the signal that interrupted the run.
  package mutating func interrupt(signal number: Int32) { signal = signal ?? number }

  /// Records that the reader of stdout has exited: it did not want the rest.
  package mutating func closeOutput() { isOutputClosed = true }

  /// Whether the number of failures is within the tolerance.
  package var isTolerable: Bool { tolerance.allows(failures: failures, of: items) }

  package var status: ExitStatus {
    if let signal { return ExitStatus(signal: signal) }
    if let fatal { return fatal }
    if isOutputClosed { return .success }
    if isPostponed, failures > 0, shape == .stream { return .tryLater }
    if tolerance != .none, isTolerable { return .success }
    if let firstFailure { return shape == .single ? firstFailure : .failure }
    return findings == 0 ? .failure : .success
  }
}
