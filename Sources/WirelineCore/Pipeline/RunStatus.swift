/// Whether a run has one item, which is known before it begins.
package enum RunShape: Equatable, Sendable {
  /// One operand, or a job described by options. The item may yield several records.
  case single
  /// At least two operands, or any number of lines on stdin: the status must not depend on the
  /// length of the input.
  case stream
}

/// Decides the exit status of a run from its results.
///
/// | the run | status |
/// |---|---|
/// | was interrupted by a signal | 129, 130, 143 |
/// | could not read its input or write its output | 26, 23 |
/// | does not fit its input | 2 |
/// | lost the reader of its output | 0 |
/// | was a stream, and a quota was used up (`PipeOutcome.isPostponed`) | 75 |
/// | has a tolerance, and at most that many items failed | 0 |
/// | was single, and its item failed | that failure's own |
/// | was a stream, and an item failed | 1 |
/// | has no tolerance, was a single search, and found nothing | 1 |
/// | else | 0 |
struct RunStatus {
  let shape: RunShape
  let tolerance: FailureTolerance
  var signal: Int32?

  func status(of outcome: PipeOutcome) -> ExitStatus {
    if let signal { return ExitStatus(signal: signal) }
    if let failure = outcome.readFailure { return failure.isUsage ? .usage : .cannotRead }
    if outcome.writeFailure != nil { return .cannotWrite }
    // The reader did not want the rest.
    if outcome.isClosed { return .success }
    // No tolerance applies: another run can process these items.
    if outcome.isPostponed, shape == .stream { return .tryLater }
    if tolerance != .none, isTolerable(outcome) { return .success }
    if let failure = outcome.firstFailure { return shape == .single ? failure.status : .failure }
    // A stream without results may have had no items.
    return shape == .single && outcome.found == 0 ? .failure : .success
  }

  func isTolerable(_ outcome: PipeOutcome) -> Bool {
    tolerance.allows(failures: outcome.failureCount, of: outcome.processedItems)
  }
}
