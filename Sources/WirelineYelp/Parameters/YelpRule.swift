internal import WirelineCore

/// The type and the accepted range of a parameter's value.
enum YelpRule: Sendable {
  typealias Reason = YelpValidationError.Reason

  /// Text with a number of characters in this range.
  case text(ClosedRange<Int>)
  /// Letters, digits, spaces and these symbols, with a number of characters in this range.
  case letters(ClosedRange<Int>, String)
  case whole(ClosedRange<Int>)
  /// Degrees from minus the limit to the limit.
  case degrees(Int)
  /// A distance with the unit `m` (the default), `km` or `mi`.
  case metres(ClosedRange<Int>)
  case flag
  case choice(YelpChoices)
  case choices(YelpChoices)
  case categories
  case category
  case prices
  /// `+` and up to 31 digits.
  case phone
  /// Two letters, ISO 3166-1.
  case country
  /// Seconds since 1970, or an RFC 3339 date or time.
  case moment
  /// `YYYY-MM-DD`.
  case date
  /// `HH:MM`.
  case timeOfDay
  /// `YYYYMM`.
  case month
  /// The id or alias of a business or event, or the URL of its page.
  case identifier
  case identifiers(ClosedRange<Int>)
  /// `name=value`.
  case pairs

  /// The accepted words, for completion; empty if they are not a short list.
  var words: [String] {
    switch self {
    case .choice(let choices), .choices(let choices): choices.words
    case .prices: YelpChoices.prices.words
    default: []
    }
  }

  /// Validates a value, so that no call is spent on an invalid one.
  func value(_ text: String, warn: (String) -> Void) throws(Reason) -> YelpValue {
    switch self {
    case .text(let lengths): .text(try Self.text(text, lengths))
    case .letters(let lengths, let signs): .text(try Self.letters(text, lengths, symbols: signs))
    case .whole(let range): .number(try Self.whole(text, range))
    case .degrees(let limit): .number(try Self.degrees(text, limit))
    case .metres(let range): .number(try Self.metres(text, range, warn: warn))
    case .flag: .flag(try Self.flag(text))
    case .choice(let choices): .text(try choices.word(text))
    case .choices(let choices): .list(try Self.words(text, choices.word))
    case .categories: .list(try Self.categories(text, warn: warn))
    case .category: .text(try Self.category(text, warn: warn))
    case .prices: .list(try Self.words(text, Self.price))
    case .phone: .text(try Self.phone(text))
    case .country: .text(try Self.country(text))
    case .moment: .number(try YelpTimes.moment(text))
    case .date: .text(try YelpTimes.date(text))
    case .timeOfDay: .text(try YelpTimes.timeOfDay(text))
    case .month: .text(try YelpTimes.month(text))
    case .identifier: .text(try Self.identifier(text))
    case .identifiers(let counts): .list(try Self.identifiers(text, counts))
    case .pairs: .pairs(try Self.pairs(text))
    }
  }
}

/// The words that a parameter accepts.
///
/// The API adds words over time. Unknown words are rejected anyway, because each rejected request
/// counts against a small daily quota.
struct YelpChoices: Sendable, Equatable {
  let words: [String]

  static let businessOrders = YelpChoices("best_match rating review_count distance")
  static let reviewOrders = YelpChoices("yelp_sort rating time_created")
  static let directions = YelpChoices("asc desc")
  static let eventOrders = YelpChoices("popularity time_start")
  static let matchThresholds = YelpChoices("none default strict")
  static let transactions = YelpChoices("delivery pickup restaurant_reservation")
  static let devicePlatforms = YelpChoices("android ios mobile-generic")
  static let eventCategories = YelpChoices(
    """
    charities fashion festivals-fairs film food-and-drink kids-family lectures-books music \
    nightlife other performing-arts sports-active-life visual-arts
    """)
  static let attributes = YelpChoices(
    """
    hot_and_new request_a_quote reservation waitlist_reservation deals \
    gender_neutral_restrooms open_to_all wheelchair_accessible parking_garage parking_lot \
    parking_street parking_valet parking_bike parking_validated liked_by_vegetarians \
    vegan_offerings gluten_free_offerings outdoor_seating
    """)
  static let locales = YelpChoices(
    """
    zh_HK zh_TW cs_CZ da_DK nl_BE nl_NL en_AU en_BE en_CA en_HK en_MY en_NZ en_PH en_IE en_SG \
    en_CH en_GB en_US fil_PH fi_FI fr_BE fr_CA fr_FR fr_CH de_AT de_DE de_CH it_IT it_CH ja_JP \
    ms_MY nb_NO pl_PL pt_BR pt_PT es_AR es_CL es_MX es_ES sv_FI sv_SE tr_TR
    """)
  static let prices = YelpChoices("1 2 3 4")

  private init(_ words: String) {
    self.words = words.split(separator: " ").map(String.init)
  }

  /// Returns the matching word. Case is ignored, and `-` matches `_`.
  func word(_ text: String) throws(YelpRule.Reason) -> String {
    if words.contains(text) { return text }
    let plain = Self.plain(text)
    if let word = words.first(where: { Self.plain($0) == plain }) { return word }
    let nearest = Suggestion.nearest(to: plain, among: words.map(Self.plain))
    throw YelpRule.Reason(
      "\"\(text)\" is not one of \(words.joined(separator: ", "))",
      suggestion: nearest.flatMap { near in words.first { Self.plain($0) == near } })
  }

  private static func plain(_ text: String) -> String {
    String(text.lowercased().map { $0 == "-" ? "_" : $0 })
  }
}
