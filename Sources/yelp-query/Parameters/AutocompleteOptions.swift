import ArgumentParser
import WirelineCore
import WirelineYelp

/// What `yelp-query autocomplete` asks.
struct AutocompleteOptions: EndpointOptions {
  static let endpoint = YelpEndpoint.autocomplete
  static let abstract = "Complete words to terms, businesses and categories."

  @Argument(Self.items) var items: [String]
  @Option(Self.text) var text: String?
  @Option(Self.latitude) var latitude: String?
  @Option(Self.longitude) var longitude: String?
  @Option(Self.locale) var locale: String?

  static let declarations = [items, text, latitude, longitude, locale]

  var values: [(name: String, text: String?)] {
    [
      ("text", text), ("latitude", latitude), ("longitude", longitude), ("locale", locale),
    ]
  }

  static let items = YelpOption.items("beginnings of words")
  static let text = YelpOption.declare("text", of: endpoint, "the beginning of a word")
  static let latitude = YelpOption.declare("latitude", of: endpoint, "latitude, -90 to 90")
  static let longitude = YelpOption.declare("longitude", of: endpoint, "longitude, -180 to 180")
  static let locale = YelpOption.declare(
    "locale", of: endpoint, "language and country of the answer, such as fr_FR")
}
