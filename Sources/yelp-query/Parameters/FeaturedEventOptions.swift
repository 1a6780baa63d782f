import ArgumentParser
import WirelineCities
import WirelineCore
import WirelineYelp

/// What `yelp-query featured-event` asks.
struct FeaturedEventOptions: EndpointOptions {
  static let endpoint = YelpEndpoint.featuredEvent
  static let abstract = "Show the featured event of a place."

  @Argument(Self.items) var items: [String]
  @Option(Self.location) var location: String?
  @Option(Self.latitude) var latitude: String?
  @Option(Self.longitude) var longitude: String?
  @Option(Self.locale) var locale: String?
  @Option(YelpOption.dates) var dates: YelpDates?

  static let declarations = [items, location, latitude, longitude, locale] + [YelpOption.dates]

  var values: [(name: String, text: String?)] {
    [
      ("location", location), ("latitude", latitude), ("longitude", longitude), ("locale", locale),
    ]
  }

  static let items = YelpOption.items("places", values: .city)
  static let location = YelpOption.declare("location", of: endpoint, "address, city or postcode")
  static let latitude = YelpOption.declare("latitude", of: endpoint, "latitude, -90 to 90")
  static let longitude = YelpOption.declare("longitude", of: endpoint, "longitude, -180 to 180")
  static let locale = YelpOption.declare(
    "locale", of: endpoint, "language and country of the answer, such as fr_FR")
}
