internal import WirelineCore

/// What is worth another attempt: statuses, and failures by their error codes.
package struct RetryTriggers: Sendable, Equatable {
  private var statuses: Set<Int>?
  private var failures: Set<Failure>?

  /// A kind of failure that may end differently next time.
  private enum Failure: String, CaseIterable, Sendable { case dns, connect, timeout, truncated }

  /// What a list may name, the statuses that are retried and the classes for all others.
  package static var words: [String] {
    ["408", "425", "429", "4xx", "500", "502", "503", "504", "5xx"]
      + Failure.allCases.map(\.rawValue)
  }

  /// 408, 425, 429 and 5xx, but not 501 and 505, which say "never"; and every
  /// failure that may pass.
  package init() {}

  /// Only what a list names: `429,5xx,timeout`.
  ///
  /// - Returns: nil where a word is none.
  package init?(_ list: String) {
    var statuses: Set<Int> = []
    var failures: Set<Failure> = []
    for word in list.split(separator: ",").map(\.trimmingSpaces) {
      if let failure = Failure(rawValue: word) {
        failures.insert(failure)
      } else if let status = Int(digits: word), (400...599).contains(status) {
        statuses.insert(status)
      } else if word == "4xx" || word == "5xx" {
        let first = word == "4xx" ? 400 : 500
        statuses.formUnion(first..<first + 100)
      } else {
        return nil
      }
    }
    self.statuses = statuses
    self.failures = failures
  }

  package func contains(status: Int) -> Bool {
    if let statuses { return statuses.contains(status) }
    return switch status {
    case 408, 425, 429: true
    case 501, 505: false
    default: (500...599).contains(status)
    }
  }

  package func contains(_ error: RequestError) -> Bool {
    guard error.isRetryable else { return false }
    guard let failures else { return true }
    return switch error.reason {
    case .nameNotResolved: failures.contains(.dns)
    case .timeout: failures.contains(.timeout)
    case .noAnswer, .truncated: failures.contains(.truncated)
    default: failures.contains(.connect)
    }
  }
}
