package import WirelineCore

/// Shell completion for the values of parameters.
package struct YelpCompletion: Sendable {
  private let city: ValueCompletion
  private let countries: WordList
  private let countryName: @Sendable (_ code: String) -> String?

  /// - Parameters:
  ///   - city: Completes names of cities.
  ///   - countries: Country codes with their names.
  package init(
    city: ValueCompletion, countries: WordList,
    countryName: @escaping @Sendable (_ code: String) -> String?
  ) {
    self.city = city
    self.countries = countries
    self.countryName = countryName
  }

  func values(of subject: YelpEndpoint.Subject) -> ValueCompletion {
    switch subject.parameter {
    case "location": city
    case "alias": .words(Self.categories)
    default: .nothing
    }
  }

  func values(of parameter: YelpParameter) -> ValueCompletion {
    let rule = parameter.rule
    return switch rule {
    case .categories: .list(Self.categories)
    case .category: .words(Self.categories)
    case .country: .words(countries)
    case .choice(let choices) where choices == .locales: .words(locales)
    case .choice: .words(WordList(parameter.name, plain: { rule.words }))
    case .choices, .prices: .list(WordList(parameter.name, plain: { rule.words }))
    default: ["location", "city"].contains(parameter.name) ? city : .nothing
    }
  }

  private static let categories = WordList("categories") { _ in
    YelpCategories.all().map { WordList.Word($0.alias, $0.title) }
  }

  /// Locales with the names of their countries.
  private var locales: WordList {
    WordList("locales") { [countryName] _ in
      YelpChoices.locales.words.map { WordList.Word($0, countryName(String($0.suffix(2)))) }
    }
  }
}

extension YelpEndpoint {
  /// The fields to complete for `--fields`: the usual ones, not all.
  package var fieldNames: ValueCompletion {
    .list(WordList("fields", plain: { ["ref", "rank"] + fields + ["error"] }))
  }

  private var fields: [String] {
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
