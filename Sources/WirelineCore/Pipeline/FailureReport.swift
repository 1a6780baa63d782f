/// The line on stderr about the items that failed; their records have the details.
struct FailureReport {
  private let shape: ExitTally.Shape
  private let tolerance: FailureTolerance
  private let items: Int
  private let failures: [ErrorCode: Int]
  private let isTolerable: Bool

  /// - Parameters:
  ///   - items: the items that the tolerance is a share of.
  ///   - isTolerable: whether the run succeeds all the same.
  init(
    _ shape: ExitTally.Shape, _ tolerance: FailureTolerance, items: Int,
    failures: [ErrorCode: Int], isTolerable: Bool
  ) {
    self.shape = shape
    self.tolerance = tolerance
    self.items = items
    self.failures = failures
    self.isTolerable = isTolerable
  }

  /// - Parameter first: the message of the first failure, which is all there is of a single item.
  func print(_ first: String, hint: String? = nil, _ diagnostics: Diagnostics) {
    let text = shape == .single ? first : counts
    if isTolerable { diagnostics.warning(text) } else { diagnostics.error(text, hint: hint) }
  }

  private var counts: String {
    let count = failures.values.reduce(0, +)
    let codes = failures.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
      .map { "\($0.key.rawValue) \($0.value)" }.joined(separator: ", ")
    return "\(count) of \(items) items failed\(verdict): \(codes)"
  }

  private var verdict: String {
    guard tolerance != .none else { return "" }
    return isTolerable
      ? ", as --tolerate \(tolerance.text) allows"
      : ", more than --tolerate \(tolerance.text) allows"
  }
}

extension SummaryRecord {
  /// Adds what `--tolerate` says, and whether it ended the run.
  mutating func describe(_ tolerance: FailureTolerance, failures: Int) {
    guard tolerance != .none else { return }
    self.tolerance = tolerance.text
    isStoppedByFailures = tolerance.failureLimit.map { failures > $0 } ?? false
  }
}
