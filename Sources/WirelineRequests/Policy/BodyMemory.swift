/// How many requests may be under way so that the bodies in memory stay within a budget.
///
/// The size of a body is known only when it arrives. Until then a body is assumed to be as large as
/// recent ones, at first as large as its limit, so a stream of small bodies soon uses all its jobs
/// and a stream of large bodies as many as fit. A burst of large bodies after small ones can exceed
/// the budget until the first of them has arrived.
package struct BodyMemory: Sendable, Equatable {
  /// Bytes of all bodies under way.
  private let budget: Int
  /// The largest body to expect, in bytes.
  private var expected: Int

  /// 256 MB: the default of 16 jobs with bodies of 16 MB, the default of `--max-body`.
  package static let standardBudget = 256 << 20
  /// A body without a limit is expected to have this size, in bytes.
  private static let unlimitedBody = 16 << 20
  /// Smaller bodies count as this size, in bytes.
  private static let smallestBody = 64 << 10

  /// - Parameters:
  ///   - budget: bytes of all bodies under way.
  ///   - limit: the largest body in bytes; nil is no limit.
  package init(budget: Int = standardBudget, limit: Int?) {
    self.budget = budget
    expected = max(limit ?? Self.unlimitedBody, Self.smallestBody)
  }

  /// Requests that may be under way, 1 or more.
  package var jobs: Int { max(1, budget / expected) }

  /// Notes the size of a body that has come, in bytes.
  package mutating func note(_ bytes: Int) {
    expected = max(bytes, expected - expected / 8, Self.smallestBody)
  }
}
