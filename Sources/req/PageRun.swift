import Synchronization
import WirelineCore
import WirelineRequests

/// Fetches page after page of an answer, as `PageWalk` decides.
final class PageRun: Sendable {
  typealias Completion = @Sendable (Result<PageWalk.Ending?, RequestError>) -> Void

  private struct State: Sendable {
    var walk: PageWalk
    var request: RequestSpecification
  }

  private let executor: any RequestExecuting
  private let check: AnswerCheck
  private let limit: Int?
  /// Takes a page; false ends the walk.
  private let onPage: @Sendable (Response) -> Bool
  private let completion: Completion
  private let state: Mutex<State>

  /// - Parameters:
  ///   - limit: the largest decoded body of a page in bytes; nil is no limit.
  ///   - completion: called once: why there is no further page, nil if
  ///     `onPage` wanted none, or why one did not come.
  init(
    _ request: RequestSpecification, _ pages: PageOptions.Pages, executor: any RequestExecuting,
    check: AnswerCheck, limit: Int?, onPage: @escaping @Sendable (Response) -> Bool,
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
      case .success(let response): take(response)
      }
    }
  }

  private func take(_ response: Response) {
    guard onPage(response), response.isSuccess, case .bytes(let body) = response.body else {
      return completion(.success(nil))
    }
    let page = PageWalk.Page(
      url: response.url, headers: response.head.headers, elements: check.elementCount(in: body))
    switch state.withLock({ $0.walk.next(after: page) }) {
    case .end(let ending): completion(.success(ending))
    case .ask(let url):
      // No credentials go to another origin.
      state.withLock { $0.request = $0.request.moved(to: url) }
      start()
    }
  }
}

extension PageWalk.Ending {
  /// What is wrong with an end that leaves pages out; nil for a good one.
  var fault: String? {
    switch self {
    case .lastPage, .emptyPage, .limit, .repeatedPage: nil
    case .unreadableLink(let fault): "the link to the next page is no URL: \(fault.reason)"
    case .noElements: "the page has no array to count: name it with --each"
    }
  }
}
