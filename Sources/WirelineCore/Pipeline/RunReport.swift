import Synchronization

/// Reports a finished run on stderr and decides its exit status.
struct RunReport {
  let context: ToolContext
  let shape: RunShape
  let tolerance: FailureTolerance

  func finish(
    _ outcome: PipeOutcome, elapsed: Duration, isPostponed: Bool = false, hasPrintedFailures: Bool
  ) -> ExitStatus {
    if context.common.printsSummary {
      context.diagnostics.write(lines: summary(of: outcome, elapsed).lineBytes)
    }
    if outcome.items > 0, outcome.outcomes[ItemResult.otherShardOutcome] == outcome.items {
      context.diagnostics.notice(
        "all \(outcome.items) items belong to other shards, see --shard-by")
    }
    if let failure = outcome.readFailure { context.diagnostics.error("\(failure)") }
    if let failure = outcome.writeFailure { context.diagnostics.error("\(failure)") }
    let status = RunStatus(
      shape: shape, tolerance: tolerance, signal: context.shutdown.received,
      isPostponed: isPostponed)
    if let first = outcome.firstFailure, !outcome.isClosed,
      shape == .stream || !hasPrintedFailures
    {
      let isTolerable = status.isTolerable(outcome)
      let text = shape == .single ? first.message : counts(of: outcome, isTolerable)
      if isTolerable {
        context.diagnostics.warning(text)
      } else {
        context.diagnostics.error(text, hint: first.hint)
      }
    }
    return status.status(of: outcome)
  }

  private func summary(of outcome: PipeOutcome, _ elapsed: Duration) -> SummaryRecord {
    var summary = SummaryRecord(tool: context.tool, items: outcome.items, elapsed: elapsed)
    summary.outcomes = outcome.outcomes.sorted { $0.key < $1.key }
      .map { SummaryRecord.Count($0.key, $0.value) }
    summary.outcomes.append(SummaryRecord.Count("failed", outcome.failureCount))
    summary.errors = outcome.failures
    if tolerance != .none {
      summary.tolerance = tolerance.text
      summary.isStoppedByFailures =
        tolerance.failureLimit.map { outcome.failureCount > $0 } ?? false
    }
    summary.failedHosts = outcome.failedHosts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { SummaryRecord.Count($0.key, $0.value) }
    summary.bytes = outcome.bytes
    return summary
  }

  private func counts(of outcome: PipeOutcome, _ isTolerable: Bool) -> String {
    let codes = outcome.failures.sorted {
      ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue)
    }
    .map { "\($0.key.rawValue) \($0.value)" }.joined(separator: ", ")
    let verdict =
      tolerance == .none
      ? "" : "\(isTolerable ? ", as" : ", more than") --tolerate \(tolerance.text) allows"
    let items = outcome.items - outcome.leftOut
    return "\(outcome.failureCount) of \(items) items failed\(verdict): \(codes)"
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
    guard context.common.printsSummary else { return }
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
