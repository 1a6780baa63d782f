/// What a search as you type searches in. It is made on the thread that uses it, and stays there:
/// what it holds, such as a database, need not be safe for another.
package struct SearchSource {
  let search: (SearchRequest) -> SearchResults
  let toggle: (Int64) -> MarkAnswer

  /// - Parameters:
  ///   - search: what is found for a text, the empty one too.
  ///   - toggle: puts the mark on the row with this identifier, or takes it away. Where the screen
  ///     is gone before it answers, nobody but the caller learns of a refusal.
  package init(
    search: @escaping (SearchRequest) -> SearchResults, toggle: @escaping (Int64) -> MarkAnswer
  ) {
    self.search = search
    self.toggle = toggle
  }
}
