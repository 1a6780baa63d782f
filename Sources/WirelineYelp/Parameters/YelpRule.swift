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
