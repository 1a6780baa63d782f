import ArgumentParser
import WirelineCities
import WirelineCore
import WirelineYelp

/// What `yelp-query search` asks.
struct SearchOptions: EndpointOptions {
  static let endpoint = YelpEndpoint.search
  static let abstract = "Search businesses."

  @Argument(Self.items) var items: [String]
  @Option(Self.location) var location: String?
  @Option(Self.latitude) var latitude: String?
  @Option(Self.longitude) var longitude: String?
  @Option(Self.term) var term: String?
  @Option(Self.radius) var radius: String?
  @Option(Self.categories) var categories: String?
  @Option(Self.locale) var locale: String?
  @Option(Self.limit) var limit: String?
  @Option(Self.offset) var offset: String?
  @Option(Self.sortBy) var sortBy: String?
  @Option(Self.price) var price: String?
  @Flag(Self.openNow) var openNow: Bool?
  @Option(Self.openAt) var openAt: String?
  @Option(Self.attributes) var attributes: String?
  @Option(Self.devicePlatform) var devicePlatform: String?
  @Option(Self.reservationDate) var reservationDate: String?
  @Option(Self.reservationTime) var reservationTime: String?
  @Option(Self.reservationCovers) var reservationCovers: String?
  @Flag(Self.matchesPartySizeParam) var matchesPartySizeParam: Bool?
  @Option(Self.jobAlias) var jobAlias: String?
  @Flag(PageWish.all) var all: Bool?
  @Option(PageWish.maxResults) var maxResults: PositiveNumber?
  @Flag(YelpOption.links) var links: Bool

  static let declarations =
    [
      items, location, latitude, longitude, term, radius, categories, locale, limit, offset, sortBy,
      price, openNow, openAt, attributes, devicePlatform, reservationDate, reservationTime,
      reservationCovers, matchesPartySizeParam, jobAlias,
    ] + PageWish.declarations + [YelpOption.links]

  var values: [(name: String, text: String?)] {
    [
      ("location", location), ("latitude", latitude), ("longitude", longitude), ("term", term),
      ("radius", radius), ("categories", categories), ("locale", locale), ("limit", limit),
      ("offset", offset), ("sort_by", sortBy), ("price", price),
      ("open_now", openNow.map { "\($0)" }), ("open_at", openAt), ("attributes", attributes),
      ("device_platform", devicePlatform), ("reservation_date", reservationDate),
      ("reservation_time", reservationTime), ("reservation_covers", reservationCovers),
      ("matches_party_size_param", matchesPartySizeParam.map { "\($0)" }), ("job_alias", jobAlias),
    ]
  }

  var pages: PageWish { PageWish(isAll: all ?? false, wanted: maxResults?.value) }

  static let items = YelpOption.items("places: words, or one a line on stdin", values: .city)
  static let location = YelpOption.declare("location", of: endpoint, "address, city or postcode")
  static let latitude = YelpOption.declare("latitude", of: endpoint, "latitude, -90 to 90")
  static let longitude = YelpOption.declare("longitude", of: endpoint, "longitude, -180 to 180")
  static let term = YelpOption.declare("term", of: endpoint, "what to look for: coffee, Starbucks")
  static let radius = YelpOption.declare(
    "radius", of: endpoint, "distance around the place, up to 40000 m")
  static let categories = YelpOption.declare(
    "categories", of: endpoint, "categories, by alias or title")
  static let locale = YelpOption.declare(
    "locale", of: endpoint, "language and country of the answer, such as fr_FR")
  static let limit = YelpOption.declare(
    "limit", of: endpoint, "businesses a page, 1 to 50", default: "20")
  static let offset = YelpOption.declare(
    "offset", of: endpoint, "results to pass over, 0 to 1000", default: "0")
  static let sortBy = YelpOption.declare(
    "sort_by", of: endpoint,
    "order: best_match, rating, review_count, distance", default: "best_match")
  static let price = YelpOption.declare(
    "price", of: endpoint, "price levels, 1 to 4 (or $ to $$$$)")
  static let openNow = YelpOption.declare("open_now", of: endpoint, "only what is open now")
    .excluding("open-at")
  static let openAt = YelpOption.declare(
    "open_at", of: endpoint,
    "only what is open then: seconds since 1970, or a time such as 2026-12-24T18:00:00Z"
  ).excluding("open-now")
  static let attributes = YelpOption.declare(
    "attributes", of: endpoint, "only businesses with these attributes")
  static let devicePlatform = YelpOption.declare(
    "device_platform", of: endpoint, "platform that links are for: android, ios, mobile-generic")
  static let reservationDate = YelpOption.declare(
    "reservation_date", of: endpoint, "with a table free on that day, YYYY-MM-DD")
  static let reservationTime = YelpOption.declare(
    "reservation_time", of: endpoint, "with a table free at that time, HH:MM")
  static let reservationCovers = YelpOption.declare(
    "reservation_covers", of: endpoint, "with a table for so many, 1 to 10")
  static let matchesPartySizeParam = YelpOption.declare(
    "matches_party_size_param", of: endpoint, "only businesses that take parties of that size")
  static let jobAlias = YelpOption.declare(
    "job_alias", of: endpoint, "what is to be done, by an alias that jobs gives")
}
