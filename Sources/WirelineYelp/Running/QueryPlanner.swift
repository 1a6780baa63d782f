internal import Synchronization
internal import WirelineCore

/// Counts the calls that a run would make, for `--dry-run`.
final class QueryPlanner: Sendable {
  private struct Plan: Sendable {
    var queries = 0
    var cached = 0
    /// The minimum: one call per query.
    var calls = 0
    /// The maximum: all pages of each query.
    var mostCalls = 0
    var urls: Set<String> = []
  }

  private let isCached: @Sendable (YelpQuery) -> Bool
  private let url: (@Sendable (YelpQuery) -> String)?
  private let quota: YelpQuota?
  private let plan = Mutex(Plan())

  /// - Parameter url: the URL that the cache stores a response by; nil without a cache.
  init(
    quota: YelpQuota?, url: (@Sendable (YelpQuery) -> String)?,
    isCached: @escaping @Sendable (YelpQuery) -> Bool
  ) {
    self.url = url
    self.quota = quota
    self.isCached = isCached
  }

  func add(_ query: YelpQuery, _ limit: PageLimit) {
    let pages = limit.followsPages ? YelpPages(query, wanted: limit.wanted) : nil
    let first = pages?.query ?? query
    let isStored = isCached(first)
    let url = url?(first)
    plan.withLock { plan in
      let isCached = isStored || url.map { !plan.urls.insert($0).inserted } ?? false
      plan.queries += 1
      if isCached { plan.cached += 1 } else { plan.calls += 1 }
      plan.mostCalls += (pages?.calls ?? 1) - (isCached ? 1 : 0)
    }
  }

  func print(_ context: ToolContext, invalid: Int) -> ExitStatus {
    let plan = plan.withLock { $0 }
    let record = JSONWriter.line { writer in
      writer.field("queries", plan.queries)
      writer.field("invalid", invalid)
      writer.field("cached", plan.cached)
      writer.field("calls", plan.calls)
      if plan.mostCalls > plan.calls { writer.field("calls_at_most", plan.mostCalls) }
      if let remaining = quota?.remaining { writer.field("remaining", remaining) }
    }
    return PrintedRecord.print(record, context)
  }
}

/// The warning that a run without `--budget` may make many calls.
final class CallNotice: Sendable {
  /// More items than this are worth a warning.
  private static let few = 10

  private let noun: String
  private let isCaching: Bool
  private let diagnostics: Diagnostics
  private let allowance: YelpAllowance
  private let items = Atomic(0)
  private let hasWarned = Atomic(false)

  /// - Parameters:
  ///   - noun: the plural of an item: `places`.
  ///   - isCaching: whether cached responses may replace calls.
  init(
    of noun: String, isCaching: Bool, within allowance: YelpAllowance, _ diagnostics: Diagnostics
  ) {
    self.noun = noun
    self.isCaching = isCaching
    self.diagnostics = diagnostics
    self.allowance = allowance
  }

  /// Warns of a known number of items.
  func expect(_ count: Int) { warn(count, of: "\(count)", "at least \(count)") }

  /// Counts an item, and warns once there are many.
  func add() {
    let items = items.add(1, ordering: .relaxed).newValue
    warn(items, of: "more than \(Self.few)", "at least as many")
  }

  private func warn(_ count: Int, of items: String, _ calls: String) {
    guard count > Self.few, !hasWarned.exchange(true, ordering: .relaxed) else { return }
    let left = allowance.remaining.map { " of the \(AmountText.grouped($0)) calls left today" }
    diagnostics.warning(
      "\(items) \(noun): \(calls)\(left ?? " calls")\(isCaching ? ", unless cached" : "")"
        + "; --budget N limits them")
  }
}
