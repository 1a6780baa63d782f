/// The `Retry-After` field, RFC 9110 §10.2.3: seconds, or a date.
package enum RetryAfter {
  /// The wait that a value asks for.
  ///
  /// - Parameters:
  ///   - now: seconds since 1970, to measure a date against.
  /// - Returns: zero for a date in the past; nil for what is neither.
  package static func wait(_ value: String, now: Int) -> Duration? {
    let text = value.trimmingSpaces
    if !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) {
      // More digits than an Int holds still mean "very long".
      return .seconds(Int(text) ?? Int(Int32.max))
    }
    guard let date = HTTPDate.seconds(text, now: now) else { return nil }
    return .seconds(max(0, date - now))
  }
}

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
