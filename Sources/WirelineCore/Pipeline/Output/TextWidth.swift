/// Text cut to columns of a terminal, without an ellipsis: `DisplayWidth.cut` has one.
package enum TextWidth {
  /// As much of the beginning as has room.
  package static func prefix(_ text: String, columns: Int) -> String {
    if DisplayWidth.of(text) <= columns { return text }
    var used = 0
    return String(
      text.prefix { character in
        used += DisplayWidth.of(String(character))
        return used <= columns
      })
  }

  /// As much of the end as has room.
  package static func suffix(_ text: String, columns: Int) -> String {
    if DisplayWidth.of(text) <= columns { return text }
    var used = 0
    var start = text.endIndex
    while start > text.startIndex {
      let previous = text.index(before: start)
      used += DisplayWidth.of(String(text[previous]))
      if used > columns { break }
      start = previous
    }
    return String(text[start...])
  }
}
