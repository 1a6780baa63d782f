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
    guard percentage.utf8.allSatisfy({ JSONByte.isDigit($0) || $0 == JSONByte.point }),
      let first = percentage.utf8.first, let last = percentage.utf8.last,
      JSONByte.isDigit(first), JSONByte.isDigit(last),
      let number = Double(percentage), number <= 100
    else { return nil }
    let share = (number * Double(millionthsPerPercent)).rounded()
    return number == share / Double(millionthsPerPercent) ? Int(share) : nil
  }

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
    case .none: "none"
    case .all: "all"
    case .count(let limit): "\(limit)"
    case .share(let millionths) where millionths % Self.millionthsPerPercent == 0:
      "\(millionths / Self.millionthsPerPercent)%"
    case .share(let millionths): "\(Double(millionths) / Double(Self.millionthsPerPercent))%"
    }
  }
}
