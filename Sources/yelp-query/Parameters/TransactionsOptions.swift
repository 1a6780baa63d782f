import ArgumentParser
import WirelineCities
import WirelineCore
import WirelineYelp

/// What `yelp-query transactions` asks.
struct TransactionsOptions: EndpointOptions {
  static let endpoint = YelpEndpoint.transactions
  static let abstract = "Search businesses that deliver."

  @Argument(Self.items) var items: [String]
  @Option(Self.type) var type: String?
  @Option(Self.location) var location: String?
  @Option(Self.latitude) var latitude: String?
  @Option(Self.longitude) var longitude: String?
  @Option(Self.term) var term: String?
  @Option(Self.categories) var categories: String?
  @Option(Self.price) var price: String?
  @Flag(YelpOption.links) var links: Bool

  static let declarations =
    [
      items, type, location, latitude, longitude, term, categories, price,
    ] + [YelpOption.links]

  var values: [(name: String, text: String?)] {
    [
      ("type", type ?? "delivery"), ("location", location), ("latitude", latitude),
      ("longitude", longitude), ("term", term), ("categories", categories), ("price", price),
    ]
  }

  static let items = YelpOption.items("places", values: .city)
  static let type = YelpOption.declare(
    "type", of: endpoint,
    "kind of transaction: delivery, pickup, restaurant_reservation", default: "delivery")
  static let location = YelpOption.declare("location", of: endpoint, "address, city or postcode")
  static let latitude = YelpOption.declare("latitude", of: endpoint, "latitude, -90 to 90")
  static let longitude = YelpOption.declare("longitude", of: endpoint, "longitude, -180 to 180")
  static let term = YelpOption.declare("term", of: endpoint, "what to look for: coffee, Starbucks")
  static let categories = YelpOption.declare(
    "categories", of: endpoint, "categories, by alias or title")
  static let price = YelpOption.declare(
    "price", of: endpoint, "price levels, 1 to 4 (or $ to $$$$)")
}
