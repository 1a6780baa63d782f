import ArgumentParser
import WirelineCities
import WirelineCore
import WirelineYelp

/// What `yelp-query events` asks.
struct EventsOptions: EndpointOptions {
  static let endpoint = YelpEndpoint.events
  static let abstract = "Search events."

  @Argument(Self.items) var items: [String]
  @Option(Self.location) var location: String?
  @Option(Self.latitude) var latitude: String?
  @Option(Self.longitude) var longitude: String?
  @Option(Self.locale) var locale: String?
  @Option(Self.offset) var offset: String?
  @Option(Self.limit) var limit: String?
  @Option(Self.sortBy) var sortBy: String?
  @Option(Self.sortOn) var sortOn: String?
  @Option(Self.startDate) var startDate: String?
  @Option(Self.endDate) var endDate: String?
  @Option(Self.categories) var categories: String?
  @Flag(Self.isFree) var isFree: Bool?
  @Option(Self.radius) var radius: String?
  @Option(Self.excludedEvents) var excludedEvents: String?
  @Flag(PageWish.all) var all: Bool?
  @Option(PageWish.maxResults) var maxResults: PositiveNumber?
  @Option(YelpOption.dates) var dates: YelpDates?

  static let declarations =
    [
      items, location, latitude, longitude, locale, offset, limit, sortBy, sortOn, startDate,
      endDate, categories, isFree, radius, excludedEvents,
    ] + PageWish.declarations + [YelpOption.dates]

  var values: [(name: String, text: String?)] {
    [
      ("location", location), ("latitude", latitude), ("longitude", longitude), ("locale", locale),
      ("offset", offset), ("limit", limit), ("sort_by", sortBy), ("sort_on", sortOn),
      ("start_date", startDate), ("end_date", endDate), ("categories", categories),
      ("is_free", isFree.map { "\($0)" }), ("radius", radius), ("excluded_events", excludedEvents),
    ]
  }

  var pages: PageWish { PageWish(isAll: all ?? false, wanted: maxResults?.value) }

  static let items = YelpOption.items("places", values: .city)
  static let location = YelpOption.declare("location", of: endpoint, "address, city or postcode")
  static let latitude = YelpOption.declare("latitude", of: endpoint, "latitude, -90 to 90")
  static let longitude = YelpOption.declare("longitude", of: endpoint, "longitude, -180 to 180")
  static let locale = YelpOption.declare(
    "locale", of: endpoint, "language and country of the answer, such as fr_FR")
  static let offset = YelpOption.declare(
    "offset", of: endpoint, "results to pass over, 0 to 1000", default: "0")
  static let limit = YelpOption.declare(
    "limit", of: endpoint, "events a page, 1 to 50", default: "3")
  static let sortBy = YelpOption.declare(
    "sort_by", of: endpoint, "direction: asc, desc", default: "desc")
  static let sortOn = YelpOption.declare(
    "sort_on", of: endpoint,
    "what events are sorted by: popularity, time_start", default: "popularity")
  static let startDate = YelpOption.declare(
    "start_date", of: endpoint, "events that begin then or later: seconds since 1970, or a time")
  static let endDate = YelpOption.declare(
    "end_date", of: endpoint, "events that begin then or earlier: seconds since 1970, or a time")
  static let categories = YelpOption.declare("categories", of: endpoint, "kinds of event")
  static let isFree = YelpOption.declare(
    "is_free", of: endpoint, "only events that cost nothing, or with --no-is-free only others")
  static let radius = YelpOption.declare(
    "radius", of: endpoint, "distance around the place, up to 40000 m")
  static let excludedEvents = YelpOption.declare(
    "excluded_events", of: endpoint, "ids of events to leave out")
}
