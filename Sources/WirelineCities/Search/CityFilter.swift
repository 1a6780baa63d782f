/// The countries and regions of an interpretation of a query.
struct CityFilter {
  var countries: [CountryFilter] = []
  var regions: [Region] = []

  struct Region {
    /// A code, or the start of a name.
    let fold: [UInt8]
    /// The regions with this code or name.
    let codes: [(country: [UInt8], code: [UInt8])]
    /// Whether to accept cities of these countries whose region is unknown.
    var acceptsUnknown = false

    /// - Parameter region: the fold of the code or name of a city's region.
    func accepts(_ country: UnsafeRawBufferPointer, region: UnsafeRawBufferPointer) -> Bool {
      if region.isEmpty {
        return acceptsUnknown && codes.contains { $0.country.elementsEqual(country) }
      }
      // Sources give codes or names, and users type either: compared as text first, then by the
      // table of regions.
      if region.elementsEqual(fold) { return true }
      if fold.count >= CountryNames.minimumLength, region.starts(with: fold) { return true }
      return codes.contains { $0.country.elementsEqual(country) && $0.code.elementsEqual(region) }
    }
  }

  var isEmpty: Bool { countries.isEmpty && regions.isEmpty }

  func accepts(_ country: UnsafeRawBufferPointer) -> Bool {
    countries.allSatisfy { $0.accepts(country) }
  }

  func accepts(_ country: UnsafeRawBufferPointer, region: UnsafeRawBufferPointer) -> Bool {
    accepts(country) && regions.allSatisfy { $0.accepts(country, region: region) }
  }
}

/// The cities that a step of a search looks for.
struct CityCriteria {
  /// The start of names, or with `isWhole` a whole name.
  let fold: [UInt8]
  /// The kind of match to report.
  var match = CityMatch.Kind.name
  let filter: CityFilter
  var isWhole = false

  var text: String { String(decoding: fold, as: UTF8.self) }

  func matches(_ name: UnsafeRawBufferPointer) -> Bool {
    isWhole ? name.elementsEqual(fold) : name.starts(with: fold)
  }
}
