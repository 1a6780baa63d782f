import ArgumentParser
import WirelineCore
import WirelineYelp

/// What `yelp-query event` asks.
struct EventOptions: EndpointOptions {
  static let endpoint = YelpEndpoint.event
  static let abstract = "Show events."

  @Argument(Self.items) var items: [String]
  @Option(Self.locale) var locale: String?
  @Option(YelpOption.dates) var dates: YelpDates?

  static let declarations = [items, locale] + [YelpOption.dates]

  var values: [(name: String, text: String?)] {
    [
      ("locale", locale)
    ]
  }

  static let items = YelpOption.items("ids or URLs of events")
  static let locale = YelpOption.declare(
    "locale", of: endpoint, "language and country of the answer, such as fr_FR")
}
