/// A parameter of an endpoint.
package struct YelpParameter: Sendable {
  package enum Place: Sendable {
    case query
    case path
    /// A field of the JSON body.
    case body
    /// A field of an object in the JSON body.
    case nested(String)
  }

  /// The API's name: `sort_by`.
  package let name: String
  package let rule: YelpRule
  package let place: Place
  package let isRequired: Bool
  /// The description without the range, which follows from the rule; empty for a parameter that
  /// only operands and records set.
  private let text: String
  /// The value that the API uses where none is given; also sent if the parameter is required.
  package let defaultText: String?
  /// The parameter that cannot be combined with this one; nil for none.
  package let conflict: String?

  init(
    _ name: String, _ rule: YelpRule, _ text: String = "", _ place: Place = .query,
    isRequired: Bool = false, default defaultText: String? = nil, conflict: String? = nil
  ) {
    self.name = name
    self.rule = rule
    self.text = text
    self.place = place
    self.isRequired = isRequired
    self.defaultText = defaultText
    self.conflict = conflict
  }

  /// Whether there is an option for it.
  package var hasOption: Bool { !text.isEmpty }

  /// The option's name: `sort-by`.
  package var option: String { Self.option(name) }

  package static func option(_ name: String) -> String {
    String(name.map { $0 == "_" ? "-" : $0 })
  }

  /// The option's help: `businesses a page, 1 to 50`.
  package var help: String { text + rule.rangeText }

  /// Whether it states what a run is about, which is never configured: it would prevent operands
  /// and stdin. The same in all commands, since they share a section and variables.
  package var isSubject: Bool { Self.subjects.contains(name) }

  private static let subjects: Set = [
    "location", "latitude", "longitude", "phone", "text", "query", "chat_id", "business_ids",
    "name", "address1", "address2", "address3", "city", "postal_code", "yelp_business_id",
  ]
}

// The parameters of each endpoint, with the limits of the API.
extension YelpEndpoint {
  package var parameters: [YelpParameter] {
    switch self {
    case .search: YelpParameters.search
    case .phone: [YelpParameters.phone(isRequired: true), YelpParameters.locale]
    case .transactions:
      [
        YelpParameter(
          "type", .choice(.transactions), "kind of transaction", .path, isRequired: true,
          default: "delivery")
      ] + YelpParameters.places + [
        YelpParameters.term, YelpParameters.categories, YelpParameters.price,
      ]
    case .business:
      [YelpParameters.identifier, YelpParameters.locale, YelpParameters.devicePlatform]
    case .match: YelpParameters.match
    case .reviews:
      [
        YelpParameters.identifier, YelpParameters.locale, YelpParameters.offset,
        YelpParameter("limit", .whole(0...50), "reviews a page", default: "20"),
        YelpParameter("sort_by", .choice(.reviewOrders), "order", default: "yelp_sort"),
      ]
    case .autocomplete:
      [YelpParameter("text", .text(1...300), "the beginning of a word", isRequired: true)]
        + YelpParameters.coordinates + [YelpParameters.locale]
    case .event: [YelpParameters.identifier, YelpParameters.locale]
    case .events: YelpParameters.events
    case .featuredEvent: YelpParameters.places + [YelpParameters.locale]
    case .categories: [YelpParameters.locale]
    case .category:
      [YelpParameter("alias", .category, "", .path, isRequired: true), YelpParameters.locale]
    case .chat: YelpParameters.chat
    case .engagement: YelpParameters.businessesWithin(isRequired: false)
    case .serviceOfferings: [YelpParameters.identifier, YelpParameters.locale]
    case .insights: YelpParameters.businessesWithin(isRequired: true)
    case .reviewHighlights:
      [
        YelpParameters.identifier, YelpParameter("count", .whole(1...5), "highlights"),
        YelpParameters.locale, YelpParameters.devicePlatform,
      ]
    case .jobs: [YelpParameters.query, YelpParameters.locale(.body)]
    case .openings:
      [
        YelpParameters.identifier,
        YelpParameter("covers", .whole(1...10), "people", isRequired: true),
        YelpParameter("date", .date, "day", isRequired: true),
        YelpParameter("time", .timeOfDay, "time of day", isRequired: true),
        YelpParameter("get_covers_range", .flag, "also print the accepted party sizes"),
      ]
    }
  }

  /// - Returns: nil if the endpoint does not have this parameter.
  package func parameter(_ name: String) -> YelpParameter? {
    parameters.first { $0.name == name }
  }
}

