/// A parameter of an endpoint.
struct YelpParameter: Sendable {
  /// Where the request contains the parameter.
  enum Location: Sendable, Equatable {
    case query
    case path
    case body
    case nested(String)
  }

  /// The API's name: `sort_by`.
  let name: String
  let rule: YelpRule
  let location: Location
  let isRequired: Bool
  /// The help without the range, which derives from the rule; empty for a parameter that only
  /// operands and records set.
  private let text: String
  /// The API's default, which is also sent if the parameter is required.
  let defaultText: String?
  let conflict: String?

  init(
    _ name: String, _ rule: YelpRule, help text: String = "", in location: Location = .query,
    isRequired: Bool = false, default defaultText: String? = nil, conflict: String? = nil
  ) {
    self.name = name
    self.rule = rule
    self.text = text
    self.location = location
    self.isRequired = isRequired
    self.defaultText = defaultText
    self.conflict = conflict
  }

  var hasOption: Bool { !text.isEmpty }

  var option: String { Self.option(name) }

  static func option(_ name: String) -> String {
    String(name.map { $0 == "_" ? "-" : $0 })
  }

  /// The option's help: `Businesses per page, 1 to 50`.
  var help: String { text + rule.rangeText }

  /// Whether it selects the subject of a run. Such an option cannot be configured in a file or a
  /// variable, because all commands share them, and because a run would then ignore stdin.
  var isSubject: Bool { Self.subjects.contains(name) }

  private static let subjects: Set = [
    "location", "latitude", "longitude", "phone", "text", "query", "chat_id", "business_ids",
    "name", "address1", "address2", "address3", "city", "postal_code", "yelp_business_id",
  ]
}

// The parameters of each endpoint, with the limits of the API.
extension YelpEndpoint {
  var parameters: [YelpParameter] {
    switch self {
    case .search: YelpParameter.search
    case .phone: [.phone(isRequired: true), .locale]
    case .transactions:
      [
        YelpParameter(
          "type", .choice(.transactions), help: "Kind of transaction", in: .path, isRequired: true,
          default: "delivery")
      ] + YelpParameter.places + [.term, .categories, .price]
    case .business: [.identifier, .locale, .devicePlatform]
    case .match: YelpParameter.match
    case .reviews:
      [
        .identifier, .locale, .offset,
        YelpParameter("limit", .whole(0...50), help: "Reviews per page", default: "20"),
        YelpParameter("sort_by", .choice(.reviewOrders), help: "Sort order", default: "yelp_sort"),
      ]
    case .autocomplete:
      [YelpParameter("text", .text(1...300), help: "Start of a word", isRequired: true)]
        + YelpParameter.coordinates + [.locale]
    case .event: [.identifier, .locale]
    case .events: YelpParameter.events
    case .featuredEvent: YelpParameter.places + [.locale]
    case .categories: [.locale]
    case .category:
      [YelpParameter("alias", .category, in: .path, isRequired: true), .locale]
    case .chat: YelpParameter.chat
    case .engagement: YelpParameter.businessesWithin(isRequired: false)
    case .serviceOfferings: [.identifier, .locale]
    case .insights: YelpParameter.businessesWithin(isRequired: true)
    case .reviewHighlights:
      [
        .identifier, YelpParameter("count", .whole(1...5), help: "Number of highlights"), .locale,
        .devicePlatform,
      ]
    case .jobs: [.query, .locale(in: .body)]
    case .openings:
      [
        .identifier,
        YelpParameter("covers", .whole(1...10), help: "Number of people", isRequired: true),
        YelpParameter("date", .date, help: "Day", isRequired: true),
        YelpParameter("time", .timeOfDay, help: "Time of day", isRequired: true),
        YelpParameter("get_covers_range", .flag, help: "Also print the accepted party sizes"),
      ]
    }
  }

  /// - Returns: nil if the endpoint does not have this parameter.
  func parameter(_ name: String) -> YelpParameter? {
    parameters.first { $0.name == name }
  }
}

