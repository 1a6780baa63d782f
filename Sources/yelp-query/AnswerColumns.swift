import WirelineCore

/// The fields of an endpoint's table.
enum AnswerColumns {
  static func of(_ endpoint: YelpEndpoint) -> [String] {
    switch endpoint {
    case .search, .phone, .transactions:
      ["name", "rating", "review_count", "price", "location.address1", "distance"]
    case .business: ["name", "rating", "review_count", "price", "phone", "location.address1"]
    case .match: ["id", "name", "phone", "location.address1", "location.city"]
    case .reviews: ["rating", "time_created", "user.name", "text"]
    case .autocomplete: ["text", "name", "title", "id", "alias"]
    case .event, .events, .featuredEvent:
      ["name", "time_start", "cost", "is_free", "location.address1"]
    case .categories, .category: ["alias", "title"]
    case .chat: ["chat_id", "response.text"]
    case .engagement, .insights: ["business_id", "metrics"]
    case .serviceOfferings: ["id", "name", "description"]
    case .reviewHighlights: ["rating", "text"]
    case .jobs: ["alias", "name", "description"]
    case .openings: ["date", "times"]
    }
  }
}
