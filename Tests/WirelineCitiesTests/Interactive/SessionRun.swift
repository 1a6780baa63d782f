import Glibc
import TestSupport

@testable import WirelineCities
@testable import WirelineCore

/// Runs a session with a test search on another thread.
final class SessionRun: Sendable {
  struct State: Sendable {
    var outcome: InteractiveOutcome?
    var marked: Set<Int64> = []
    /// The terminal's mode whenever the process would have been stopped.
    var stops: [TerminalMode] = []
  }

  let state: Monitor<State>
  let shutdown = ShutdownSignal()

  private static let names = ["Paris", "Parma", "Pavia", "Palermo", "東京"]

  init(
    _ terminal: PseudoTerminal, text: String = "", debounce: Duration = .zero,
    escapeDelay: Duration = .milliseconds(100)
  ) throws {
    state = Monitor(State())
    let descriptor = try terminal.open()
    let mode = terminal.theirs
    try BackgroundThread.start { [state, shutdown] in
      let raw = RawTerminal(descriptor: descriptor, environment: Environment([:])) {
        state.withLock { $0.stops.append(TerminalMode(mode)) }
      }
      let session = InteractiveSession(
        terminal: raw, text: text, debounce: debounce, escapeDelay: escapeDelay,
        shutdown: shutdown,
        source: SearchSource(
          search: { Self.search($0, state) }, toggle: { Self.toggle($0, state) }))
      let outcome = session.run()
      state.withLock { $0.outcome = outcome }
    }
  }

  /// The outcome; nil if the session does not end.
  var outcome: InteractiveOutcome? {
    waits { $0.outcome != nil } ? state.withLock { $0.outcome } : nil
  }

  func waits(until condition: (State) -> Bool) -> Bool {
    state.wait(until: condition)
  }

  private static func search(_ text: String, _ state: Monitor<State>) -> SearchResults {
    state.withLock { state in
      let found = names.enumerated().filter {
        !text.isEmpty && $0.element.lowercased().hasPrefix(text)
      }
      return SearchResults(
        rows: found.map { index, name in
          let id = Int64(index)
          return SearchRow(id: id, columns: [name, "XX"], isMarked: state.marked.contains(id))
        }, total: found.count, elapsed: .microseconds(400))
    }
  }

  private static func toggle(_ id: Int64, _ state: Monitor<State>) -> ToggleResult {
    state.withLock { state in
      if state.marked.remove(id) != nil { return .isMarked(false) }
      state.marked.insert(id)
      return .isMarked(true)
    }
  }
}

/// Swift Testing also has an `ExitStatus`.
typealias ExitStatus = WirelineCore.ExitStatus
