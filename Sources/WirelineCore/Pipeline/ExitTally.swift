/// Decides the exit status of a run from its results.
///
/// | the run | status |
/// |---|---|
/// | was interrupted by a signal | 129, 130, 143 |
/// | could not continue (`fatal`) | that failure's own |
/// | lost the reader of its output | 0 |
/// | was a stream, and failed items can be retried later (`isPostponed`) | 75 |
/// | has a tolerance, and at most that many items failed | 0 |
/// | was single, and its item failed | that failure's own |
/// | was a stream, and an item failed | 1 |
/// | has no tolerance, searched for something, and found nothing | 1 |
/// | else | 0 |
package struct ExitTally: Sendable {
  /// Whether the run has one item, which is known before it begins.
  package enum Shape: Equatable, Sendable {
    /// One operand, or a job described by options. The item may yield several records.
    case single
    /// At least two operands, or any number of lines on stdin: the status must not depend on the
    /// length of the input.
    case stream

    package init(operands: Int, readsInput: Bool) {
      self = readsInput || operands > 1 ? .stream : .single
    }
  }

  private let shape: Shape
  private let tolerance: FailureTolerance
  /// Items that ended, without records passed through.
  package var items = 0
  package var failures = 0
  package var firstFailure: ExitStatus?
  /// The number of results of a search; nil for other runs.
  package var found: Int?
  /// Why the run could not continue.
  package var fatal: ExitStatus?
  package var signal: Int32?
  /// Whether the reader of stdout has exited: it did not want the rest.
  package var isOutputClosed = false
  /// Whether another run can process the failed items, as after a quota is spent. No tolerance
  /// applies then.
  package var isPostponed = false

  package init(_ shape: Shape, tolerance: FailureTolerance = .none) {
    self.shape = shape
    self.tolerance = tolerance
  }

  package var isTolerable: Bool { tolerance.allows(failures: failures, of: items) }

  package var status: ExitStatus {
    if let signal { return ExitStatus(signal: signal) }
    if let fatal { return fatal }
    if isOutputClosed { return .success }
    if isPostponed, failures > 0, shape == .stream { return .tryLater }
    if tolerance != .none, isTolerable { return .success }
    if let firstFailure { return shape == .single ? firstFailure : .failure }
    return found == 0 ? .failure : .success
  }
}
