internal import DequeModule
internal import Synchronization

/// Decides which pages of a query to request.
struct YelpPages: Sendable {
  enum Step: Sendable, Equatable {
    case fetch(YelpQuery)
    /// - Parameter isTruncated: whether the API has more results than it returns.
    case end(isTruncated: Bool)
  }

  private(set) var query: YelpQuery
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
  ///   - query: its offset is the start of the first page, its limit the page size.
  ///   - wanted: 1 or more.
  init?(_ query: YelpQuery, wanted: Int?) {
    guard let paging = query.endpoint.paging else { return nil }
    self.wanted = wanted
    guaranteed = paging.cap
    start = query.number("offset") ?? 0
    size = max(1, query.number("limit") ?? paging.size)
    // A request for more than the guaranteed results is tried.
    let isBeyond = start >= paging.cap || wanted ?? 0 > paging.cap - start
    cap = isBeyond ? paging.limit : paging.cap
    self.query = query
    self.query.set("limit", pageSize)
  }

  private var pageSize: Int {
    let last = start + covered
    // The API may refuse a page that exceeds the guaranteed results.
    let edge = last < guaranteed ? guaranteed : cap
    return min(size, wanted.map { $0 - covered } ?? size, max(1, edge - last))
  }

  /// Whether the current page exceeds the guaranteed results, so that the API may refuse it.
  var isBeyondGuarantee: Bool {
    guard let paging = query.endpoint.paging else { return false }
    return (query.number("offset") ?? 0) + (query.number("limit") ?? 0) > paging.cap
  }

  /// The maximum number of calls while the total is unknown.
  var calls: Int {
    let most = min(wanted ?? .max, max(1, cap - start))
    let safe = max(0, min(most, guaranteed - start))
    return (safe + size - 1) / size + (most - safe + size - 1) / size
  }

  mutating func next(results: Int, total: Int?) -> Step {
    let before = start + covered
    covered += query.number("limit") ?? size
    let last = start + covered
    // An empty page before the total means that the API returns no more.
    if results == 0 { return .end(isTruncated: total.map { before < $0 } ?? false) }
    if let total, last >= total { return .end(isTruncated: false) }
    if let wanted, covered >= wanted { return .end(isTruncated: false) }
    if last >= cap { return .end(isTruncated: true) }
    query.set("offset", last)
    query.set("limit", pageSize)
    return .fetch(query)
  }
}

/// Requests the pages of one query in sequence.
final class YelpWalk: Sendable {
  private struct State: Sendable {
    var pages: YelpPages
    var list: YelpResultList?
  }

  /// The pages received, and the reason why no more follow.
  struct Outcome: Sendable {
    var list: YelpResultList?
    var failure: YelpFailure?
    /// The offset of the next page, for a failure after some pages.
    var offset: Int?
  }

  private let gateway: YelpGateway
  private let ref: [UInt8]
  private let completion: @Sendable (Outcome) -> Void
  private let state: Mutex<State>

  init(
    _ pages: YelpPages, _ gateway: YelpGateway, ref: [UInt8],
    completion: @escaping @Sendable (Outcome) -> Void
  ) {
    self.gateway = gateway
    self.ref = ref
    self.completion = completion
    state = Mutex(State(pages: pages))
  }

  func start() { send(state.withLock { $0.pages.query }) }

  private func send(_ query: YelpQuery) {
    gateway.send(query, ref: ref) { [self] result in
      switch result {
      case .success(let page): add(page)
      case .failure(let failure): end(with: failure)
      }
    }
  }

  private func add(_ page: YelpResultList) {
    let step = state.withLock { state in
      if state.list == nil { state.list = page } else { state.list?.add(page) }
      let step = state.pages.next(
        results: page.responses.first?.results.count ?? 0, total: page.total)
      if case .end(let isTruncated) = step { state.list?.isTruncated = isTruncated }
      return step
    }
    switch step {
    case .fetch(let query): send(query)
    case .end: completion(Outcome(list: state.withLock { $0.list }))
    }
  }

  private func end(with failure: YelpFailure) {
    var list = state.withLock { $0.list }
    // If the API refuses a page beyond the guaranteed results, it returns no more.
    if list != nil, case .refused(let refusal) = failure, refusal.status == 400,
      state.withLock({ $0.pages.isBeyondGuarantee })
    {
      list?.isTruncated = true
      return completion(Outcome(list: list))
    }
    let offset = list == nil ? nil : state.withLock { $0.pages.query.number("offset") }
    completion(Outcome(list: list, failure: failure, offset: offset))
  }
}

/// Runs a limited number of walks concurrently. A walk ends before another one starts, so that a
/// quota that runs out leaves complete lists.
final class YelpWalks: Sendable {
  private struct State: Sendable {
    var running = 0
    var isStarting = false
    var waiting: Deque<YelpWalk> = []
  }

  private let limit: Int
  private let state = Mutex(State())

  init(limit: Int) { self.limit = max(1, limit) }

  func add(_ walk: YelpWalk) {
    state.withLock { $0.waiting.append(walk) }
    startNext()
  }

  func end() {
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
