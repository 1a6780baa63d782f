import ArgumentParser
import WirelineCore
import WirelineYelp

/// What `yelp-query business` asks.
struct BusinessOptions: EndpointOptions {
  static let endpoint = YelpEndpoint.business
  static let abstract = "Show businesses."

  @Argument(Self.items) var items: [String]
  @Option(Self.locale) var locale: String?
  @Option(Self.devicePlatform) var devicePlatform: String?
  @Flag(YelpOption.links) var links: Bool

  static let declarations = [items, locale, devicePlatform] + [YelpOption.links]

  var values: [(name: String, text: String?)] {
    [
      ("locale", locale), ("device_platform", devicePlatform),
    ]
  }

  static let items = YelpOption.items("ids, aliases or URLs of businesses")
  static let locale = YelpOption.declare(
    "locale", of: endpoint, "language and country of the answer, such as fr_FR")
  static let devicePlatform = YelpOption.declare(
    "device_platform", of: endpoint, "platform that links are for: android, ios, mobile-generic")
}
