import ArgumentParser
import WirelineCore
import WirelineYelp

/// What `yelp-query phone` asks.
struct PhoneOptions: EndpointOptions {
  static let endpoint = YelpEndpoint.phone
  static let abstract = "Find businesses by phone number."

  @Argument(Self.items) var items: [String]
  @Option(Self.phone) var phone: String?
  @Option(Self.locale) var locale: String?

  static let declarations = [items, phone, locale]

  var values: [(name: String, text: String?)] {
    [
      ("phone", phone), ("locale", locale),
    ]
  }

  static let items = YelpOption.items("phone numbers")
  static let phone = YelpOption.declare(
    "phone", of: endpoint, "phone number with + and country code")
  static let locale = YelpOption.declare(
    "locale", of: endpoint, "language and country of the answer, such as fr_FR")
}
