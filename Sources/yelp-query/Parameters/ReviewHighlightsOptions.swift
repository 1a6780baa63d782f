import ArgumentParser
import WirelineCore
import WirelineYelp

/// What `yelp-query review-highlights` asks.
struct ReviewHighlightsOptions: EndpointOptions {
  static let endpoint = YelpEndpoint.reviewHighlights
  static let abstract = "Show what reviews of businesses agree on."

  @Argument(Self.items) var items: [String]
  @Option(Self.count) var count: String?
  @Option(Self.locale) var locale: String?
  @Option(Self.devicePlatform) var devicePlatform: String?
  @Flag(YelpOption.links) var links: Bool

  static let declarations = [items, count, locale, devicePlatform] + [YelpOption.links]

  var values: [(name: String, text: String?)] {
    [
      ("count", count), ("locale", locale), ("device_platform", devicePlatform),
    ]
  }

  static let items = YelpOption.items("ids, aliases or URLs of businesses")
  static let count = YelpOption.declare("count", of: endpoint, "highlights, 1 to 5")
  static let locale = YelpOption.declare(
    "locale", of: endpoint, "language and country of the answer, such as fr_FR")
  static let devicePlatform = YelpOption.declare(
    "device_platform", of: endpoint, "platform that links are for: android, ios, mobile-generic")
}
