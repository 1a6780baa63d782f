internal import WirelineCore
internal import WirelineRequests

/// Fetches the pages of a response one after the other, as `PageWalk` decides.
struct PageRun: Sendable {
  /// Receives a failure, after which pages may be missing, with the URL of the page; success also
  /// if `onPage` ended the run.
  typealias Completion = @Sendable (Result<Void, ErrorRecord>) -> Void

  let pages: PageOptions.Pages
  let context: ToolContext
  let executor: any RequestExecuting
  let check: ResponseCheck
  /// The maximum length of a decoded body in bytes; nil for no limit.
  let limit: Int?
  /// Receives each page; returns false to end the run.
  let onPage: @Sendable (Response) -> Bool
  /// Called once.
  let completion: Completion
  private let chain = RequestChain()

  func start(_ request: RequestSpecification) {
    let walk = PageWalk(pages.pagination, url: request.url, maximumPages: pages.maximum)
    var first = request
    first.url = walk.first
    fetch(first, walk)
  }

  private func fetch(_ request: RequestSpecification, _ walk: PageWalk) {
    chain.start {
      executor.start(request, body: .memory(limit: limit)) { result in
        switch result {
        case .failure(let error): fail(ErrorRecord(error, tool: context.tool), at: request.url)
        case .success(let response): handle(response, to: request, walk)
        }
      }
    }
  }

  private func handle(_ response: Response, to request: RequestSpecification, _ walk: PageWalk) {
    var walk = walk
    let page = PageWalk.Page(response, check)
    let url = Secrets.redacted(url: response.url)
    if let reason = walk.reasonToIgnore(page) {
      let message = "ignored \"\(url)\": \(reason)"
      // If the second page is the first again, the service may not know the parameter.
      if walk.pages == 2, response.status == 200 {
        context.diagnostics.warning(message)
      } else {
        context.diagnostics.verbose(message)
      }
      return completion(.success(()))
    }
    let step = response.isSuccess ? walk.next(after: page) : .end("it failed")
    // If the checks fail too, `onPage` reports it.
    if case .fail(let reason) = step, case .bytes(let body) = response.body,
      (try? check.values(in: body)) != nil
    {
      return fail(.decode, reason, at: response.url)
    }
    guard onPage(response) else { return completion(.success(())) }
    switch step {
    case .request(let url):
      if let next = next(after: request, to: url, from: response) { fetch(next, walk) }
    case .exceeded(let url):
      fail(.bodyTooLarge, "more than \(walk.pages) pages: allow them with --max-pages", at: url)
    case .end(let reason), .fail(let reason):
      context.diagnostics.verbose("no page after \"\(url)\": \(reason)")
      completion(.success(()))
    }
  }

  /// Returns the request for the next page; nil after failing.
  private func next(
    after request: RequestSpecification, to url: RequestURL, from page: Response
  ) -> RequestSpecification? {
    if context.shutdown.isRequested {
      fail(.cancelled, "cancelled", at: url)
    } else if page.url.scheme == .https, url.scheme == .http, !pages.policy.allowsDowngrade {
      fail(
        .redirectForbidden,
        "the next page changes from https to http: allow it with --allow-downgrade", at: url)
    } else {
      var next = pages.policy.moved(request, to: url)
      next.elapsed += page.elapsed
      return next
    }
    return nil
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
  /// The sum of the results, without their records.
  private var sum = ItemResult(.none)

  var elements: Int { sum.elements }

  /// - Parameter beginning: the pages that an earlier run has received.
  init(after beginning: BatchLedger.Beginning?) {
    guard let beginning else { return }
    records.append(PipeRecords(lines: beginning.lines))
    sum.elements = beginning.count
  }

  /// - Returns: whether no page has failed.
  @discardableResult
  mutating func add(_ page: ItemResult) -> Bool {
    records.append(page.records)
    sum.bytes += page.bytes
    sum.elements += page.elements
    sum.failure = sum.failure ?? page.failure
    sum.outcome = page.outcome ?? sum.outcome
    return sum.failure == nil
  }

  var result: ItemResult {
    var result = sum
    result.records = PipeRecords(records)
    return result
  }
}
