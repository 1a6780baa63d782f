/// `--color`: whether texts for people are coloured.
package enum ColorMode: String, CaseIterable, Sendable {
  case automatic = "auto"
  case always, never

  /// Whether to colour a stream.
  ///
  /// `NO_COLOR`, if set to anything, decides for `auto` (https://no-color.org), as does a terminal
  /// that calls itself dumb.
  package func isColored(
    _ stream: StandardStreams.Stream, environment: Environment
  ) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .automatic:
      stream.isTerminal && environment.nonEmpty("NO_COLOR") == nil
        && environment["TERM"] != "dumb"
    }
  }
}
