package import WirelineCore

extension SearchScreen {
  /// What can happen to a screen.
  package enum Event: Equatable, Sendable {
    case key(TerminalKey)
    /// A search ended, which `Effect.search` asked for with this generation.
    case found(SearchResults, generation: Int)
    /// A wish ended, which `Effect.toggle` uttered.
    case toggled(Int64, MarkAnswer)
    case resized(TerminalSize)
    /// `deadline` may have come.
    case tick
  }

  /// What is to be done outside.
  package enum Effect: Equatable, Sendable {
    /// Search for this text; searches of an earlier generation are of no use any more.
    case search(String, generation: Int)
    /// Put the mark on the row, or take it away.
    case toggle(Int64)
    /// End: this row it is.
    case accept(Int64)
    /// End without one.
    case quit(ExitStatus)
    /// Clear the terminal and draw everything.
    case redraw
    /// Stop the process, as the terminal would for Ctrl-Z.
    case suspend
  }
}
