import ArgumentParser
import WirelineCore
import WirelineYelp

/// What `yelp-query match` asks.
struct MatchOptions: EndpointOptions {
  static let endpoint = YelpEndpoint.match
  static let abstract = "Find the business that a name and address are of."

  @Option(Self.name) var name: String?
  @Option(Self.address1) var address1: String?
  @Option(Self.address2) var address2: String?
  @Option(Self.address3) var address3: String?
  @Option(Self.city) var city: String?
  @Option(Self.state) var state: String?
  @Option(Self.country) var country: String?
  @Option(Self.latitude) var latitude: String?
  @Option(Self.longitude) var longitude: String?
  @Option(Self.phone) var phone: String?
  @Option(Self.postalCode) var postalCode: String?
  @Option(Self.yelpBusinessId) var yelpBusinessId: String?
  @Option(Self.limit) var limit: String?
  @Option(Self.matchThreshold) var matchThreshold: String?

  static let declarations =
    [
      name, address1, address2, address3, city, state, country, latitude, longitude, phone,
      postalCode, yelpBusinessId, limit, matchThreshold,
    ]

  var values: [(name: String, text: String?)] {
    [
      ("name", name), ("address1", address1), ("address2", address2), ("address3", address3),
      ("city", city), ("state", state), ("country", country), ("latitude", latitude),
      ("longitude", longitude), ("phone", phone), ("postal_code", postalCode),
      ("yelp_business_id", yelpBusinessId), ("limit", limit), ("match_threshold", matchThreshold),
    ]
  }

  static let name = YelpOption.declare("name", of: endpoint, "name of the business")
  static let address1 = YelpOption.declare("address1", of: endpoint, "first line of the address")
  static let address2 = YelpOption.declare("address2", of: endpoint, "second line of the address")
  static let address3 = YelpOption.declare("address3", of: endpoint, "third line of the address")
  static let city = YelpOption.declare("city", of: endpoint, "city")
  static let state = YelpOption.declare(
    "state", of: endpoint, "state or province, up to 3 characters: CA")
  static let country = YelpOption.declare("country", of: endpoint, "country, two letters: US")
  static let latitude = YelpOption.declare("latitude", of: endpoint, "latitude, -90 to 90")
  static let longitude = YelpOption.declare("longitude", of: endpoint, "longitude, -180 to 180")
  static let phone = YelpOption.declare(
    "phone", of: endpoint, "phone number with + and country code")
  static let postalCode = YelpOption.declare("postal_code", of: endpoint, "postcode")
  static let yelpBusinessId = YelpOption.declare(
    "yelp_business_id", of: endpoint, "the id that Yelp is believed to have for it")
  static let limit = YelpOption.declare("limit", of: endpoint, "matches, 1 to 10", default: "3")
  static let matchThreshold = YelpOption.declare(
    "match_threshold", of: endpoint,
    "how alike they have to be: none, default, strict", default: "default")
}