/// Parameters of several endpoints, and long lists.
private enum YelpParameters {
  static let coordinates = [
    YelpParameter("latitude", .degrees(90), "latitude"),
    YelpParameter("longitude", .degrees(180), "longitude"),
  ]
  static let places =
    [YelpParameter("location", .text(1...250), "address, city or postcode")] + coordinates
  static let term = YelpParameter("term", .text(1...300), "search term, such as coffee")
  static let categories = YelpParameter("categories", .categories, "categories, by alias or title")
  static let price = YelpParameter("price", .prices, "price levels, 1 to 4 (or $ to $$$$)")
  static let locale = locale(.query)
  static let offset = YelpParameter("offset", .whole(0...1000), "results to skip", default: "0")
  static let radius = YelpParameter("radius", .metres(1...40_000), "distance around the place")
  static let identifier = YelpParameter("id", .identifier, "", .path, isRequired: true)
  static let devicePlatform = YelpParameter(
    "device_platform", .choice(.devicePlatforms), "platform of the links")
  static let query = YelpParameter(
    "query", .text(1...1000), "question or request in words", .body, isRequired: true)

  static func locale(_ place: YelpParameter.Place) -> YelpParameter {
    YelpParameter(
      "locale", .choice(.locales), "language and country of the response, such as fr_FR", place)
  }

  static func phone(isRequired: Bool = false) -> YelpParameter {
    YelpParameter(
      "phone", .phone, "phone number with + and country code", isRequired: isRequired)
  }

  // MARK: Long ones

  static let search: [YelpParameter] =
    places + [
      term, radius, categories, locale,
      YelpParameter("limit", .whole(1...50), "businesses a page", default: "20"), offset,
      YelpParameter("sort_by", .choice(.businessOrders), "order", default: "best_match"), price,
      YelpParameter(
        "open_now", .flag, "only businesses that are open now", conflict: "open_at"),
      YelpParameter(
        "open_at", .moment,
        "only businesses that are open then: seconds since 1970, or a time "
          + "such as 2026-12-24T18:00:00Z", conflict: "open_now"),
      YelpParameter("attributes", .choices(.attributes), "only businesses with these attributes"),
      devicePlatform,
      YelpParameter("reservation_date", .date, "only businesses with a free table on this day"),
      YelpParameter("reservation_time", .timeOfDay, "only with a free table at this time"),
      YelpParameter("reservation_covers", .whole(1...10), "number of people at the table"),
      YelpParameter(
        "matches_party_size_param", .flag, "only businesses that accept parties of that size"),
      YelpParameter("job_alias", .text(1...250), "kind of service, an alias that jobs prints"),
    ]

  static let match: [YelpParameter] =
    [
      YelpParameter(
        "name", .letters(1...64, "!#$%&+,./:?@'-"), "name of the business", isRequired: true),
      YelpParameter(
        "address1", .letters(0...64, "'/#&,.:-"), "first line of the address", isRequired: true),
      YelpParameter("address2", .letters(1...64, "'/#&,.:-"), "second line of the address"),
      YelpParameter("address3", .letters(1...64, "'/#&,.:-"), "third line of the address"),
      YelpParameter("city", .letters(1...64, "'.()-"), "city", isRequired: true),
      YelpParameter("state", .text(1...3), "state or province, such as CA", isRequired: true),
      YelpParameter("country", .country, "country, two letters such as US", isRequired: true),
    ] + coordinates + [
      phone(), YelpParameter("postal_code", .text(1...12), "postcode"),
      YelpParameter("yelp_business_id", .text(22...22), "assumed id of the business"),
      YelpParameter("limit", .whole(1...10), "matches", default: "3"),
      YelpParameter(
        "match_threshold", .choice(.matchThresholds), "required similarity", default: "default"),
    ]

  static let events: [YelpParameter] =
    places + [
      locale, offset, YelpParameter("limit", .whole(1...50), "events a page", default: "3"),
      YelpParameter("sort_by", .choice(.directions), "direction", default: "desc"),
      YelpParameter("sort_on", .choice(.eventOrders), "sort key", default: "popularity"),
      YelpParameter(
        "start_date", .moment, "only events that begin then or later: seconds since 1970, or a time"
      ),
      YelpParameter(
        "end_date", .moment, "only events that begin then or earlier: seconds since 1970, or a time"
      ),
      YelpParameter("categories", .choices(.eventCategories), "kinds of event"),
      YelpParameter("is_free", .flag, "only free events; with --no-is-free only others"),
      radius, YelpParameter("excluded_events", .identifiers(1...50), "ids of events to leave out"),
    ]

  static let chat: [YelpParameter] = [
    query, YelpParameter("chat_id", .text(1...250), "chat to continue", .body),
    YelpParameter("latitude", .degrees(90), "latitude", .nested("user_context")),
    YelpParameter("longitude", .degrees(180), "longitude", .nested("user_context")),
    locale(.nested("user_context")),
    YelpParameter(
      "request_context", .pairs, "further setting, such as skip_text_generation=true", .body),
  ]

  static func businessesWithin(isRequired: Bool) -> [YelpParameter] {
    [
      YelpParameter("business_ids", .identifiers(1...20), "ids of businesses", isRequired: true),
      YelpParameter("date_range_start", .month, "first month", isRequired: isRequired),
      YelpParameter("date_range_end", .month, "last month", isRequired: isRequired),
    ]
  }
}

extension YelpRule {
  /// The accepted range, for the help: `, 1 to 50`.
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
