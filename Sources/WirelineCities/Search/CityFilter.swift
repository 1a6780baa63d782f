/// The countries and regions of an interpretation of a query.
struct CityFilter {
  var countries: [CountryFilter] = []
  var regions: [Region] = []

  /// The regions with a code or name, and the countries with a name, that a user typed.
  struct Region {
    var areas: Set<UInt32> = []
    /// The countries that are accepted as a whole.
    var countries: [[UInt8]] = []
    /// The countries whose cities are accepted if their area is unknown.
    var countriesOfUnknown: [[UInt8]] = []

    var isEmpty: Bool { areas.isEmpty && countries.isEmpty && countriesOfUnknown.isEmpty }

    /// - Parameter area: the id of a city's area; 0 if unknown.
    func accepts(_ country: UnsafeRawBufferPointer, area: UInt32) -> Bool {
      areas.contains(area) || countries.contains { $0.elementsEqual(country) }
        || area == 0 && countriesOfUnknown.contains { $0.elementsEqual(country) }
    }
  }

  var isEmpty: Bool { countries.isEmpty && regions.isEmpty }

  func accepts(_ country: UnsafeRawBufferPointer, area: UInt32) -> Bool {
    countries.allSatisfy { $0.accepts(country) }
      && regions.allSatisfy { $0.accepts(country, area: area) }
  }
}

/// The cities that a step of a search looks for.
struct CityCriteria {
  /// The folded start of names, or with `isWhole` a whole folded name.
  let fold: [UInt8]
  /// The kind of match to report.
  var match = CityMatch.Kind.name
  let filter: CityFilter
  var isWhole = false

  /// Whether alternate names may begin with the text. Thousands begin with an article: `il` would
  /// find Cairo, which is Il Cairo in Italian.
  var beginsAliases: Bool { !isWhole && (fold.count > 2 || fold.contains { $0 >= 0x80 }) }

  var text: String { String(decoding: fold, as: UTF8.self) }
}
