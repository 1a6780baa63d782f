import Synchronization

/// Counts what becomes of a pipe's items, and says when to stop.
final class PipeTally: Sendable {
  private let failureLimit: Int?
  private let onStop: @Sendable () -> Void
  private let counted = Mutex(PipeOutcome())

  /// - Parameters:
  ///   - failureLimit: more failures than this stop the run; nil for no limit.
  ///   - onStop: called when no more items are to begin.
  init(failureLimit: Int?, onStop: @escaping @Sendable () -> Void) {
    self.failureLimit = failureLimit
    self.onStop = onStop
  }

  var outcome: PipeOutcome { counted.withLock { $0 } }
  var isStopped: Bool { counted.withLock { $0.isStopped } }

  func count(_ result: ItemResult) {
    let mustStop = counted.withLock { outcome in
      outcome.items += max(1, result.parts.count)
      outcome.bytes += result.bytes
      if let found = result.found { outcome.found = (outcome.found ?? 0) + found }
      if result.parts.isEmpty {
        outcome.count(result)
      } else {
        result.parts.forEach { outcome.count($0) }
      }
      guard let failureLimit, result.failure != nil else { return false }
      return outcome.failureCount > failureLimit
    }
    if mustStop { stop() }
  }

  /// Counts items that another shard does.
  func skip(_ items: Int) {
    counted.withLock { outcome in
      outcome.items += items
      outcome.leftOut += items
      outcome.outcomes[ItemResult.otherShardOutcome, default: 0] += items
    }
  }

  func stop() {
    counted.withLock { $0.isStopped = true }
    onStop()
  }
}

extension PipeOutcome {
  /// Items that failed.
  package var failureCount: Int { failures.values.reduce(0, +) }

  fileprivate mutating func count(_ result: ItemResult) {
    if result.isLeftOut { leftOut += 1 }
    if let failure = result.failure {
      failures[failure.code, default: 0] += 1
      if firstFailure == nil { firstFailure = failure }
      if let host = failure.host, failedHosts.count < 1000 || failedHosts[host] != nil {
        failedHosts[host, default: 0] += 1
      }
    } else if let kind = result.outcome {
      outcomes[kind, default: 0] += 1
    }
  }
}
