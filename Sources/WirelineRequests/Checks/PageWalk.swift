package import WirelineCore

/// From page to page until there is no further one: a value that is told each answer.
package struct PageWalk: Sendable {
  /// What the walk must know of an answer.
  package struct Page: Sendable {
    /// What answered, after redirects: the base of a relative link (RFC 8288 §3.2).
    package var url: RequestURL
    package var headers: HeaderFields
    /// `AnswerCheck.elementCount`.
    package var elements: Int?

    package init(url: RequestURL, headers: HeaderFields, elements: Int?) {
      self.url = url
      self.headers = headers
      self.elements = elements
    }
  }

  package enum Step: Sendable, Equatable {
    /// Another page. Its origin may be another one: then no credentials go there.
    case ask(RequestURL)
    case end(Ending)
  }

  /// Why there is no further page.
  package enum Ending: Sendable, Equatable {
    /// The service names none.
    case lastPage
    case emptyPage
    /// `--max-pages`; there may be more.
    case limit
    /// The next page is one that was asked for before.
    case repeatedPage(RequestURL)
    /// The next page has no URL to ask: a fault, as pages may be missing.
    case unreadableLink(InvalidURL)
    /// Offsets need an array to count: a fault, to be healed by `--each`.
    case noElements
  }

  /// The first page's URL.
  package let first: RequestURL
  private let pagination: Pagination
  private let maximumPages: Int?
  private var current: RequestURL
  private var seen: Set<String>

  /// - Parameters:
  ///   - url: as the user gave it.
  ///   - maximumPages: 1 or more; nil for no limit.
  package init(_ pagination: Pagination, url: RequestURL, maximumPages: Int? = nil) {
    self.pagination = pagination
    self.maximumPages = maximumPages
    first = pagination.firstPage(of: url)
    current = first
    seen = [first.text]
  }

  /// How many pages were asked for, the first included.
  package var pages: Int { seen.count }

  /// Decides after the answer to the page asked for last.
  package mutating func next(after page: Page) -> Step {
    if page.elements == 0 { return .end(.emptyPage) }
    let url: RequestURL?
    do throws(InvalidURL) {
      url = try self.url(after: page)
    } catch {
      return .end(.unreadableLink(error))
    }
    guard let url else { return .end(page.elements == nil && isCounting ? .noElements : .lastPage) }
    if seen.contains(url.text) { return .end(.repeatedPage(url)) }
    if let maximumPages, pages >= maximumPages { return .end(.limit) }
    seen.insert(url.text)
    current = url
    return .ask(url)
  }

  private var isCounting: Bool { pagination != .link }

  private func url(after page: Page) throws(InvalidURL) -> RequestURL? {
    switch pagination {
    case .offset(let parameters):
      return page.elements.flatMap { parameters.page(after: current, elements: $0) }
    case .link:
      guard let target = try Self.target(of: page) else { return nil }
      return try page.url.resolving(target).withCredentials(of: current)
    }
  }

  /// The first link to a next page of this very answer.
  private static func target(of page: Page) throws(InvalidURL) -> String? {
    for field in page.headers.values(of: "Link") {
      for link in WebLink.links(field) where link.relations.contains("next") {
        // RFC 8288 §3.2: with an anchor it is another resource that has a next one.
        if let anchor = link.anchor, (try? page.url.resolving(anchor))?.text != page.url.text {
          continue
        }
        return link.target
      }
    }
    return nil
  }
}

extension RequestURL {
  /// User and password of a URL of the same origin, which links never repeat.
  fileprivate func withCredentials(of other: RequestURL) -> RequestURL {
    guard userInformation == nil, other.userInformation != nil, hasSameOrigin(as: other) else {
      return self
    }
    return RequestURL(
      scheme: scheme, host: URLHost(name: host, isIPv6: isIPv6), port: port,
      userInformation: other.userInformation, path: path, query: query)
  }
}
