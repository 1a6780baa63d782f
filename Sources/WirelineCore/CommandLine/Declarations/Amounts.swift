/// A size in bytes, with an optional suffix K, M, G or T for powers of 1024: `500`, `64K`, `1g`.
package struct ByteSize: LimitAmount, Equatable {
  package let bytes: Int

  package static var noun: String { "a size" }
  package static var examples: String { "500K, 16M, 1G" }

  package init(bytes: Int) { self.bytes = bytes }

  package init(parsing argument: String) throws(InvalidArgument) {
    guard let bytes = Self.bytes(argument) else {
      throw InvalidArgument(expected: Self.expected)
    }
    self.bytes = bytes
  }

  package var isPositive: Bool { bytes > 0 }

  package var text: String {
    if bytes <= 0 { return "\(bytes)" }
    let power = min(bytes.trailingZeroBitCount / 10, Self.units.count - 1)
    return "\(bytes >> (10 * power))\(Self.units[power])"
  }

  private static let units = ["", "K", "M", "G", "T"]

  private static func bytes(_ text: String) -> Int? {
    guard let power = units.firstIndex(of: text.suffix(1).uppercased()) else {
      return Int(digits: text)
    }
    guard let number = Int(digits: text.dropLast()) else { return nil }
    let (product, overflow) = number.multipliedReportingOverflow(by: 1 << (10 * power))
    return overflow ? nil : product
  }
}

/// A duration of 0 to 100,000 days: a decimal number and `ms`, `s` (the default), `m`, `h` or `d`.
///
/// `30` and `30s` are 30 seconds, `1.5m` is 90 seconds.
package struct TimeAmount: LimitAmount, Equatable {
  package let duration: Duration

  package static var noun: String { "a time" }
  package static var examples: String { "500ms, 30s, 5m" }

  package init(_ duration: Duration) { self.duration = duration }

  package init(parsing argument: String) throws(InvalidArgument) {
    guard let duration = Self.duration(argument) else {
      throw InvalidArgument(expected: Self.expected)
    }
    self.duration = duration
  }

  package var isPositive: Bool { duration > .zero }

  /// The duration as a user types it, in the largest unit that gives a whole number: `90s`, `2m`.
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

  private static func plain(_ number: Double) -> String {
    number == number.rounded() ? "\(Int64(number))" : "\(number)"
  }

  private static let maximumNanoseconds = 100_000 * 86_400e9

  private static func duration(_ text: String) -> Duration? {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let unit = nanoseconds(perUnit: text.dropFirst(number.count)),
      isDecimal(number), let count = Double(number), count * unit <= maximumNanoseconds
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

  /// Accepts digits with at most one decimal point, which needs a digit on one side: `1.5`, `.5`.
  private static func isDecimal(_ text: Substring) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count <= 2 && parts.contains { !$0.isEmpty }
  }
}

package struct PositiveTime: ArgumentValue, Equatable {
  package let duration: Duration

  package init(parsing argument: String) throws(InvalidArgument) {
    let amount = try TimeAmount(parsing: argument)
    guard amount.isPositive else {
      throw InvalidArgument(expected: TimeAmount.expectedAboveZero)
    }
    duration = amount.duration
  }
}

/// An optional limit: an amount above 0, or the word `none`.
///
/// `Amount` does not require `LimitAmount`: the runtime would search all protocol conformances for
/// each specialization at every start.
package struct Limit<Amount: Sendable>: Sendable {
  /// The amount; nil for `none`.
  package let amount: Amount?
}

extension Limit: ArgumentValue where Amount: LimitAmount {
  package init(parsing argument: String) throws(InvalidArgument) {
    if argument == "none" {
      amount = nil
      return
    }
    let amount: Amount
    do throws(InvalidArgument) {
      amount = try Amount(parsing: argument)
    } catch {
      throw InvalidArgument(expected: "\(Amount.expected), or none")
    }
    guard amount.isPositive else {
      throw InvalidArgument(expected: "\(Amount.expectedAboveZero), or none")
    }
    self.amount = amount
  }
}

extension Limit: Equatable where Amount: Equatable {}

/// A quantity that a `Limit` can bound.
package protocol LimitAmount: ArgumentValue {
  var isPositive: Bool { get }
  /// The noun with its article: `a time`.
  static var noun: String { get }
  static var examples: String { get }
}

extension LimitAmount {
  static var expected: String { "\(noun) such as \(examples)" }
  static var expectedAboveZero: String { "\(noun) above 0, such as \(examples)" }
}

/// An age in whole units, for messages: `3 d`.
package struct DataAge: CustomStringConvertible {
  private let seconds: Int

  package init(seconds: Int) { self.seconds = seconds }

  package var description: String {
    switch seconds {
    case ..<120: "\(seconds) s"
    case ..<7200: "\(seconds / 60) min"
    case ..<172_800: "\(seconds / 3600) h"
    default: "\(seconds / 86_400) d"
    }
  }
}
