internal import Synchronization

/// The summary of a run that is one job: a single request, a sync.
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
  ///   - bytes: that were read; added to those of before, as of another page.
  package func succeed(_ outcome: String, bytes: Int?) {
    state.withLock { state in
      state.outcome = outcome
      state.bytes = bytes.map { $0 + (state.bytes ?? 0) } ?? state.bytes
    }
  }

  package func fail(_ code: ErrorCode) { state.withLock { $0.code = code } }

  /// Prints it on stderr, if it is wanted.
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
