/// `--rate`: so many requests in a time, `10/s`, `100/m`, `5/h` or `0.5/s`.
package struct Rate: Sendable, Equatable {
  /// A text that is no rate.
  package struct Invalid: Error, Equatable, Sendable, CustomStringConvertible {
    package let text: String

    package var description: String {
      "invalid rate \"\(text)\": expected a number over 0 and a unit, as in 10/s, 100/m, 5/h"
    }
  }

  /// From one request to the next, at the most that is allowed; over zero.
  package let interval: Duration
  /// How many may be made at once after a pause; 1 or more.
  package let burst: Int

  package init(interval: Duration, burst: Int = 1) {
    self.interval = max(interval, .nanoseconds(1))
    self.burst = max(burst, 1)
  }

  /// - Throws: for zero, for more than a thousand million a second, and for less than one in ten
  ///   years.
  package init(_ text: String, burst: Int = 1) throws(Invalid) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let count = Self.number(parts[0]), let unit = Self.unit(parts[1])
    else { throw Invalid(text: text) }
    let seconds = unit / count
    guard seconds >= 1e-9, seconds < 10 * 366 * 86_400 else { throw Invalid(text: text) }
    self.init(interval: .nanoseconds(Int64((seconds * 1e9).rounded())), burst: burst)
  }

  /// Digits, with at most one point among them: no sign, no exponent.
  private static func number(_ text: Substring) -> Double? {
    guard text.utf8.allSatisfy({ $0 == 0x2E || $0 >= 0x30 && $0 <= 0x39 }),
      text.utf8.first != 0x2E, text.utf8.last != 0x2E, let number = Double(text), number > 0
    else { return nil }
    return number
  }

  private static func unit(_ text: Substring) -> Double? {
    switch text {
    case "s": 1
    case "m": 60
    case "h": 3600
    default: nil
    }
  }
}
