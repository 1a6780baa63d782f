/// The domains under which others can register names, such as `co.uk` and `github.io`: a cookie for
/// one of them would be sent to all of them.
///
/// The Public Suffix List, https://publicsuffix.org/list/, in a table that `public-suffix-table.py`
/// writes.
enum PublicSuffixes {
  /// Whether a domain is a public suffix.
  ///
  /// A domain of one label always is, as the list's default rule says.
  ///
  /// - Parameter domain: as a host is in a URL: lower case, Punycode.
  static func contains(_ domain: String) -> Bool {
    let name = Array(domain.utf8)
    guard let dot = name.firstIndex(of: separator) else { return true }
    if hasRule([exception] + name) { return false }
    return hasRule(name) || hasRule([wildcard] + name[dot...])
  }

  private static let separator = UInt8(ascii: ".")
  private static let exception = UInt8(ascii: "!")
  private static let wildcard = UInt8(ascii: "*")

  private static func hasRule(_ rule: [UInt8]) -> Bool {
    PublicSuffixTable.rules.withUTF8Buffer { table in
      var (low, high) = (0, table.count)
      while low < high {
        let found = word(table, around: (low + high) / 2)
        let word = table[found]
        if word.elementsEqual(rule) { return true }
        if word.lexicographicallyPrecedes(rule) {
          low = found.upperBound + 1
        } else {
          high = found.lowerBound
        }
      }
      return false
    }
  }

  /// The rule that an index lies in or before which it is the space.
  private static func word(_ table: UnsafeBufferPointer<UInt8>, around index: Int) -> Range<Int> {
    var (start, end) = (index, index)
    while start > 0, table[start - 1] > space { start -= 1 }
    while end < table.count, table[end] > space { end += 1 }
    return start..<end
  }

  /// Spaces and line breaks are not above it.
  private static let space = UInt8(ascii: " ")
}
