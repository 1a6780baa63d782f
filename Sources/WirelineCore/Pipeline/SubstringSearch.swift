extension String {
  /// Where `text` first stands. Not the standard library's, which brings in the regex engine.
  func position(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if let range = range(of: text, at: start) { return range }
      utf8.formIndex(after: &start)
    }
    return nil
  }

  /// Where `text` last stands.
  func lastPosition(of text: String) -> Range<Index>? {
    var start = endIndex
    while start > startIndex {
      utf8.formIndex(before: &start)
      if let range = range(of: text, at: start) { return range }
    }
    return nil
  }

  private func range(of text: String, at start: Index) -> Range<Index>? {
    let rest = utf8[start...]
    guard rest.starts(with: text.utf8) else { return nil }
    return start..<utf8.index(start, offsetBy: text.utf8.count)
  }
}
