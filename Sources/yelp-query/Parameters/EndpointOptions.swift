import WirelineCore
import WirelineYelp

/// The options of one endpoint.
protocol EndpointOptions: DeclaredOptions {
  static var endpoint: YelpEndpoint { get }
  /// One sentence for the help.
  static var abstract: String { get }

  /// What is asked about, one each.
  var items: [String] { get }
  /// The parameters, by the API's names; nil for one that was not given.
  var values: [(name: String, text: String?)] { get }
  var pages: PageWish { get }
  var dates: YelpDates? { get }
  var links: Bool { get }
}

extension EndpointOptions {
  var items: [String] { [] }
  var pages: PageWish { PageWish() }
  var dates: YelpDates? { nil }
  var links: Bool { false }
}

/// How much of a list in pages is wanted.
struct PageWish: Sendable {
  var isAll = false
  var wanted: Int?

  /// Whether pages are followed at all.
  var isWalk: Bool { isAll || wanted != nil }

  /// Results that are still wanted of an item, 1 or more; nil for all.
  func left(_ item: InputItem) -> Int? { wanted.map { max(1, $0 - (item.offset ?? 0)) } }

  static let declarations = [all, maxResults]

  static let all = OptionDeclaration(
    "all", .flag(inverse: "no-all"), "follow the pages, as far as the API gives them")
  static let maxResults = OptionDeclaration(
    "max-results", .value("n"), "follow the pages to so many results")
}
