/// What a search found.
package struct SearchResults: Equatable, Sendable {
  /// Best first.
  package var rows: [SearchRow]
  /// So many there are, of which `rows` may be the first.
  package var total: Int
  /// How long the search took.
  package var elapsed: Duration
  /// Something to say about it, or that it failed; any text.
  package var message: String?

  package init(rows: [SearchRow], total: Int, elapsed: Duration, message: String? = nil) {
    self.rows = rows
    self.total = total
    self.elapsed = elapsed
    self.message = message
  }
}
