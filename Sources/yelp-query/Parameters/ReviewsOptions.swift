import ArgumentParser
import WirelineCore
import WirelineYelp

/// What `yelp-query reviews` asks.
struct ReviewsOptions: EndpointOptions {
  static let endpoint = YelpEndpoint.reviews
  static let abstract = "Show reviews of businesses."

  @Argument(Self.items) var items: [String]
  @Option(Self.locale) var locale: String?
  @Option(Self.offset) var offset: String?
  @Option(Self.limit) var limit: String?
  @Option(Self.sortBy) var sortBy: String?
  @Flag(PageWish.all) var all: Bool?
  @Option(PageWish.maxResults) var maxResults: PositiveNumber?
  @Option(YelpOption.dates) var dates: YelpDates?
  @Flag(YelpOption.links) var links: Bool

  static let declarations =
    [
      items, locale, offset, limit, sortBy,
    ] + PageWish.declarations + [YelpOption.dates] + [YelpOption.links]

  var values: [(name: String, text: String?)] {
    [
      ("locale", locale), ("offset", offset), ("limit", limit), ("sort_by", sortBy),
    ]
  }

  var pages: PageWish { PageWish(isAll: all ?? false, wanted: maxResults?.value) }

  static let items = YelpOption.items("ids, aliases or URLs of businesses")
  static let locale = YelpOption.declare(
    "locale", of: endpoint, "language and country of the answer, such as fr_FR")
  static let offset = YelpOption.declare(
    "offset", of: endpoint, "results to pass over, 0 to 1000", default: "0")
  static let limit = YelpOption.declare(
    "limit", of: endpoint, "reviews a page, 0 to 50", default: "20")
  static let sortBy = YelpOption.declare(
    "sort_by", of: endpoint, "order: yelp_sort, rating, time_created", default: "yelp_sort")
}
