internal import WirelineCore
internal import WirelineRequests

/// The way in which a service refers to its next page, `--paginate`.
enum Pagination: ArgumentValue, Equatable {
  /// By a `Link` field with the relation `next`, RFC 8288.
  case link
  /// By a URL in the body.
  case next(BodyPointer)
  /// By a value in the body, for a query parameter.
  case cursor(String, BodyPointer)
  /// By a query parameter that counts pages or elements.
  case count(PageCounter)

  init(parsing text: String) throws(InvalidArgument) {
    let parts = text.split(separator: "=", maxSplits: 1)
    switch parts.first {
    case "link" where text == "link": self = .link
    case "next" where parts.count == 2: self = .next(try Self.pointer(parts[1]))
    case "cursor" where parts.count == 2: self = try Self.cursor(parts[1])
    case "page" where parts.count == 2: self = .count(try PageCounter(page: parts[1]))
    default: self = .count(try PageCounter(text))
    }
  }

  private static func cursor(_ text: Substring) throws(InvalidArgument) -> Pagination {
    // Names such as `page[after]` may contain a colon, and pointers too.
    guard let slash = text.firstIndex(of: "/"), text[..<slash].last == ":", text.first != ":"
    else { throw invalid("missing \":\" and a JSON pointer after \"\(text)\"") }
    return .cursor(String(text[..<slash].dropLast()), try pointer(text[slash...]))
  }

  private static func pointer(_ text: Substring) throws(InvalidArgument) -> BodyPointer {
    try BodyPointer(parsing: String(text))
  }

  static func invalid(_ reason: String) -> InvalidArgument {
    InvalidArgument(
      expected: "link, next=POINTER, cursor=PARAM:POINTER, page=PARAM[:FIRST], or "
        + "offset=PARAM,limit=PARAM,size=N: \(reason)")
  }

  /// Whether a query parameter has the number of the page.
  var countsPages: Bool {
    if case .count(let counter) = self { !counter.countsElements } else { false }
  }

  /// Returns the URL of the first page. A counter adds its parameters but keeps a position that the
  /// URL contains.
  func firstPage(of url: RequestURL) -> RequestURL {
    if case .count(let counter) = self { counter.firstPage(of: url) } else { url }
  }
}

/// The query parameters that select a page by its number, or by the number of elements before it.
struct PageCounter: Sendable, Equatable {
  /// The parameter that is increased.
  let name: String
  /// Its value for the first page.
  var first = 0
  /// Whether it counts elements rather than pages.
  var countsElements = false
  /// The parameter for the page size; nil for a fixed page size.
  var limit: String?
  var size = 0
}

extension PageCounter {
  /// Parses `PARAM[:FIRST]`.
  init(page text: Substring) throws(InvalidArgument) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, !parts[0].isEmpty, !parts[0].contains(","),
      let first = Int(digits: parts.count == 2 ? parts[1] : "1")
    else { throw Pagination.invalid("\"\(text)\" is no parameter with a number") }
    self.init(name: String(parts[0]), first: first)
  }

  /// Parses `offset=PARAM,limit=PARAM,size=N`.
  ///
  /// - Throws: if `offset` or `size` is missing, or a word is invalid.
  init(_ text: String) throws(InvalidArgument) {
    var names: [Substring: Substring] = [:]
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      let parts = word.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, ["offset", "limit", "size"].contains(parts[0]),
        names.updateValue(parts[1], forKey: parts[0]) == nil
      else { throw Pagination.invalid("unknown or repeated \"\(word)\"") }
    }
    guard let offset = names["offset"] else { throw Pagination.invalid("missing \"offset\"") }
    guard offset != names["limit"] else {
      throw Pagination.invalid("offset and limit must be different parameters")
    }
    guard let digits = names["size"], let size = Int(digits: digits), size > 0 else {
      throw Pagination.invalid("\"size\" must be a number, 1 or more")
    }
    self.init(
      name: String(offset), countsElements: true, limit: names["limit"].map(String.init),
      size: size)
  }

  func firstPage(of url: RequestURL) -> RequestURL { page(of: url, at: position(in: url) ?? first) }

  /// Returns the URL of the page after one with this number of elements; nil if the position is
  /// invalid.
  ///
  /// An offset advances by the received number, not by the requested one: if the service has a
  /// lower limit, elements would be skipped.
  func page(after url: RequestURL, elements: Int) -> RequestURL? {
    guard let position = position(in: url) else { return nil }
    let (next, isOverflow) = position.addingReportingOverflow(countsElements ? elements : 1)
    return isOverflow ? nil : page(of: url, at: next)
  }

  private func page(of url: RequestURL, at position: Int) -> RequestURL {
    let url = url.setting(name, to: String(position))
    return limit.map { url.setting($0, to: String(size)) } ?? url
  }

  private func position(in url: RequestURL) -> Int? {
    let value = url.parameters.first { $0.name == name }?.value
    return value.flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
  }
}

extension RequestURL {
  /// Returns the URL with this value of a query parameter, instead of all its other values.
  func setting(_ name: String, to value: String) -> RequestURL {
    let item = PercentEncoding.form([(name, value)])
    var isSet = false
    var kept: [Substring] = []
    for old in (query ?? "").split(separator: "&") {
      if String(decoding: PercentEncoding.decoded(old.prefix { $0 != "=" }), as: UTF8.self) != name
      {
        kept.append(old)
      } else if !isSet {
        kept.append(item[...])
        isSet = true
      }
    }
    if !isSet { kept.append(item[...]) }
    var url = self
    url.query = kept.joined(separator: "&")
    return url
  }
}
