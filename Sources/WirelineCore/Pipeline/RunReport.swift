import Synchronization

/// Reports a finished run on stderr and decides its exit status.
struct RunReport {
  let context: ToolContext
  let shape: RunShape
  let tolerance: FailureTolerance

  func finish(
    _ outcome: PipeOutcome, elapsed: Duration, hasPrintedFailures: Bool
  ) -> ExitStatus {
    if context.common.printsSummary {
      let summary = SummaryRecord(
        tool: context.tool, outcome: outcome, tolerance: tolerance,
        hostWaits: context.hostWaits.all, elapsed: elapsed)
      context.diagnostics.write(lines: summary.lineBytes)
    }
    if outcome.items > 0, outcome.outcomes[ItemResult.otherShardOutcome] == outcome.items {
      context.diagnostics.notice(
        "all \(outcome.items) items belong to other shards, see --shard-by")
    }
    if let failure = outcome.readFailure { context.diagnostics.error("\(failure)") }
    if let failure = outcome.writeFailure { context.diagnostics.error("\(failure)") }
    let status = RunStatus(
      shape: shape, tolerance: tolerance, signal: context.shutdown.received)
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

  private func counts(of outcome: PipeOutcome, _ isTolerable: Bool) -> String {
    let codes = outcome.failures.sorted {
      ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue)
    }
    .map { "\($0.key.rawValue) \($0.value)" }.joined(separator: ", ")
    let comparison =
      tolerance == .none
      ? "" : "\(isTolerable ? ", as" : ", more than") --tolerate \(tolerance.text) allows"
    return
      "\(outcome.failureCount) of \(outcome.processedItems) items failed\(comparison): \(codes)"
  }
}

/// The summary of a run with a single job, such as a request or a sync.
package final class JobSummary: Sendable {
  private let context: ToolContext
  private let start = ContinuousClock.now
  private let outcome = Mutex(PipeOutcome())

  package init(_ context: ToolContext) {
    self.context = context
    outcome.withLock { ($0.items, $0.bytes) = (1, nil) }
  }

  /// - Parameters:
  ///   - outcome: snake_case: `network`, `downloaded`.
  ///   - bytes: the bytes read; added to those of earlier calls, as for further pages.
  package func succeed(_ outcome: String, bytes: Int?) {
    self.outcome.withLock { state in
      state.outcomes = [outcome: 1]
      state.bytes = bytes.map { $0 + (state.bytes ?? 0) } ?? state.bytes
    }
  }

  package func fail(_ code: ErrorCode) { outcome.withLock { $0.failures = [code: 1] } }

  /// Prints the summary on stderr, if requested.
  package func print() {
    guard context.common.printsSummary else { return }
    var outcome = outcome.withLock { $0 }
    if !outcome.failures.isEmpty { outcome.outcomes = [:] }
    let summary = SummaryRecord(
      tool: context.tool, outcome: outcome, hostWaits: context.hostWaits.all,
      elapsed: .now - start)
    context.diagnostics.write(lines: summary.lineBytes)
  }
}

/// The summary of a run, as one line of JSON on stderr (`--summary`).
///
/// `{"summary":{"tool":…,"items":…,"outcomes":{…},"errors":{…},"errors_by_host":{…},
/// "waited_ms_by_host":{…},"tolerate":…,"stopped":…,"bytes":…,"elapsed_ms":…}}`
struct SummaryRecord {
  let tool: String
  let outcome: PipeOutcome
  var tolerance = FailureTolerance.none
  var hostWaits: [String: Duration] = [:]
  let elapsed: Duration

  var lineBytes: [UInt8] {
    JSONWriter.line { writer in
      writer.key("summary")
      writer.object(writeFields)
    }
  }

  private func writeFields(to writer: inout JSONWriter) {
    writer.field("tool", tool)
    writer.field("items", outcome.items)
    let outcomes = outcome.outcomes.sorted { $0.key < $1.key }
    let all = outcomes + [("failed", outcome.failureCount)]
    writer.field("outcomes", all.filter { $0.value != 0 })
    let errors = outcome.failures.map { (key: $0.key.rawValue, value: $0.value) }
    writer.field("errors", errors.sorted { $0.key < $1.key })
    // The most frequent ones first.
    let hosts = outcome.failedHosts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    if !hosts.isEmpty { writer.field("errors_by_host", hosts) }
    let waits = hostWaits.mapValues { Int($0 / .milliseconds(1)) }
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    if !waits.isEmpty { writer.field("waited_ms_by_host", waits) }
    if tolerance != .none { writer.field("tolerate", tolerance.text) }
    if let limit = tolerance.failureLimit, outcome.failureCount > limit {
      writer.field("stopped", "too_many_failures")
    }
    if let bytes = outcome.bytes { writer.field("bytes", bytes) }
    writer.field("elapsed_ms", Int(elapsed / .milliseconds(1)))
  }
}
