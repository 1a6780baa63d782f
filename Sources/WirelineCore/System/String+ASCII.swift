extension StringProtocol {
  /// Without optional white space at either end, RFC 9110 §5.6.3.
  package var trimmingSpaces: String {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    let text = Substring(self)
    // Most texts have none.
    if let first = text.utf8.first, let last = text.utf8.last, !isSpace(first), !isSpace(last) {
      return String(self)
    }
    guard let first = text.utf8.firstIndex(where: { !isSpace($0) }),
      let last = text.utf8.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(text[first...last])
  }
}

extension String {
  /// Whether two field names are the same: ASCII, without case.
  package func isSameFieldName(as other: String) -> Bool {
    utf8.count == other.utf8.count && hasSameLetters(as: other)
  }

  /// Of texts of the same length. Over the bytes themselves: each field of each
  /// answer is looked at several times.
  private func hasSameLetters(as other: String) -> Bool {
    utf8.withContiguousStorageIfAvailable { one in
      other.utf8.withContiguousStorageIfAvailable { two in
        for index in one.indices where one[index] != two[index] {
          let lower = one[index] | 0x20
          guard lower == two[index] | 0x20, 0x61...0x7A ~= lower else { return false }
        }
        return true
      }
    }.flatMap(\.self) ?? (lowercased() == other.lowercased())
  }
}
