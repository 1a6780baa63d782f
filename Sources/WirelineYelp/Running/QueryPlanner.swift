internal import Synchronization
internal import WirelineCore

/// Counts the calls that a run would make, for `--dry-run`.
final class QueryPlanner: Sendable {
  private struct Plan: Sendable {
    var questions = 0
    var cached = 0
    /// The minimum: one call per question.
    var calls = 0
    /// The maximum: all pages of each question.
    var mostCalls = 0
    /// The URLs that the cache will contain during the run.
    var urls: Set<String> = []
  }

  private let isCached: @Sendable (YelpQuestion) -> Bool
  private let url: (@Sendable (YelpQuestion) -> String)?
  private let quota: YelpQuota?
  private let plan = Mutex(Plan())

  /// - Parameters:
  ///   - quota: Nil if unknown.
  ///   - url: The URL that the cache stores a response by; nil without a cache.
  ///   - isCached: Whether the cache contains the response to a question.
  init(
    quota: YelpQuota?, url: (@Sendable (YelpQuestion) -> String)?,
    isCached: @escaping @Sendable (YelpQuestion) -> Bool
  ) {
    self.url = url
    self.quota = quota
    self.isCached = isCached
  }

  func add(_ question: YelpQuestion, _ limit: PageLimit) {
    let pages = limit.followsPages ? YelpPages(question, wanted: limit.wanted) : nil
    let first = pages?.question ?? question
    let isStored = isCached(first)
    let url = url?(first)
    plan.withLock { plan in
      let isCached = isStored || url.map { !plan.urls.insert($0).inserted } ?? false
      plan.questions += 1
      if isCached { plan.cached += 1 } else { plan.calls += 1 }
      plan.mostCalls += (pages?.calls ?? 1) - (isCached ? 1 : 0)
    }
  }

  /// Prints the plan as one record.
  ///
  /// - Parameter invalid: The number of invalid items.
  func print(_ context: ToolContext, invalid: Int) -> ExitStatus {
    let plan = plan.withLock { $0 }
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("questions", plan.questions)
    writer.member("invalid", invalid)
    writer.member("cached", plan.cached)
    writer.member("calls", plan.calls)
    if plan.mostCalls > plan.calls { writer.member("calls_at_most", plan.mostCalls) }
    if let remaining = quota?.remaining { writer.member("remaining", remaining) }
    writer.endObject()
    writer.endLine()
    return PrintedRecord.print(writer.bytes, context)
  }
}
