/// A length of time, 0 or more: a decimal number, and `ms`, `s` (the default), `m`, `h` or `d`.
///
/// `30` and `30s` are 30 seconds, `1.5m` is 90, `500ms` half a one; at most 100,000 days.
package struct TimeAmount: ArgumentValue, Equatable {
  package let duration: Duration

  package init(_ duration: Duration) { self.duration = duration }

  package init(parsing argument: String) throws(InvalidArgument) {
    guard let duration = Self.duration(argument) else {
      throw InvalidArgument(expected: Self.expected)
    }
    self.duration = duration
  }

  /// As it could be typed, in the largest unit that gives a whole number: `90s`, `2m`.
  package var text: String {
    let milliseconds = duration / .milliseconds(1)
    if milliseconds < 1000 || milliseconds != milliseconds.rounded() {
      return milliseconds == 0 ? "0" : "\(Self.plain(milliseconds))ms"
    }
    for (unit, size) in [("d", 86_400_000.0), ("h", 3_600_000.0), ("m", 60_000.0)] {
      let count = milliseconds / size
      if count >= 1, count == count.rounded() { return "\(Self.plain(count))\(unit)" }
    }
    return "\(Self.plain(milliseconds / 1000))s"
  }

  /// Digits without a needless `.0`.
  private static func plain(_ number: Double) -> String {
    number == number.rounded() ? "\(Int64(number))" : "\(number)"
  }

  private static let longest = 100_000 * 86_400e9

  private static func duration(_ text: String) -> Duration? {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let unit = nanoseconds(perUnit: text.dropFirst(number.count)),
      isDecimal(number), let count = Double(number), count * unit <= longest
    else { return nil }
    return .nanoseconds(Int64((count * unit).rounded()))
  }

  private static func nanoseconds(perUnit unit: Substring) -> Double? {
    switch unit {
    case "ms": 1e6
    case "s", "": 1e9
    case "m": 60e9
    case "h": 3600e9
    case "d": 86_400e9
    default: nil
    }
  }

  /// Digits, and at most one point, with a digit on each side of it or at least on one.
  private static func isDecimal(_ text: Substring) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count <= 2 && parts.contains { !$0.isEmpty }
  }
}
