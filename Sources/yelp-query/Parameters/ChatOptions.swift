import ArgumentParser
import WirelineCore
import WirelineYelp

/// What `yelp-query chat` asks.
struct ChatOptions: EndpointOptions {
  static let endpoint = YelpEndpoint.chat
  static let abstract = "Ask the AI in words."

  @Argument(Self.items) var items: [String]
  @Option(Self.query) var query: String?
  @Option(Self.chatId) var chatId: String?
  @Option(Self.latitude) var latitude: String?
  @Option(Self.longitude) var longitude: String?
  @Option(Self.locale) var locale: String?
  @Option(Self.requestContext) var requestContext: [String]

  static let declarations = [items, query, chatId, latitude, longitude, locale, requestContext]

  var values: [(name: String, text: String?)] {
    [
      ("query", query), ("chat_id", chatId), ("latitude", latitude), ("longitude", longitude),
      ("locale", locale),
      ("request_context", requestContext.isEmpty ? nil : requestContext.joined(separator: ",")),
    ]
  }

  static let items = YelpOption.items("questions")
  static let query = YelpOption.declare(
    "query", of: endpoint, "a question or wish in words, up to 1000 characters")
  static let chatId = YelpOption.declare("chat_id", of: endpoint, "the chat that goes on")
  static let latitude = YelpOption.declare("latitude", of: endpoint, "latitude, -90 to 90")
  static let longitude = YelpOption.declare("longitude", of: endpoint, "longitude, -180 to 180")
  static let locale = YelpOption.declare(
    "locale", of: endpoint, "language and country of the answer, such as fr_FR")
  static let requestContext = YelpOption.declare(
    "request_context", of: endpoint, "a further wish, such as skip_text_generation=true")
}
