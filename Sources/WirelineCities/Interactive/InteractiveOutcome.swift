package import WirelineCore

/// How a search as you type ended.
package enum InteractiveOutcome: Equatable, Sendable {
  /// The user accepted the row with this identifier.
  case accepted(Int64)
  /// The user left (130), a signal came, or the terminal went away (129).
  case quit(ExitStatus)
  /// There was no way to begin or to go on.
  case failed(String)
}
