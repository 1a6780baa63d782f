/// `--progress`: how a run tells how far it is.
package enum ProgressMode: String, CaseIterable, Sendable {
  /// One line, rewritten, where stderr is a terminal.
  case automatic = "auto"
  /// One JSON event a second.
  case json
  case none
}
