internal import WirelineCore
internal import WirelineRequests

/// The state of pagination: decides after each response whether to request another page.
struct PageWalk: Sendable {
  /// The properties of a response that affect pagination.
  struct Page: Sendable {
    /// The final URL after redirects: the base of relative links (RFC 8288 §3.2).
    var url: RequestURL
    var headers: HeaderFields
    var elements: Int?
  }

  enum Step: Sendable, Equatable {
    /// Another page. If its origin differs, no credentials are sent there.
    case request(RequestURL)
    /// The last page, or `--max-pages`; `problem` tells why pages may be missing.
    case end(problem: String? = nil)
  }

  let first: RequestURL
  private let pagination: Pagination
  private let maximumPages: Int?
  private var current: RequestURL
  private var seen: Set<String>

  /// - Parameters:
  ///   - url: as the user specified it.
  ///   - maximumPages: 1 or more; nil for no limit.
  init(_ pagination: Pagination, url: RequestURL, maximumPages: Int? = nil) {
    self.pagination = pagination
    self.maximumPages = maximumPages
    first = pagination.firstPage(of: url)
    current = first
    seen = [first.text]
  }

  var pages: Int { seen.count }

  mutating func next(after page: Page) -> Step {
    if page.elements == 0 { return .end() }
    let url: RequestURL?
    do throws(InvalidURL) {
      url = try self.url(after: page)
    } catch {
      return .end(problem: "invalid URL in the link to the next page: \(error.reason)")
    }
    guard let url else {
      return page.elements == nil && pagination != .link
        ? .end(problem: "cannot count the elements of a page: name the array with --each") : .end()
    }
    if seen.contains(url.text) { return .end() }
    if let maximumPages, pages >= maximumPages { return .end() }
    seen.insert(url.text)
    current = url
    return .request(url)
  }

  private func url(after page: Page) throws(InvalidURL) -> RequestURL? {
    switch pagination {
    case .offset(let parameters):
      return page.elements.flatMap { parameters.page(after: current, elements: $0) }
    case .link:
      guard let target = try Self.target(of: page) else { return nil }
      return try page.url.resolving(target).withCredentials(of: current)
    }
  }

  /// The first link to a next page of this resource.
  private static func target(of page: Page) throws(InvalidURL) -> String? {
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

/// How a service refers to its next page, `--paginate`.
enum Pagination: ArgumentValue, Equatable {
  /// By a `Link` field with the relation `next`, RFC 8288.
  case link
  /// By a query parameter that counts elements.
  case offset(OffsetParameters)

  init(parsing text: String) throws(InvalidArgument) {
    self = text == "link" ? .link : .offset(try OffsetParameters(text))
  }

  /// Returns the URL of the first page. `offset` adds its parameters but keeps an offset that the
  /// URL contains.
  func firstPage(of url: RequestURL) -> RequestURL {
    switch self {
    case .link: url
    case .offset(let parameters): parameters.firstPage(of: url)
    }
  }
}

/// The query parameters that select a page: `offset=NAME,limit=NAME,size=N`.
struct OffsetParameters: Sendable, Equatable {
  let offset: String
  /// The parameter for the page size; nil for a fixed page size.
  let limit: String?
  let size: Int
}

extension OffsetParameters {
  /// - Throws: if `offset` or `size` is missing, or a word is invalid.
  init(_ text: String) throws(InvalidArgument) {
    var names: [Substring: Substring] = [:]
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      let parts = word.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, ["offset", "limit", "size"].contains(parts[0]),
        names.updateValue(parts[1], forKey: parts[0]) == nil
      else { throw Self.invalid("unknown or repeated \"\(word)\"") }
    }
    guard let offset = names["offset"] else { throw Self.invalid("missing \"offset\"") }
    guard offset != names["limit"] else {
      throw Self.invalid("offset and limit must be different parameters")
    }
    guard let digits = names["size"], let size = Int(digits: digits), size > 0 else {
      throw Self.invalid("\"size\" must be a number, 1 or more")
    }
    self.init(offset: String(offset), limit: names["limit"].map(String.init), size: size)
  }

  private static func invalid(_ reason: String) -> InvalidArgument {
    InvalidArgument(expected: "link, or offset=NAME,limit=NAME,size=N: \(reason)")
  }

  func firstPage(of url: RequestURL) -> RequestURL { page(of: url, offset: position(in: url) ?? 0) }

  /// Returns the URL of the page after one with this number of elements; nil if the offset is
  /// invalid.
  ///
  /// Advances by the received number, not by the requested one: if the service has a lower limit,
  /// elements would be skipped.
  func page(after url: RequestURL, elements: Int) -> RequestURL? {
    guard let position = position(in: url) else { return nil }
    let (next, isOverflow) = position.addingReportingOverflow(elements)
    return isOverflow ? nil : page(of: url, offset: next)
  }

  private func page(of url: RequestURL, offset position: Int) -> RequestURL {
    var url = url
    url.query = Self.setting(offset, to: position, in: url.query)
    if let limit { url.query = Self.setting(limit, to: size, in: url.query) }
    return url
  }

  private func position(in url: RequestURL) -> Int? {
    let value = Self.items(url.query).first { Self.name(of: $0) == offset }
      .flatMap { $0.split(separator: "=", maxSplits: 1).dropFirst().first }
    guard let value, let position = Int(value), position >= 0 else { return nil }
    return position
  }

  private static func setting(_ name: String, to value: Int, in query: String?) -> String {
    let item = PercentEncoding.component(name) + "=" + String(value)
    var isSet = false
    var kept: [Substring] = []
    for old in items(query) where !old.isEmpty {
      if self.name(of: old) != name {
        kept.append(old)
      } else if !isSet {
        kept.append(item[...])
        isSet = true
      }
    }
    if !isSet { kept.append(item[...]) }
    return kept.joined(separator: "&")
  }

  private static func items(_ query: String?) -> [Substring] {
    (query ?? "").split(separator: "&", omittingEmptySubsequences: true)
  }

  private static func name(of item: Substring) -> String {
    String(decoding: PercentEncoding.decoded(item.prefix { $0 != "=" }), as: UTF8.self)
  }
}
