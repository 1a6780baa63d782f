internal import WirelineCore

/// What a parameter's value has to be.
package enum YelpRule: Sendable {
  /// So many characters.
  case text(ClosedRange<Int>)
  /// So many letters, digits, spaces and some signs.
  case letters(ClosedRange<Int>, String)
  case whole(ClosedRange<Int>)
  /// Degrees, from minus the limit to the limit.
  case degrees(Int)
  /// A distance; with `m` (meant where there is none), `km` or `mi`.
  case metres(ClosedRange<Int>)
  case flag
  case choice(YelpChoices)
  case choices(YelpChoices)
  /// Aliases or titles of the list of categories.
  case categories
  case category
  case prices
  /// `+` and up to 31 digits.
  case phone
  /// Two letters, ISO 3166-1.
  case country
  /// Seconds since 1970, or a date and time as RFC 3339 has them.
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

  /// The words to choose from, where they are few; for completion.
  package var words: [String] {
    switch self {
    case .choice(let choices), .choices(let choices): choices.words
    case .prices: YelpChoices.prices.words
    default: []
    }
  }

  /// Whether several values are one, with commas between them.
  package var isList: Bool {
    switch self {
    case .choices, .categories, .prices, .identifiers, .pairs: true
    default: false
    }
  }

  /// Checks a value before a call is spent on it.
  ///
  /// - Parameter warn: told what is sent although it may be wrong.
  func value(_ text: String, warn: (String) -> Void) throws(YelpFault.Reason) -> YelpValue {
    switch self {
    case .text(let lengths): .text(try Self.text(text, lengths))
    case .letters(let lengths, let signs): .text(try Self.letters(text, lengths, signs))
    case .whole(let range): .number(try Self.whole(text, range))
    case .degrees(let limit): .number(try Self.degrees(text, limit))
    case .metres(let range): .number(try Self.metres(text, range))
    case .flag: .flag(try Self.flag(text))
    case .choice(let choices): .text(try choices.word(text))
    case .choices(let choices):
      .list(try Self.words(text) { word throws(YelpFault.Reason) in try choices.word(word) })
    case .categories: .list(try Self.categories(text, warn: warn))
    case .category: .text(try Self.category(text, warn: warn))
    case .prices:
      .list(try Self.words(text) { word throws(YelpFault.Reason) in try Self.price(word) })
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

/// The words that a parameter takes. What the API takes grows; a word that is not
/// here is refused all the same, because a wrong one costs a call of a small
/// daily quota and brings an error.
package struct YelpChoices: Sendable, Equatable {
  package let words: [String]

  package static let businessOrders = YelpChoices("best_match rating review_count distance")
  package static let reviewOrders = YelpChoices("yelp_sort rating time_created")
  package static let directions = YelpChoices("asc desc")
  package static let eventOrders = YelpChoices("popularity time_start")
  package static let matchThresholds = YelpChoices("none default strict")
  package static let transactions = YelpChoices("delivery pickup restaurant_reservation")
  package static let devicePlatforms = YelpChoices("android ios mobile-generic")
  package static let eventCategories = YelpChoices(
    """
    charities fashion festivals-fairs film food-and-drink kids-family lectures-books music \
    nightlife other performing-arts sports-active-life visual-arts
    """)
  package static let attributes = YelpChoices(
    """
    hot_and_new request_a_quote reservation waitlist_reservation deals \
    gender_neutral_restrooms open_to_all wheelchair_accessible parking_garage parking_lot \
    parking_street parking_valet parking_bike parking_validated liked_by_vegetarians \
    vegan_offerings gluten_free_offerings outdoor_seating
    """)
  package static let locales = YelpChoices(
    """
    zh_HK zh_TW cs_CZ da_DK nl_BE nl_NL en_AU en_BE en_CA en_HK en_MY en_NZ en_PH en_IE en_SG \
    en_CH en_GB en_US fil_PH fi_FI fr_BE fr_CA fr_FR fr_CH de_AT de_DE de_CH it_IT it_CH ja_JP \
    ms_MY nb_NO pl_PL pt_BR pt_PT es_AR es_CL es_MX es_ES sv_FI sv_SE tr_TR
    """)
  package static let prices = YelpChoices("1 2 3 4")

  private init(_ words: String) {
    self.words = words.split(separator: " ").map(String.init)
  }

  /// The word that is meant, whatever its case, and with `-` for `_`.
  func word(_ text: String) throws(YelpFault.Reason) -> String {
    if words.contains(text) { return text }
    let plain = Self.plain(text)
    if let word = words.first(where: { Self.plain($0) == plain }) { return word }
    let nearest = Suggestion.nearest(to: plain, among: words.map(Self.plain))
    throw YelpFault.Reason(
      "\"\(text)\" is none of \(words.joined(separator: ", "))",
      suggestion: nearest.flatMap { near in words.first { Self.plain($0) == near } })
  }

  private static func plain(_ text: String) -> String {
    String(text.lowercased().map { $0 == "-" ? "_" : $0 })
  }
}
