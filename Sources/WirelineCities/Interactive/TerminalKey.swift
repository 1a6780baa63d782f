/// A key as a terminal tells of it, whichever of its many ways it has.
package enum TerminalKey: Equatable, Sendable {
  /// A scalar of text, typed or pasted. A line break or a tab is one only where it was pasted.
  case scalar(Unicode.Scalar)
  /// Carriage return, line feed, or the Enter of the number pad.
  case enter
  case escape, tab, backTab, backspace, delete
  case left, right, up, down, home, end, pageUp, pageDown
  /// The arrows with Ctrl or Alt, and Alt-B, Alt-F.
  case wordLeft, wordRight
  /// Ctrl and a letter, lower case; those that have a name of their own (H, I, J, M) come as that.
  case control(Unicode.Scalar)
}
