import Synchronization

/// Counts what becomes of a pipe's items, and says when to stop.
final class PipeTally: Sendable {
  private let stopsOnError: Bool
  private let counted = Mutex(RecordPipe.Outcome())

  init(stopsOnError: Bool) { self.stopsOnError = stopsOnError }

  var outcome: RecordPipe.Outcome { counted.withLock { $0 } }
  var isStopped: Bool { counted.withLock { $0.isStopped } }

  func count(_ result: RecordPipe.Result) {
    counted.withLock { outcome in
      outcome.items += 1
      outcome.bytes += result.bytes
      if let failure = result.failure {
        outcome.failures[failure.code, default: 0] += 1
        if outcome.firstFailure == nil { outcome.firstFailure = failure }
        if stopsOnError { outcome.isStopped = true }
      } else if let kind = result.outcome {
        outcome.outcomes[kind, default: 0] += 1
      }
    }
  }

  func stop() { counted.withLock { $0.isStopped = true } }
}
