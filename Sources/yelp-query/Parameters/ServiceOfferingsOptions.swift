import ArgumentParser
import WirelineCore
import WirelineYelp

/// What `yelp-query service-offerings` asks.
struct ServiceOfferingsOptions: EndpointOptions {
  static let endpoint = YelpEndpoint.serviceOfferings
  static let abstract = "List what businesses offer."

  @Argument(Self.items) var items: [String]
  @Option(Self.locale) var locale: String?
  @Flag(YelpOption.links) var links: Bool

  static let declarations = [items, locale] + [YelpOption.links]

  var values: [(name: String, text: String?)] {
    [
      ("locale", locale)
    ]
  }

  static let items = YelpOption.items("ids, aliases or URLs of businesses")
  static let locale = YelpOption.declare(
    "locale", of: endpoint, "language and country of the answer, such as fr_FR")
}
