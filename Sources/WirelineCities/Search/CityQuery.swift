internal import WirelineCore

/// The text of a search: the start of a name, and possibly a country.
struct CityQuery: Sendable, Equatable {
  /// The text of the user, without white space at its ends.
  let text: String

  /// An interpretation of the text: the start of a name, countries, and the name or code of a
  /// region.
  struct Interpretation: Sendable, Equatable {
    var fold: [UInt8]
    /// Whether `fold` is a whole name.
    var isWhole = false
    var countries: CountryFilter?
    var region: [UInt8]?

    /// Other spellings: `l aquila` without the space that users type for an apostrophe, and
    /// `washington dc` with a space between the initials.
    var respellings: [Interpretation] {
      [joined, spelled].compactMap(\.self).map { fold in
        var new = self
        new.fold = fold
        return new
      }
    }

    /// The name with each word of one letter joined to the next word; nil if there is none.
    private var joined: [UInt8]? {
      var joined: [UInt8] = []
      for word in fold.split(separator: 0x20) { joined += word.count > 1 ? word + [0x20] : word }
      if joined.last == 0x20 { joined.removeLast() }
      return joined == fold ? nil : joined
    }

    /// The name with a last word of two letters split into initials; nil if there is none.
    private var spelled: [UInt8]? {
      let last = fold.suffix(3)
      // ASCII only: a word of two bytes in another script is one letter.
      guard fold.count > 3, last.first == 0x20,
        last.dropFirst().allSatisfy({ (0x61...0x7A).contains($0) })
      else { return nil }
      return fold.dropLast() + [0x20] + fold.suffix(1)
    }
  }

  let interpretation: Interpretation
  /// Restrictions of all interpretations, given by other fields of a record.
  let country: CountryFilter?
  /// The name of a country in any language, or a code of the source.
  let countryName: String?
  let region: [UInt8]?

  static let maximumLength = 100

  /// - Parameters:
  ///   - text: the start of a name, optionally with a country or a region after a comma
  ///     (`paris, fr`; `paris, texas`), both after two commas (`portland, or, us`), or a whole
  ///     country or region if no name matches (`paris fr`). The comma may also belong to the name
  ///     (`aachen, stadt`).
  ///   - region: a code or the start of a name.
  /// - Throws: if the text has too many characters.
  init(
    _ text: String, country: CountryFilter? = nil, countryName: String? = nil,
    region: String? = nil
  ) throws(InputRecordError) {
    let trimmed = text.trimmingSpaces
    // Counting characters is slow, and each has at least one byte.
    if trimmed.utf8.count > Self.maximumLength {
      let length = trimmed.count
      guard length <= Self.maximumLength else {
        throw .invalid(
          field: "query",
          reason: "the query has \(length) characters, the maximum is \(Self.maximumLength)")
      }
    }
    self.text = trimmed
    self.country = country
    self.countryName = countryName
    self.region = region.map { CityFolding.fold($0) }
    interpretation =
      Self.withCountryAfterComma(trimmed) ?? Interpretation(fold: CityFolding.fold(trimmed))
  }

  /// Other interpretations, to be tried in order if the search finds nothing: `aachen, st` with the
  /// comma in the name, `paris, texas` with a region, `paris fr` with a country, then the
  /// respellings of each.
  var alternatives: [Interpretation] {
    let others = text.contains(",") ? alternativesWithComma : Self.withLastWords(text)
    return others + ([interpretation] + others).flatMap(\.respellings)
  }

  private var alternativesWithComma: [Interpretation] {
    var others: [Interpretation] = []
    if interpretation.countries != nil {
      others.append(Interpretation(fold: CityFolding.fold(text)))
    }
    guard let comma = text.lastIndex(of: ",") else { return others }
    let (head, tail) = (text[..<comma], CityFolding.fold(String(text[comma...])))
    if tail.isEmpty { return others }
    others.append(Interpretation(fold: CityFolding.fold(String(head)), region: tail))
    if let countries = interpretation.countries, let second = head.lastIndex(of: ",") {
      others.append(
        Interpretation(
          fold: CityFolding.fold(String(head[..<second])), countries: countries,
          region: CityFolding.fold(String(head[second...]))))
    }
    return others
  }

  /// Reads the words after the last comma as a country; returns nil if they do not match one.
  private static func withCountryAfterComma(_ text: String) -> Interpretation? {
    guard text.utf8.contains(UInt8(ascii: ",")), let comma = text.lastIndex(of: ",") else {
      return nil
    }
    let country = text[text.index(after: comma)...].trimmingSpaces
    let filter = country.isEmpty ? nil : CountryFilter(country)
    if filter?.isEmpty == true { return nil }
    return Interpretation(fold: CityFolding.fold(String(text[..<comma])), countries: filter)
  }

  /// Reads the last words as a country (code or whole name), or as a region; for a region, the
  /// words before it must be a whole name of a city.
  private static func withLastWords(_ text: String) -> [Interpretation] {
    var country: Interpretation?
    var regions: [Interpretation] = []
    // From the first space, so that the longest name of a country wins: `aba south sudan` is Aba in
    // South Sudan, not in Sudan.
    for space in text.indices where text[space] == " " {
      let fold = CityFolding.fold(String(text[..<space]))
      let rest = String(text[text.index(after: space)...])
      if fold.isEmpty { continue }
      if country == nil, let filter = CountryFilter(named: rest) {
        country = Interpretation(fold: fold, countries: filter)
      }
      regions.append(
        Interpretation(fold: fold, isWhole: true, region: CityFolding.fold(rest)))
    }
    return (country.map { [$0] } ?? []) + regions
  }

  var isEmpty: Bool { text.isEmpty }
}
