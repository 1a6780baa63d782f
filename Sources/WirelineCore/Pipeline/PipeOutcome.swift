/// What became of them all.
package struct PipeOutcome: Sendable {
  /// What was asked for in all: an item that asks for several things counts as many.
  package var items = 0
  package var failures: [ErrorCode: Int] = [:]
  /// Items that the run left out, such as those of another shard; they are among `items`.
  package var leftOut = 0
  /// Failures by host, of the first thousand hosts.
  package var failedHosts: [String: Int] = [:]
  /// Successes by kind.
  package var outcomes: [String: Int] = [:]
  package var bytes = 0
  package var found: Int?
  package var firstFailure: ItemFailure?
  /// The reader of the output has gone.
  package var isClosed = false
  package var readFailure: ReadError?
  package var writeFailure: WriteError?
  /// Stopped before the end of the input, by a signal or `--stop-on-error`.
  package var isStopped = false

  package init() {}
}
