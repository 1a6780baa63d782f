/// `--paginate`: how a service names its next page.
package enum Pagination: Sendable, Equatable {
  /// By a `Link` field with the relation `next`, RFC 8288.
  case link
  /// By a parameter of the query that counts elements.
  case offset(OffsetParameters)

  /// Reads `link` or `offset=NAME,limit=NAME,size=N`.
  package init(_ text: String) throws(InvalidAnswerOption) {
    if text == "link" {
      self = .link
    } else {
      self = .offset(try OffsetParameters(text))
    }
  }

  /// The URL of the first page.
  ///
  /// For `offset` both parameters are in it, an offset in the URL as it is given.
  package func firstPage(of url: RequestURL) -> RequestURL {
    switch self {
    case .link: url
    case .offset(let parameters): parameters.firstPage(of: url)
    }
  }
}
