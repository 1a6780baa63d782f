import Glibc
import Synchronization

/// Counts the progress of a run, and shows it from its own thread.
package final class Progress: Sendable {
  private struct State: Sendable {
    var counts = ProgressCounts()
    var isEnded = false
  }

  private let state = Mutex(State())
  /// `automatic` shows the line.
  private let style: ProgressMode
  private let diagnostics: Diagnostics
  private let backpressure: OutputBackpressure
  /// The current width of the terminal.
  private let width: @Sendable () -> Int?
  private let start = ContinuousClock.now
  private let fraction: @Sendable () -> Double?
  /// Whether the run is one transfer, so that a line is shown only while bytes are transferred.
  private let isTransfer: Bool

  /// Starts showing progress if the options and stderr allow it; otherwise only counts.
  ///
  /// - Parameters:
  ///   - isSilent: only counts, regardless of the options.
  ///   - isTransfer: whether the run is one transfer instead of many items.
  ///   - fraction: the fraction of the input that was read, 0 to 1.
  package init(
    _ context: ToolContext, isSilent: Bool = false, isTransfer: Bool = false,
    fraction: @escaping @Sendable () -> Double? = { nil }
  ) {
    self.fraction = fraction
    self.isTransfer = isTransfer
    backpressure = context.backpressure
    diagnostics = context.diagnostics
    let (error, environment) = (context.streams.error, context.environment)
    width = { StandardStreams.columns(of: error, environment) }
    style =
      switch context.common.progress {
      case _ where isSilent: .none
      case .automatic where !context.showsStatusLine: .none
      case let mode: mode
      }
    if style == .none { return }
    backpressure.transfers.isEnabled = true
    Ticker.start(every: style == .json ? .seconds(1) : .milliseconds(100)) { [self] in show() }
  }

  /// Counts an item that begins. From then on, items in progress are shown.
  package func begin() {
    state.withLock { $0.counts.inWork = ($0.counts.inWork ?? 0) + 1 }
  }

  /// Counts an item that ended.
  ///
  /// - Parameter outcome: the kind of success.
  package func finish(failed: Bool = false, bytes: Int = 0, outcome: String? = nil) {
    state.withLock { state in
      state.counts.done += 1
      if let count = state.counts.inWork { state.counts.inWork = max(0, count - 1) }
      if style != .none, let outcome { state.counts.outcomes[outcome, default: 0] += 1 }
      if failed { state.counts.failed += 1 }
      state.counts.bytes += bytes
    }
  }

  /// Counts bytes of an unfinished item.
  package func add(bytes: Int) { state.withLock { $0.counts.bytes += bytes } }

  /// Switches to a download, which is measured in bytes.
  ///
  /// - Parameters:
  ///   - totalBytes: the size of the file; nil if unknown.
  ///   - earlierBytes: bytes that were present before the run.
  package func expectDownload(totalBytes: Int?, earlierBytes: Int = 0) {
    state.withLock { state in
      state.counts.isDownload = true
      state.counts.isUpload = false
      state.counts.totalBytes = totalBytes
      state.counts.earlierBytes = earlierBytes
      state.counts.bytes = earlierBytes
    }
  }

  /// Shows the body of the request while it is sent.
  package func expectUpload() { state.withLock { $0.counts.isUpload = true } }

  /// Removes the line of an upload, before the response is printed.
  package func endUpload() {
    state.withLock { state in
      guard state.counts.isUpload else { return }
      state.counts.isUpload = false
      if style == .automatic { diagnostics.show(status: "") }
    }
  }

  /// Sets the number of items.
  package func expect(total: Int) { state.withLock { $0.counts.total = total } }

  package var counts: ProgressCounts { state.withLock { $0.counts } }

  package var elapsed: Duration { start.duration(to: .now) }

  /// Removes the status line, or prints the last event. Call once, before the summary.
  package func end() {
    state.withLock { state in
      if style == .json, !state.isEnded { show(state.counts) }
      if style == .automatic { diagnostics.show(status: "") }
      state.isEnded = true
    }
  }

  /// Shows the progress under the lock, so that no line follows the last one of `end`.
  ///
  /// - Returns: false at the end of the run.
  private func show() -> Bool {
    state.withLock { state in
      if !state.isEnded { show(state.counts) }
      return !state.isEnded
    }
  }

  private func show(_ counts: ProgressCounts) {
    var counts = counts
    if style != .none, counts.inWork != nil {
      if counts.total == nil { counts.inputFraction = fraction() }
      counts.inFlight = backpressure.requestsInFlight
      counts.add(backpressure.transfers.snapshot)
    } else if counts.isUpload {
      counts.bodies = backpressure.transfers.snapshot.bodies
    }
    switch style {
    case .automatic where isTransfer && !counts.isDownload && !counts.isUpload: break
    case .none: break
    case .automatic:
      diagnostics.show(status: ProgressLine.text(counts, elapsed: elapsed, width: width() ?? 80))
    case .json:
      diagnostics.write(
        lines: ProgressLine.event(counts, tool: diagnostics.tool, elapsed: elapsed))
    }
  }
}

extension ToolContext {
  /// Whether stderr is a terminal that shows plain messages.
  fileprivate var showsStatusLine: Bool {
    common.level >= .normal && common.logFormat == .text && streams.error.isTerminal
  }
}

/// A thread that calls an action at intervals.
package enum Ticker {
  /// - Parameter action: returns false to end; first called after one interval.
  package static func start(every interval: Duration, _ action: @escaping @Sendable () -> Bool) {
    let milliseconds = Int32(interval / .milliseconds(1))
    // If no thread can be created, progress is not shown.
    _ = DetachedThread.start {
      // A signal may end a wait early, which does no harm.
      repeat { _ = poll(nil, 0, milliseconds) } while action()
    }
  }
}
