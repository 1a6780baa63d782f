internal import WirelineCore

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
