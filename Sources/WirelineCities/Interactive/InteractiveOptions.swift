/// How a search as you type looks and behaves.
package struct InteractiveOptions: Sendable {
  /// In the line at the start.
  package var text = ""
  /// Before the line.
  package var prompt = "> "
  /// How long the text must stay as it is before it is searched for; 0 is not at all.
  package var pause: Duration = .milliseconds(300)
  /// Rows that are shown at a time; fewer where the terminal has no room.
  package var mostRows = 15
  /// Whether what is selected is shown in reverse, and the status faint; it is told otherwise too.
  package var isStyled = true
  /// How long the bytes of one key may be apart; so long Escape waits to be one.
  package var escapeDelay: Duration = .milliseconds(100)

  package init() {}
}