fileprivate extension YelpParameter {
  static let coordinates = [
    YelpParameter("latitude", .degrees(90), help: "Latitude"),
    YelpParameter("longitude", .degrees(180), help: "Longitude"),
  ]
  static let places =
    [YelpParameter("location", .text(1...250), help: "Address, city or postcode")] + coordinates
  static let term = YelpParameter("term", .text(1...300), help: "Search term, such as coffee")
  static let categories = YelpParameter(
    "categories", .categories, help: "Categories, by alias or title")
  static let price = YelpParameter("price", .prices, help: "Price levels, 1 to 4 (or $ to $$$$)")
  static let locale = locale(in: .query)
  static let offset = YelpParameter(
    "offset", .whole(0...1000), help: "Results to skip", default: "0")
  static let radius = YelpParameter(
    "radius", .metres(1...40_000), help: "Search radius, such as 5km")
  static let identifier = YelpParameter("id", .identifier, in: .path, isRequired: true)
  static let devicePlatform = YelpParameter(
    "device_platform", .choice(.devicePlatforms), help: "Platform of the links")
  static let query = YelpParameter(
    "query", .text(1...1000), help: "Question or request in words", in: .body, isRequired: true)

  static func locale(in location: YelpParameter.Location) -> YelpParameter {
    YelpParameter(
      "locale", .choice(.locales), help: "Language and country of the response, such as fr_FR",
      in: location)
  }

  static func phone(isRequired: Bool = false) -> YelpParameter {
    YelpParameter(
      "phone", .phone, help: "Phone number with country code, such as +33142685300",
      isRequired: isRequired)
  }

  static let search: [YelpParameter] =
    places + [
      term, radius, categories, locale,
      YelpParameter("limit", .whole(1...50), help: "Businesses per page", default: "20"), offset,
      YelpParameter("sort_by", .choice(.businessOrders), help: "Sort order", default: "best_match"),
      price,
      YelpParameter(
        "open_now", .flag, help: "Only businesses that are open now", conflict: "open_at"),
      YelpParameter(
        "open_at", .moment,
        help: "Only businesses open at this time: seconds since 1970, or a time "
          + "such as 2026-12-24T18:00:00Z", conflict: "open_now"),
      YelpParameter(
        "attributes", .choices(.attributes), help: "Only businesses with these attributes"),
      devicePlatform,
      YelpParameter(
        "reservation_date", .date, help: "Only businesses with a free table on this day"),
      YelpParameter(
        "reservation_time", .timeOfDay, help: "Only businesses with a free table at this time"),
      YelpParameter(
        "reservation_covers", .whole(1...10), help: "Number of people for the reservation"),
      YelpParameter(
        "matches_party_size_param", .flag,
        help: "Only businesses that accept parties of that size"),
      YelpParameter(
        "job_alias", .text(1...250),
        help: "Alias of a kind of service, as printed by the jobs command"),
    ]

  static let match: [YelpParameter] =
    [
      YelpParameter(
        "name", .letters(1...64, "!#$%&+,./:?@'-"), help: "Name of the business", isRequired: true),
      YelpParameter(
        "address1", .letters(0...64, "'/#&,.:-"), help: "First line of the address",
        isRequired: true),
      YelpParameter("address2", .letters(1...64, "'/#&,.:-"), help: "Second line of the address"),
      YelpParameter("address3", .letters(1...64, "'/#&,.:-"), help: "Third line of the address"),
      YelpParameter("city", .letters(1...64, "'.()-"), help: "City", isRequired: true),
      YelpParameter("state", .text(1...3), help: "State or province, such as CA", isRequired: true),
      YelpParameter(
        "country", .country, help: "Two-letter country code, such as US", isRequired: true),
    ] + coordinates + [
      phone(), YelpParameter("postal_code", .text(1...12), help: "Postcode"),
      YelpParameter("yelp_business_id", .text(22...22), help: "Expected id of the business"),
      YelpParameter("limit", .whole(1...10), help: "Maximum number of matches", default: "3"),
      YelpParameter(
        "match_threshold", .choice(.matchThresholds), help: "Required similarity",
        default: "default"),
    ]

  static let events: [YelpParameter] =
    places + [
      locale, offset, YelpParameter("limit", .whole(1...50), help: "Events per page", default: "3"),
      YelpParameter("sort_by", .choice(.directions), help: "Sort direction", default: "desc"),
      YelpParameter("sort_on", .choice(.eventOrders), help: "Sort key", default: "popularity"),
      YelpParameter(
        "start_date", .moment,
        help: "Only events that start at this time or later, such as 2026-12-24"),
      YelpParameter(
        "end_date", .moment,
        help: "Only events that start at this time or earlier, such as 2026-12-24"),
      YelpParameter("categories", .choices(.eventCategories), help: "Kinds of events"),
      YelpParameter("is_free", .flag, help: "Only free events, or with --no-is-free only others"),
      radius,
      YelpParameter("excluded_events", .identifiers(1...50), help: "Events to leave out, by id"),
    ]

  static let chat: [YelpParameter] = [
    query, YelpParameter("chat_id", .text(1...250), help: "Chat to continue, by id", in: .body),
    YelpParameter("latitude", .degrees(90), help: "Latitude", in: .nested("user_context")),
    YelpParameter("longitude", .degrees(180), help: "Longitude", in: .nested("user_context")),
    locale(in: .nested("user_context")),
    YelpParameter(
      "request_context", .pairs, help: "Further setting, such as skip_text_generation=true",
      in: .body),
  ]

  static func businessesWithin(isRequired: Bool) -> [YelpParameter] {
    [
      YelpParameter(
        "business_ids", .identifiers(1...20), help: "Businesses, by id", isRequired: true),
      YelpParameter("date_range_start", .month, help: "First month", isRequired: isRequired),
      YelpParameter("date_range_end", .month, help: "Last month", isRequired: isRequired),
    ]
  }
}

extension YelpRule {
  fileprivate var rangeText: String {
    switch self {
    case .whole(let range): ", \(range.lowerBound) to \(range.upperBound)"
    case .degrees(let limit): ", -\(limit) to \(limit)"
    case .metres(let range): ", up to \(range.upperBound) m"
    case .identifiers(let counts): ", up to \(counts.upperBound)"
    case .choice(let choices) where choices != .locales:
      ": " + choices.words.joined(separator: ", ")
    default: ""
    }
  }
}
