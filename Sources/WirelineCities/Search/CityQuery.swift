internal import WirelineCore

/// The text of a search: the start of a name, and possibly a country.
struct CityQuery: Sendable, Equatable {
  /// The text of the user, without white space at its ends.
  let text: String

  /// An interpretation of the text: the start of a name, and countries.
  struct Interpretation: Sendable, Equatable {
    var fold: [UInt8]
    var countries: CountryFilter?

    /// `l aquila` without the space that users type for an apostrophe, and `washington dc` with a
    /// space between the initials.
    var respellings: [Interpretation] {
      [joined, spelled].compactMap { fold in
        fold.map { Interpretation(fold: $0, countries: countries) }
      }
    }

    /// Every word of one letter joined to the next word.
    private var joined: [UInt8]? {
      let words = fold.split(separator: 0x20)
      var joined: [UInt8] = []
      for (index, word) in words.enumerated() {
        joined += word
        if word.count > 1, index < words.count - 1 { joined.append(0x20) }
      }
      return joined == fold ? nil : joined
    }

    /// Reads a two-letter last word as two initials.
    private var spelled: [UInt8]? {
      let last = fold.suffix(3)
      guard fold.count > 3, last.first == 0x20,
        last.dropFirst().allSatisfy({ (0x61...0x7A).contains($0) })
      else { return nil }
      return fold.dropLast() + [0x20] + fold.suffix(1)
    }
  }

  let interpretation: Interpretation

  static let maximumLength = 100

  /// - Parameter text: the start of a name, optionally with the start of a country after a comma
  ///   (`paris, fr`), or with a whole country if no name matches (`paris fr`). The comma may also
  ///   belong to the name (`aachen, stadt`).
  init(_ text: String) throws(CityQueryTooLong) {
    let trimmed = text.trimmingSpaces
    // Counting characters is slow, and each has at least one byte.
    if trimmed.utf8.count > Self.maximumLength {
      let length = trimmed.count
      guard length <= Self.maximumLength else { throw CityQueryTooLong(length: length) }
    }
    self.text = trimmed
    interpretation =
      Self.withCountryAfterComma(trimmed) ?? Interpretation(fold: CityFolding.fold(trimmed))
  }

  /// Other interpretations, to be tried in order if the search finds nothing: `aachen, st` with the
  /// comma in the name, `paris fr` with a country, then the respellings of each.
  var alternatives: [Interpretation] {
    let other =
      interpretation.countries != nil
      ? Interpretation(fold: CityFolding.fold(text))
      : text.contains(",") ? nil : Self.withCountry(text)
    let all = [interpretation] + (other.map { [$0] } ?? [])
    return all.dropFirst() + all.flatMap(\.respellings)
  }

  /// Nil if the words after the last comma do not match a country.
  private static func withCountryAfterComma(_ text: String) -> Interpretation? {
    guard let comma = text.lastIndex(of: ",") else { return nil }
    let country = text[text.index(after: comma)...].trimmingSpaces
    let filter = country.isEmpty ? nil : CountryFilter(country)
    if filter?.isEmpty == true { return nil }
    return Interpretation(fold: CityFolding.fold(String(text[..<comma])), countries: filter)
  }

  /// Nil if the last words are not a country's code or whole name.
  private static func withCountry(_ text: String) -> Interpretation? {
    for space in text.indices where text[space] == " " {
      guard let filter = CountryFilter(named: String(text[text.index(after: space)...])) else {
        continue
      }
      let fold = CityFolding.fold(String(text[..<space]))
      return fold.isEmpty ? nil : Interpretation(fold: fold, countries: filter)
    }
    return nil
  }

  var isEmpty: Bool { text.isEmpty }
}

/// A query with more than `CityQuery.maximumLength` characters.
struct CityQueryTooLong: Error, Sendable, Equatable, CustomStringConvertible {
  let length: Int

  var description: String {
    "the query has \(length) characters, the maximum is \(CityQuery.maximumLength)"
  }
}

/// How to search for cities.
struct CitySearchOptions: Sendable {
  enum Mode: Sendable, Equatable {
    /// Names that begin with the query, then cities of countries that match it.
    case prefix
    case exact
    /// Like `prefix`, then names with a word that begins with the query.
    case word
    /// Like `prefix`, then names that begin with the query if one or two typing errors are allowed.
    case fuzzy(Int)
  }

  var mode = Mode.prefix
  var countries: CountryFilter?
  var identifiers: Set<Int64>?
  var offset = 0
  var limit = 50
  var emptyFindsAll = false

  init() {}

  func accepts(_ city: City) -> Bool {
    if let identifiers, !identifiers.contains(city.id) { return false }
    guard let countries else { return true }
    return Array(city.country.utf8).withUnsafeBytes { countries.accepts($0) }
  }
}

/// Counts the cities found, and passes on those within offset and limit.
struct CityResults {
  private let options: CitySearchOptions
  private let countsAll: Bool
  private let body: (CityMatch) -> Void
  /// The cities found so far, including those before the offset and beyond the limit.
  private(set) var total = 0
  private var delivered = 0

  /// - Parameter countsAll: whether to continue beyond the limit, to know the total.
  init(_ options: CitySearchOptions, countsAll: Bool, _ body: @escaping (CityMatch) -> Void) {
    self.options = options
    self.countsAll = countsAll
    self.body = body
  }

  var wantsMore: Bool { countsAll || !isFull }

  private var isFull: Bool { options.limit > 0 && delivered >= options.limit }

  func accepts(_ identifier: Int64, country: UnsafeRawBufferPointer) -> Bool {
    if let countries = options.countries, !countries.accepts(country) { return false }
    return options.identifiers?.contains(identifier) ?? true
  }

  /// - Parameter city: called only if the city is passed on.
  mutating func add(
    _ kind: CityMatch.Kind, kilometres: Double? = nil, _ city: () -> City
  ) {
    total += 1
    guard total > options.offset, !isFull else { return }
    delivered += 1
    body(CityMatch(city: city(), kind: kind, rank: total, kilometres: kilometres))
  }
}
