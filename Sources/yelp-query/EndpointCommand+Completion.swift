import WirelineCore
import WirelineYelp

extension EndpointCommand {
  static func values(of option: OptionDeclaration, given: Set<String>) -> ValueCompletion? {
    guard option.name == CommonOptions.fields.name else { return nil }
    return .list(
      WordList("fields", plain: { ["ref", "rank"] + Parameters.endpoint.fields + ["error"] }))
  }
}

extension YelpEndpoint {
  /// What `--fields` may name of an answer: the members that people ask for, not all there are.
  fileprivate var fields: [String] {
    switch self {
    case .search, .phone, .transactions, .business, .match: Self.businessFields
    case .reviews:
      ["id", "text", "url", "rating", "time_created", "user", "user.name", "language"]
    case .event, .events, .featuredEvent: Self.eventFields
    case .categories, .category:
      ["alias", "title", "parent_aliases", "country_whitelist", "country_blacklist"]
    case .autocomplete: ["text", "id", "name", "alias", "title"]
    case .chat: ["chat_id", "response", "response.text", "types", "entities"]
    case .engagement, .insights: ["business_id", "metrics"]
    case .serviceOfferings: ["id", "name", "description", "url"]
    case .reviewHighlights: ["text", "rating", "feedback_count", "language"]
    case .jobs: ["id", "name", "alias", "description"]
    case .openings: ["date", "times"]
    }
  }

  private static let businessFields = [
    "id", "alias", "name", "image_url", "url", "is_closed", "is_claimed", "review_count", "rating",
    "price", "categories", "coordinates", "coordinates.latitude", "coordinates.longitude",
    "location", "location.address1", "location.city", "location.zip_code", "location.country",
    "transactions", "phone", "display_phone", "distance", "photos", "hours", "business_hours",
    "special_hours", "messaging", "attributes",
  ]

  private static let eventFields = [
    "id", "name", "category", "description", "business_id", "event_site_url", "image_url",
    "tickets_url", "attending_count", "interested_count", "cost", "cost_max", "is_canceled",
    "is_free", "is_official", "latitude", "longitude", "location", "location.city", "time_start",
    "time_end",
  ]
}
