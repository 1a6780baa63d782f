import Glibc
import Synchronization
import WirelineCore
import WirelineYelp

/// Counts the calls that a run would make (`--dry-run`).
final class QueryPlanner: Sendable {
  private struct Plan: Sendable {
    var questions = 0
    var cached = 0
    /// The first page of each at least.
    var calls = 0
    /// All pages that the API may give.
    var mostCalls = 0
    /// What is asked, where the cache answers it the second time.
    var asked: Set<String> = []
  }

  private let isCached: @Sendable (YelpQuestion) -> Bool
  private let cacheKey: (@Sendable (YelpQuestion) -> String)?
  private let quota: YelpQuota?
  private let plan = Mutex(Plan())

  /// - Parameters:
  ///   - quota: what is known of the day.
  ///   - isCached: whether a question would be answered without a call.
  ///   - cacheKey: what makes two questions one; nil where nothing is kept.
  init(
    quota: YelpQuota?, cacheKey: (@Sendable (YelpQuestion) -> String)?,
    isCached: @escaping @Sendable (YelpQuestion) -> Bool
  ) {
    self.cacheKey = cacheKey
    self.quota = quota
    self.isCached = isCached
  }

  func add(_ question: YelpQuestion, _ wish: PageLimit) {
    let pages = wish.isWalk ? YelpPages(question, wanted: wish.wanted) : nil
    let first = pages?.question ?? question
    let isStored = isCached(first)
    let key = cacheKey?(first)
    plan.withLock { plan in
      let isCached = isStored || key.map { !plan.asked.insert($0).inserted } ?? false
      plan.questions += 1
      if isCached { plan.cached += 1 } else { plan.calls += 1 }
      plan.mostCalls += (pages?.calls ?? 1) - (isCached ? 1 : 0)
    }
  }

  /// Prints the plan as one record.
  ///
  /// - Parameter invalid: items that ask for nothing possible.
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
