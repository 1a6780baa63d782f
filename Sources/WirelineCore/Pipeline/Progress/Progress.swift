internal import Synchronization

/// The progress of a run: counted by whoever does the work, told by a thread of its own.
package final class Progress: Sendable {
  private struct State: Sendable {
    var counts = ProgressCounts()
    var isEnded = false
  }

  private enum Style: Equatable, Sendable {
    case silent
    case line(width: Int)
    case events
  }

  private let state = Mutex(State())
  private let style: Style
  private let diagnostics: Diagnostics
  private let brake: AdmissionBrake
  private let start = ContinuousClock.now
  /// How much of the input has been read, 0…1.
  private let fraction: @Sendable () -> Double?

  /// Begins to tell, if the options and stderr are for it; else only counts.
  ///
  /// - Parameters:
  ///   - isSilent: only counts, whatever the options say.
  ///   - fraction: how much of the input has been read, 0…1.
  package init(
    _ context: ToolContext, isSilent: Bool = false,
    fraction: @escaping @Sendable () -> Double? = { nil }
  ) {
    self.fraction = fraction
    brake = context.brake
    diagnostics = context.diagnostics
    style =
      switch context.common.progress {
      case _ where isSilent: .silent
      case .none: .silent
      case .json: .events
      case .automatic: Self.automatic(context)
      }
    switch style {
    case .silent: break
    case .line: Ticker.start(every: .milliseconds(100)) { [self] in tell() }
    case .events: Ticker.start(every: .seconds(1)) { [self] in tell() }
    }
  }

  /// A line, where stderr is a terminal and has no other messages than for people.
  private static func automatic(_ context: ToolContext) -> Style {
    guard context.common.level >= .normal, context.common.logFormat == .text else { return .silent }
    let columns = StandardStreams.columns(of: context.streams.error, context.environment)
    return columns.map { .line(width: $0) } ?? .silent
  }

  /// Counts an item whose work begins; from then on those in work are told, too.
  package func begin() {
    state.withLock { $0.counts.inWork = ($0.counts.inWork ?? 0) + 1 }
  }

  /// Counts an item that ended.
  ///
  /// - Parameter outcome: what kind of success it was.
  package func finish(failed: Bool = false, bytes: Int = 0, outcome: String? = nil) {
    state.withLock { state in
      state.counts.done += 1
      if let count = state.counts.inWork { state.counts.inWork = max(0, count - 1) }
      if style != .silent, let outcome { state.counts.outcomes[outcome, default: 0] += 1 }
      if failed { state.counts.failed += 1 }
      state.counts.bytes += bytes
    }
  }

  /// Counts items that took no work.
  package func skip(_ items: Int, outcome: String) {
    state.withLock { state in
      state.counts.done += items
      if state.counts.inWork == nil { state.counts.inWork = 0 }
      if style != .silent { state.counts.outcomes[outcome, default: 0] += items }
    }
  }

  /// Counts bytes of an item that goes on.
  package func add(bytes: Int) { state.withLock { $0.counts.bytes += bytes } }

  /// Tells that it is one download, which is counted by its bytes.
  ///
  /// - Parameters:
  ///   - totalBytes: of the whole file; nil if nobody knows.
  ///   - earlierBytes: those that were here before.
  package func expectDownload(totalBytes: Int?, earlierBytes: Int = 0) {
    state.withLock { state in
      state.counts.isDownload = true
      state.counts.totalBytes = totalBytes
      state.counts.earlierBytes = earlierBytes
      state.counts.bytes = earlierBytes
    }
  }

  /// Tells how many items there are, once that is known.
  package func expect(total: Int) { state.withLock { $0.counts.total = total } }

  package var counts: ProgressCounts { state.withLock { $0.counts } }

  /// Since the run began.
  package var elapsed: Duration { start.duration(to: .now) }

  /// Takes the line away, or gives the last event; to be called once, before the summary.
  package func end() {
    state.withLock { state in
      if style == .events, !state.isEnded { put(state.counts) }
      if case .line = style { diagnostics.show(status: "") }
      state.isEnded = true
    }
  }

  /// False when there is nothing more to tell.
  private func tell() -> Bool {
    state.withLock { state in
      if !state.isEnded { put(state.counts) }
      return !state.isEnded
    }
  }

  private func put(_ counts: ProgressCounts) {
    var counts = counts
    if style != .silent, counts.inWork != nil {
      if counts.total == nil { counts.inputFraction = fraction() }
      counts.inFlight = brake.underWay
    }
    switch style {
    case .silent: break
    case .line(let width):
      diagnostics.show(status: ProgressLine.text(counts, elapsed: elapsed, width: width))
    case .events:
      diagnostics.write(
        lines: ProgressLine.event(counts, tool: diagnostics.tool, elapsed: elapsed))
    }
  }
}
