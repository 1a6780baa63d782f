/// `--tolerate`: how many items may fail in a successful run.
package enum FailureTolerance: ArgumentValue, Equatable {
  /// No item; the run still processes all input. The default.
  case none
  case all
  /// At most this many items; the run stops at the next failure.
  case count(Int)
  /// At most this share of the items, in millionths: `5%` is 50,000.
  case share(millionths: Int)

  private static let millionthsPerPercent = 10_000

  package init(parsing argument: String) throws(InvalidArgument) {
    if argument == "none" {
      self = .none
    } else if argument == "all" {
      self = .all
    } else if let count = Int(digits: argument) {
      self = .count(count)
    } else if argument.hasSuffix("%"), let share = Self.millionths(argument.dropLast()) {
      self = .share(millionths: share)
    } else {
      throw InvalidArgument(expected: "all, none, a share such as 5% or 0.1%, or a whole number")
    }
  }

  /// A percentage from 0 to 100, with at most four decimals.
  private static func millionths(_ percentage: Substring) -> Int? {
    let parts = percentage.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = Int(digits: String(parts[0])), whole <= 100 else {
      return nil
    }
    var share = whole * millionthsPerPercent
    if parts.count == 2 {
      guard (1...4).contains(parts[1].count),
        let decimals = Int(digits: String(parts[1]) + zeros(4 - parts[1].count))
      else { return nil }
      share += decimals
    }
    return share <= 100 * millionthsPerPercent ? share : nil
  }

  private static func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }

  /// Whether a run with this many failed items succeeds.
  package func allows(failures: Int, of items: Int) -> Bool {
    switch self {
    case .none: failures == 0
    case .all: true
    case .count(let limit): failures <= limit
    // The products fit: no run has 10^12 items.
    case .share(let millionths): failures * 1_000_000 <= items * millionths
    }
  }

  /// The number of failures above which the run stops; nil if it always reads all input.
  package var failureLimit: Int? {
    if case .count(let limit) = self { return limit }
    return nil
  }

  package var text: String {
    switch self {
    case .none: return "none"
    case .all: return "all"
    case .count(let limit): return "\(limit)"
    case .share(let millionths):
      let (whole, decimals) = millionths.quotientAndRemainder(dividingBy: Self.millionthsPerPercent)
      if decimals == 0 { return "\(whole)%" }
      var digits = "\(decimals)"
      digits = Self.zeros(4 - digits.count) + digits
      while digits.hasSuffix("0") { digits.removeLast() }
      return "\(whole).\(digits)%"
    }
  }
}
