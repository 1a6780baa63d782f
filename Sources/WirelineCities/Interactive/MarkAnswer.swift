/// What became of the wish to put a mark on a row, or to take it away.
package enum MarkAnswer: Equatable, Sendable {
  /// It was done: the row has the mark now, or has it no more.
  case isMarked(Bool)
  /// It was not, and why; any text.
  case refused(String)
}
