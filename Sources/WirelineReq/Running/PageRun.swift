internal import Synchronization
internal import WirelineCore
internal import WirelineRequests

/// Fetches the pages of a response one after the other, as `PageWalk` decides.
final class PageRun: Sendable {
  /// Receives a failure, after which pages may be missing, with the URL of the page; success also
  /// if `onPage` ended the run.
  typealias Completion = @Sendable (Result<Void, ErrorRecord>) -> Void

  private struct State: Sendable {
    var walk: PageWalk
    var request: RequestSpecification
  }

  private let context: ToolContext
  private let policy: RedirectPolicy
  private let executor: any RequestExecuting
  private let check: ResponseCheck
  private let limit: Int?
  private let onPage: @Sendable (Response) -> Bool
  private let completion: Completion
  private let state: Mutex<State>
  private let chain = RequestChain()

  /// - Parameters:
  ///   - limit: the maximum length of a decoded body in bytes; nil for no limit.
  ///   - onPage: receives each page; returns false to end the run.
  ///   - completion: called once.
  init(
    _ request: RequestSpecification, _ pages: PageOptions.Pages, context: ToolContext,
    executor: any RequestExecuting, check: ResponseCheck, limit: Int?,
    onPage: @escaping @Sendable (Response) -> Bool, completion: @escaping Completion
  ) {
    self.context = context
    policy = pages.policy
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

  func start() { chain.start(fetch) }

  @Sendable private func fetch() {
    let request = state.withLock { $0.request }
    executor.start(request, body: .memory(limit: limit)) { [self] result in
      switch result {
      case .failure(let error): fail(ErrorRecord(error, tool: context.tool), at: request.url)
      case .success(let response): handle(response)
      }
    }
  }

  private func handle(_ response: Response) {
    let page = PageWalk.Page(response, check)
    let url = Secrets.redacted(url: response.url)
    let (reason, pages) = state.withLock { ($0.walk.reasonToIgnore(page), $0.walk.pages) }
    if let reason {
      let message = "ignored \"\(url)\": \(reason)"
      // If the second page is the first again, the service may not know the parameter.
      if pages == 2, response.status == 200 {
        context.diagnostics.warning(message)
      } else {
        context.diagnostics.verbose(message)
      }
      return completion(.success(()))
    }
    let step = response.isSuccess ? state.withLock { $0.walk.next(after: page) } : .end("it failed")
    // If the checks fail too, `onPage` reports it.
    if case .fail(let reason) = step, case .bytes(let body) = response.body,
      (try? check.values(in: body)) != nil
    {
      return fail(.decode, reason, at: response.url)
    }
    guard onPage(response) else { return completion(.success(())) }
    switch step {
    case .request(let url): proceed(to: url, from: response.url)
    case .exceeded(let url):
      fail(.bodyTooLarge, "more than \(pages) pages: allow them with --max-pages", at: url)
    case .end(let reason), .fail(let reason):
      context.diagnostics.verbose("no page after \"\(url)\": \(reason)")
      completion(.success(()))
    }
  }

  private func proceed(to url: RequestURL, from page: RequestURL) {
    if context.shutdown.isRequested { return fail(.cancelled, "cancelled", at: url) }
    if page.scheme == .https, url.scheme == .http, !policy.allowsDowngrade {
      return fail(
        .redirectForbidden,
        "the next page changes from https to http: allow it with --allow-downgrade", at: url)
    }
    state.withLock { $0.request = policy.moved($0.request, to: url) }
    start()
  }

  private func fail(_ code: ErrorCode, _ message: String, at url: RequestURL) {
    fail(ErrorRecord(code: code, message: message, tool: context.tool), at: url)
  }

  private func fail(_ record: ErrorRecord, at url: RequestURL) {
    var record = record
    record.url = url.text
    completion(.failure(record))
  }
}

/// The combined result of an item's pages.
struct CombinedPages: Sendable {
  private var records: [PipeRecords] = []
  /// The length of the records in bytes.
  private var bytes = 0
  private(set) var elements = 0
  private var failure: ItemFailure?
  private var outcome: String?

  /// - Parameter beginning: the pages that an earlier run has received.
  init(after beginning: BatchLedger.Beginning?) {
    guard let beginning else { return }
    records.append(PipeRecords(lines: beginning.lines))
    elements = beginning.count
  }

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
