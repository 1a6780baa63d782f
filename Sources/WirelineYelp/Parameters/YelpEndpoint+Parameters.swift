// The parameters of each endpoint, with the limits that the API has for them.
extension YelpEndpoint {
  package var parameters: [YelpParameter] {
    switch self {
    case .search: YelpParameters.search
    case .phone: [YelpParameter("phone", .phone, isRequired: true), YelpParameters.locale]
    case .transactions:
      [YelpParameter("type", .choice(.transactions), .path, isRequired: true)]
        + YelpParameters.places + [
          YelpParameters.term, YelpParameters.categories, YelpParameters.price,
        ]
    case .business:
      [YelpParameters.identifier, YelpParameters.locale, YelpParameters.devicePlatform]
    case .match: YelpParameters.match
    case .reviews:
      [
        YelpParameters.identifier, YelpParameters.locale, YelpParameters.offset,
        YelpParameter("limit", .whole(0...50)),
        YelpParameter("sort_by", .choice(.reviewOrders)),
      ]
    case .autocomplete:
      [YelpParameter("text", .text(1...300), isRequired: true)] + YelpParameters.coordinates + [
        YelpParameters.locale
      ]
    case .event: [YelpParameters.identifier, YelpParameters.locale]
    case .events: YelpParameters.events
    case .featuredEvent: YelpParameters.places + [YelpParameters.locale]
    case .categories: [YelpParameters.locale]
    case .category:
      [YelpParameter("alias", .category, .path, isRequired: true), YelpParameters.locale]
    case .chat: YelpParameters.chat
    case .engagement: YelpParameters.businessesWithin(isRequired: false)
    case .serviceOfferings: [YelpParameters.identifier, YelpParameters.locale]
    case .insights: YelpParameters.businessesWithin(isRequired: true)
    case .reviewHighlights:
      [
        YelpParameters.identifier, YelpParameter("count", .whole(1...5)), YelpParameters.locale,
        YelpParameters.devicePlatform,
      ]
    case .jobs:
      [
        YelpParameter("query", .text(1...1000), .body, isRequired: true),
        YelpParameter("locale", .choice(.locales), .body),
      ]
    case .openings:
      [
        YelpParameters.identifier, YelpParameter("covers", .whole(1...10), isRequired: true),
        YelpParameter("date", .date, isRequired: true),
        YelpParameter("time", .timeOfDay, isRequired: true),
        YelpParameter("get_covers_range", .flag),
      ]
    }
  }

  /// The parameter of a name; nil where the endpoint has none such.
  package func parameter(_ name: String) -> YelpParameter? {
    parameters.first { $0.name == name }
  }
}

/// What several endpoints have, and the long lists.
private enum YelpParameters {
  static let coordinates = [
    YelpParameter("latitude", .degrees(90)), YelpParameter("longitude", .degrees(180)),
  ]
  static let places = [YelpParameter("location", .text(1...250))] + coordinates
  static let term = YelpParameter("term", .text(1...300))
  static let categories = YelpParameter("categories", .categories)
  static let price = YelpParameter("price", .prices)
  static let locale = YelpParameter("locale", .choice(.locales))
  static let offset = YelpParameter("offset", .whole(0...1000))
  static let radius = YelpParameter("radius", .metres(1...40_000))
  static let identifier = YelpParameter("id", .identifier, .path, isRequired: true)
  static let devicePlatform = YelpParameter("device_platform", .choice(.devicePlatforms))

  // MARK: Long ones

  static let search: [YelpParameter] =
    places + [
      term, radius, categories, locale, YelpParameter("limit", .whole(1...50)), offset,
      YelpParameter("sort_by", .choice(.businessOrders)), price,
      YelpParameter("open_now", .flag), YelpParameter("open_at", .moment),
      YelpParameter("attributes", .choices(.attributes)), devicePlatform,
      YelpParameter("reservation_date", .date), YelpParameter("reservation_time", .timeOfDay),
      YelpParameter("reservation_covers", .whole(1...10)),
      YelpParameter("matches_party_size_param", .flag),
      YelpParameter("job_alias", .text(1...250)),
    ]

  static let match: [YelpParameter] =
    [
      YelpParameter("name", .letters(1...64, "!#$%&+,./:?@'-"), isRequired: true),
      YelpParameter("address1", .letters(0...64, "'/#&,.:-"), isRequired: true),
      YelpParameter("address2", .letters(1...64, "'/#&,.:-")),
      YelpParameter("address3", .letters(1...64, "'/#&,.:-")),
      YelpParameter("city", .letters(1...64, "'.()-"), isRequired: true),
      YelpParameter("state", .text(1...3), isRequired: true),
      YelpParameter("country", .country, isRequired: true),
    ] + coordinates + [
      YelpParameter("phone", .phone), YelpParameter("postal_code", .text(1...12)),
      YelpParameter("yelp_business_id", .text(22...22)), YelpParameter("limit", .whole(1...10)),
      YelpParameter("match_threshold", .choice(.matchThresholds)),
    ]

  static let events: [YelpParameter] =
    places + [
      locale, offset, YelpParameter("limit", .whole(1...50)),
      YelpParameter("sort_by", .choice(.directions)),
      YelpParameter("sort_on", .choice(.eventOrders)), YelpParameter("start_date", .moment),
      YelpParameter("end_date", .moment),
      YelpParameter("categories", .choices(.eventCategories)), YelpParameter("is_free", .flag),
      radius, YelpParameter("excluded_events", .identifiers(1...50)),
    ]

  static let chat: [YelpParameter] = [
    YelpParameter("query", .text(1...1000), .body, isRequired: true),
    YelpParameter("chat_id", .text(1...250), .body),
    YelpParameter("latitude", .degrees(90), .nested("user_context")),
    YelpParameter("longitude", .degrees(180), .nested("user_context")),
    YelpParameter("locale", .choice(.locales), .nested("user_context")),
    YelpParameter("request_context", .pairs, .body),
  ]

  static func businessesWithin(isRequired: Bool) -> [YelpParameter] {
    [
      YelpParameter("business_ids", .identifiers(1...20), isRequired: true),
      YelpParameter("date_range_start", .month, isRequired: isRequired),
      YelpParameter("date_range_end", .month, isRequired: isRequired),
    ]
  }
}
