internal import WirelineCore
internal import WirelineRequests

/// The state of pagination: decides after each response whether to request another page.
struct PageWalk: Sendable {
  /// The properties of a response that affect pagination.
  struct Page: Sendable {
    let status: Int
    /// The final URL after redirects: the base of relative links (RFC 8288 §3.2).
    let url: RequestURL
    let headers: HeaderFields
    fileprivate let document: Result<JSONView, CheckFailure>
    /// The number of elements; nil if there is no array.
    fileprivate let elements: Int?
    /// The array, or the body if there is none.
    fileprivate let content: ArraySlice<UInt8>

    init(_ response: Response, _ check: ResponseCheck) {
      (status, url, headers) = (response.status, response.url, response.head.headers)
      let body = if case .bytes(let bytes) = response.body { bytes } else { [UInt8]() }
      document = Result { () throws(CheckFailure) in try ResponseCheck.parse(body) }
      let array = (try? document.get()).flatMap(check.array)
      elements = array.map { JSONElements(of: $0).count }
      content = array?.raw ?? body[...]
    }
  }

  enum Step: Sendable, Equatable {
    /// Another page. If its origin differs, no credentials are sent there.
    case request(RequestURL)
    /// No more pages, with the reason.
    case end(String)
    /// The page is malformed, with the reason.
    case fail(String)
    /// There are more pages than the default maximum, from this one on.
    case exceeded(RequestURL)
  }

  private struct Problem: Error {
    let reason: String
  }

  /// Bounds the walk through a service whose pages do not end.
  static let defaultMaximum = 10_000

  let first: RequestURL
  private(set) var pages = 1
  private let pagination: Pagination
  private let maximumPages: Int?
  private var current: RequestURL
  /// Hashes of the requested URLs, which a service may make long.
  private var seen: Set<Int>
  private var previous: Page?

  /// - Parameters:
  ///   - url: as the user specified it.
  ///   - maximumPages: 1 or more; nil for the default, which is an error if it is exceeded.
  init(_ pagination: Pagination, url: RequestURL, maximumPages: Int? = nil) {
    self.pagination = pagination
    self.maximumPages = maximumPages
    first = pagination.firstPage(of: url)
    current = first
    seen = [first.text.hashValue]
  }

  /// Returns why a received page is not part of the result; nil if it is.
  func reasonToIgnore(_ page: Page) -> String? {
    guard let previous else { return nil }
    if page.status == 204 { return "it has no content" }
    // Some services have no empty page after the last one.
    if page.status == 404, pagination.countsPages { return "the page does not exist" }
    return page.status < 300 && page.content == previous.content
      ? "it repeats the page before" : nil
  }

  mutating func next(after page: Page) -> Step {
    defer { previous = page }
    if page.elements == 0 { return .end("it is empty") }
    let url: RequestURL?
    do throws(Problem) {
      url = try self.url(after: page)
    } catch {
      return .fail(error.reason)
    }
    guard let url else { return .end("it is the last") }
    if seen.contains(url.text.hashValue) { return .end("the next was requested before") }
    if pages >= maximumPages ?? Self.defaultMaximum {
      return maximumPages == nil ? .exceeded(url) : .end("--max-pages")
    }
    seen.insert(url.text.hashValue)
    pages += 1
    current = url
    return .request(url)
  }

  private func url(after page: Page) throws(Problem) -> RequestURL? {
    let text: String?
    switch pagination {
    case .count(let counter): return try counted(counter, page)
    case .link: text = target(of: page)
    case .next(let pointer): text = try value(at: pointer, page)
    case .cursor(let name, let pointer):
      return try value(at: pointer, page, allowsNumber: true).map { current.setting(name, to: $0) }
    }
    guard let text else { return nil }
    return try resolved(text, page)
  }

  private func counted(_ counter: PageCounter, _ page: Page) throws(Problem) -> RequestURL? {
    guard let elements = page.elements else {
      throw Problem(reason: "cannot count the elements of a page: name the array with --each")
    }
    // The first page may be short because the service has a lower limit.
    let isShort = counter.countsElements && elements < previous?.elements ?? 0
    return isShort ? nil : counter.page(after: current, elements: elements)
  }

  /// The value that refers to the next page; nil for one that means that there is none.
  private func value(
    at pointer: BodyPointer, _ page: Page, allowsNumber: Bool = false
  ) throws(Problem) -> String? {
    try converting({ Problem(reason: $0.message) }) { () throws(CheckFailure) in
      guard let value = pointer.value(in: try page.document.get()) else { return nil }
      if let text = value.string { return text.isEmpty ? nil : text }
      if value.type == .null || value.boolean == false || value.double == 0 { return nil }
      if allowsNumber, value.type == .number { return value.plainText }
      let expected = allowsNumber ? "string or number" : "string"
      throw .wrongType(pointer, expected: expected, found: value.type)
    }
  }

  private func resolved(_ reference: String, _ page: Page) throws(Problem) -> RequestURL {
    try converting({
      Problem(reason: "invalid URL in the link to the next page: \($0.reason)")
    }) { () throws(InvalidURL) in
      var url = try page.url.resolving(reference)
      // Services behind a proxy that terminates TLS often write http.
      if url.scheme == .http, page.url.scheme == .https {
        let secure = try RequestURL("https" + url.text.dropFirst(4))
        if secure.hasSameOrigin(as: page.url) { url = secure }
      }
      return url.withCredentials(of: current)
    }
  }

  /// The first link to a next page of this resource.
  private func target(of page: Page) -> String? {
    for field in page.headers.values(of: "Link") {
      for link in WebLink.links(field) where link.relations.contains("next") {
        // RFC 8288 §3.2: with an anchor, the link belongs to another resource.
        if let anchor = link.anchor, (try? page.url.resolving(anchor))?.text != page.url.text {
          continue
        }
        return link.target
      }
    }
    return nil
  }
}
