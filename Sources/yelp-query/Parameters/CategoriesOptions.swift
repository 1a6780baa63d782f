import ArgumentParser
import WirelineCore
import WirelineYelp

/// What `yelp-query categories` asks.
struct CategoriesOptions: EndpointOptions {
  static let endpoint = YelpEndpoint.categories
  static let abstract = "List the categories of businesses."

  @Option(Self.locale) var locale: String?

  static let declarations = [locale]

  var values: [(name: String, text: String?)] {
    [
      ("locale", locale)
    ]
  }

  static let locale = YelpOption.declare(
    "locale", of: endpoint, "language and country of the answer, such as fr_FR")
}
