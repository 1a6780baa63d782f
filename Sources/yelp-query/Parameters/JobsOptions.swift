import ArgumentParser
import WirelineCore
import WirelineYelp

/// What `yelp-query jobs` asks.
struct JobsOptions: EndpointOptions {
  static let endpoint = YelpEndpoint.jobs
  static let abstract = "Find the jobs that a wish in words is about."

  @Argument(Self.items) var items: [String]
  @Option(Self.query) var query: String?
  @Option(Self.locale) var locale: String?

  static let declarations = [items, query, locale]

  var values: [(name: String, text: String?)] {
    [
      ("query", query), ("locale", locale),
    ]
  }

  static let items = YelpOption.items("questions")
  static let query = YelpOption.declare(
    "query", of: endpoint, "a question or wish in words, up to 1000 characters")
  static let locale = YelpOption.declare(
    "locale", of: endpoint, "language and country of the answer, such as fr_FR")
}
