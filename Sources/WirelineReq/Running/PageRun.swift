internal import Synchronization
internal import WirelineCore
internal import WirelineRequests

/// Fetches the pages of a response one after the other, as `PageWalk` decides.
final class PageRun: Sendable {
  /// Receives the reason why pages may be missing; nil for a regular end, or if `onPage` ended the
  /// run.
  typealias Completion = @Sendable (Result<String?, RequestError>) -> Void

  private struct State: Sendable {
    var walk: PageWalk
    var request: RequestSpecification
  }

  private let executor: any RequestExecuting
  private let check: ResponseCheck
  private let limit: Int?
  private let onPage: @Sendable (Response) -> Bool
  private let completion: Completion
  private let state: Mutex<State>

  /// - Parameters:
  ///   - limit: the maximum length of a decoded body in bytes; nil for no limit.
  ///   - onPage: receives each page; returns false to end the run.
  ///   - completion: called once.
  init(
    _ request: RequestSpecification, _ pages: PageOptions.Pages, executor: any RequestExecuting,
    check: ResponseCheck, limit: Int?, onPage: @escaping @Sendable (Response) -> Bool,
    completion: @escaping Completion
  ) {
    self.executor = executor
    self.check = check
    self.limit = limit
    self.onPage = onPage
    self.completion = completion
    let walk = PageWalk(pages.pagination, url: request.url, maximumPages: pages.maximum)
    var first = request
    first.url = walk.first
    state = Mutex(State(walk: walk, request: first))
  }

  func start() {
    let request = state.withLock { $0.request }
    executor.start(request, body: .memory(limit: limit)) { [self] result in
      switch result {
      case .failure(let error): completion(.failure(error))
      case .success(let response): handle(response)
      }
    }
  }

  private func handle(_ response: Response) {
    guard onPage(response), response.isSuccess, case .bytes(let body) = response.body else {
      return completion(.success(nil))
    }
    let page = PageWalk.Page(
      url: response.url, headers: response.head.headers, elements: check.elementCount(in: body))
    switch state.withLock({ $0.walk.next(after: page) }) {
    case .end(let problem): completion(.success(problem))
    case .request(let url):
      // Drops the credentials if the next page has another origin.
      state.withLock { $0.request = $0.request.redirected(to: url) }
      start()
    }
  }
}

/// The combined result of an item's pages.
struct CombinedPages: Sendable {
  private var records: [PipeRecords] = []
  /// Of the records.
  private var bytes = 0
  private(set) var elements = 0
  private var failure: ItemFailure?
  private var outcome: String?

  /// - Returns: whether no page has failed.
  @discardableResult
  mutating func add(_ page: ItemResult) -> Bool {
    records.append(page.records)
    bytes += page.bytes
    elements += page.elements
    failure = failure ?? page.failure
    outcome = page.outcome ?? outcome
    return failure == nil
  }

  var result: ItemResult {
    var result = ItemResult(PipeRecords(records), failure: failure)
    result.bytes = bytes
    result.outcome = outcome
    return result
  }
}
