/// A row of what a search found.
package struct SearchRow: Equatable, Sendable {
  /// What tells it from the others; the search's own.
  package let id: Int64
  /// What is shown of it; any text.
  package let columns: [String]
  /// Whether it has the user's mark, which is shown as a star.
  package var isMarked: Bool

  package init(id: Int64, columns: [String], isMarked: Bool) {
    self.id = id
    self.columns = columns
    self.isMarked = isMarked
  }
}
