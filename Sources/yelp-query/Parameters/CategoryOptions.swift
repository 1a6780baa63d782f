import ArgumentParser
import WirelineCore
import WirelineYelp

/// What `yelp-query category` asks.
struct CategoryOptions: EndpointOptions {
  static let endpoint = YelpEndpoint.category
  static let abstract = "Show categories."

  @Argument(Self.items) var items: [String]
  @Option(Self.locale) var locale: String?

  static let declarations = [items, locale]

  var values: [(name: String, text: String?)] {
    [
      ("locale", locale)
    ]
  }

  static let items = YelpOption.items(
    "categories, by alias or title", values: .words(YelpOption.categories))
  static let locale = YelpOption.declare(
    "locale", of: endpoint, "language and country of the answer, such as fr_FR")
}
