internal import DequeModule
internal import Synchronization

/// Decides which pages of a question to request.
package struct YelpPages: Sendable {
  package enum Step: Sendable, Equatable {
    case ask(YelpQuestion)
    /// - Parameter isTruncated: Whether the API has more results than it returns.
    case end(isTruncated: Bool)
  }

  /// The question for the current page.
  package private(set) var question: YelpQuestion
  /// The total number of results wanted; nil for all.
  private let wanted: Int?
  private let cap: Int
  /// The number of results that the API guarantees.
  private let guaranteed: Int
  private let size: Int
  private let start: Int
  /// The number of results that the responses cover.
  private var covered = 0

  /// Returns nil for an endpoint without pages.
  ///
  /// - Parameters:
  ///   - question: Its offset is the start of the first page, its limit the page size.
  ///   - wanted: 1 or more.
  package init?(_ question: YelpQuestion, wanted: Int?) {
    guard let paging = question.endpoint.paging else { return nil }
    self.wanted = wanted
    guaranteed = paging.cap
    start = question.number("offset") ?? 0
    size = max(1, question.number("limit") ?? paging.size)
    // A request for more than the guaranteed results is tried.
    let isBeyond = start >= paging.cap || wanted ?? 0 > paging.cap - start
    cap = isBeyond ? paging.limit : paging.cap
    self.question = question
    self.question.set("limit", pageSize)
  }

  private var pageSize: Int {
    let last = start + covered
    // The API may refuse a page that exceeds the guaranteed results.
    let edge = last < guaranteed ? guaranteed : cap
    return min(size, wanted.map { $0 - covered } ?? size, max(1, edge - last))
  }

  /// Whether the current page exceeds the guaranteed results, so that the API may refuse it.
  var isBeyondGuarantee: Bool {
    guard let paging = question.endpoint.paging else { return false }
    return (question.number("offset") ?? 0) + (question.number("limit") ?? 0) > paging.cap
  }

  /// The maximum number of calls while the total is unknown.
  package var calls: Int {
    let most = min(wanted ?? .max, max(1, cap - start))
    let safe = max(0, min(most, guaranteed - start))
    return (safe + size - 1) / size + (most - safe + size - 1) / size
  }

  /// Decides what follows the current page.
  ///
  /// - Parameters:
  ///   - results: The number of results on the page, which may be less than its limit.
  ///   - total: The total that the API reports.
  package mutating func next(results: Int, total: Int?) -> Step {
    let before = start + covered
    covered += question.number("limit") ?? size
    let last = start + covered
    // An empty page before the total means that the API returns no more.
    if results == 0 { return .end(isTruncated: total.map { before < $0 } ?? false) }
    if let total, last >= total { return .end(isTruncated: false) }
    if let wanted, covered >= wanted { return .end(isTruncated: false) }
    if last >= cap { return .end(isTruncated: true) }
    question.set("offset", last)
    question.set("limit", pageSize)
    return .ask(question)
  }
}

/// Requests the pages of one question in sequence.
package final class YelpWalk: Sendable {
  private struct State: Sendable {
    var pages: YelpPages
    var reply: YelpReply?
  }

  /// The pages received, and the reason why no more follow.
  package struct Outcome: Sendable {
    package var reply: YelpReply?
    package var failure: YelpFailure?
    /// The offset of the next page, for a failure after some pages.
    package var offset: Int?
  }

  private let gateway: YelpGateway
  private let ref: [UInt8]
  private let completion: @Sendable (Outcome) -> Void
  private let state: Mutex<State>

  package init(
    _ pages: YelpPages, _ gateway: YelpGateway, ref: [UInt8],
    completion: @escaping @Sendable (Outcome) -> Void
  ) {
    self.gateway = gateway
    self.ref = ref
    self.completion = completion
    state = Mutex(State(pages: pages))
  }

  package func start() { ask(state.withLock { $0.pages.question }) }

  private func ask(_ question: YelpQuestion) {
    gateway.ask(question, ref: ref) { [self] result in
      switch result {
      case .success(let reply): add(reply)
      case .failure(let failure): end(with: failure)
      }
    }
  }

  private func add(_ page: YelpReply) {
    let step = state.withLock { state in
      if state.reply == nil { state.reply = page } else { state.reply?.add(page) }
      let step = state.pages.next(
        results: page.answers.first?.results.count ?? 0, total: page.total)
      if case .end(let isTruncated) = step { state.reply?.isTruncated = isTruncated }
      return step
    }
    switch step {
    case .ask(let question): ask(question)
    case .end: completion(Outcome(reply: state.withLock { $0.reply }))
    }
  }

  private func end(with failure: YelpFailure) {
    var reply = state.withLock { $0.reply }
    // If the API refuses a page beyond the guaranteed results, it returns no more.
    if reply != nil, case .refused(let refusal) = failure, refusal.status == 400,
      state.withLock({ $0.pages.isBeyondGuarantee })
    {
      reply?.isTruncated = true
      return completion(Outcome(reply: reply))
    }
    let offset = reply == nil ? nil : state.withLock { $0.pages.question.number("offset") }
    completion(Outcome(reply: reply, failure: failure, offset: offset))
  }
}

/// Runs a limited number of walks at once. A walk ends before another one starts, so that a quota
/// that runs out leaves complete lists.
package final class YelpWalks: Sendable {
  private struct State: Sendable {
    var running = 0
    var isStarting = false
    var waiting: Deque<YelpWalk> = []
  }

  private let limit: Int
  private let state = Mutex(State())

  /// - Parameter limit: 1 or more.
  package init(limit: Int) { self.limit = max(1, limit) }

  /// Starts a walk, or queues it until another one ends.
  package func add(_ walk: YelpWalk) {
    state.withLock { $0.waiting.append(walk) }
    startNext()
  }

  /// Records that a walk ended.
  package func end() {
    state.withLock { $0.running -= 1 }
    startNext()
  }

  private func startNext() {
    while true {
      let next: YelpWalk? = state.withLock { state in
        guard !state.isStarting, state.running < limit, let walk = state.waiting.popFirst() else {
          return nil
        }
        state.running += 1
        state.isStarting = true
        return walk
      }
      guard let next else { return }
      // A walk that ends immediately must not start the next one recursively: a thousand of them
      // would overflow the stack.
      next.start()
      state.withLock { $0.isStarting = false }
    }
  }
}
