/// What to look for.
package struct CityQuery: Sendable, Equatable {
  /// As asked, white space at its ends removed.
  package let text: String
  /// A way to read the text: a name's beginning, and countries.
  struct Reading: Sendable, Equatable {
    var fold: [UInt8]
    var countries: CountryFilter?
  }

  let reading: Reading
  /// `paris fr`, `aachen, st`: how else it may be meant, where nothing is found.
  let alternative: Reading?

  /// Characters that a query may have.
  package static let maximumLength = 100

  /// - Parameter text: a name's beginning, with a country's behind a comma:
  ///   `paris, fr`; or with a whole country, `paris fr`, where no name begins so. A
  ///   comma may also be a name's: `aachen, stadt`.
  package init(_ text: String) throws(CityQueryTooLong) {
    let trimmed = text.trimmingSpaces
    // No character has less than a byte: most need no counting.
    if trimmed.utf8.count > Self.maximumLength {
      let length = trimmed.count
      guard length <= Self.maximumLength else { throw CityQueryTooLong(length: length) }
    }
    self.text = trimmed
    let whole = Reading(fold: CityFolding.fold(trimmed))
    guard let comma = trimmed.lastIndex(of: ",") else {
      reading = whole
      alternative = Self.withCountry(trimmed)
      return
    }
    let country = trimmed[trimmed.index(after: comma)...].trimmingSpaces
    let filter = country.isEmpty ? nil : CountryFilter(country)
    if filter?.isEmpty == true {
      (reading, alternative) = (whole, nil)
    } else {
      reading = Reading(fold: CityFolding.fold(String(trimmed[..<comma])), countries: filter)
      alternative = whole
    }
  }

  /// The last words taken for a country: a code, or a whole name.
  private static func withCountry(_ text: String) -> Reading? {
    for space in text.indices where text[space] == " " {
      guard let filter = CountryFilter(named: String(text[text.index(after: space)...])) else {
        continue
      }
      let fold = CityFolding.fold(String(text[..<space]))
      return fold.isEmpty ? nil : Reading(fold: fold, countries: filter)
    }
    return nil
  }

  /// Whether nothing is asked.
  package var isEmpty: Bool { text.isEmpty }
}

/// A query over the length that names have.
package struct CityQueryTooLong: Error, Sendable, Equatable, CustomStringConvertible {
  package let length: Int

  package var description: String {
    "the query has \(length) characters, more than \(CityQuery.maximumLength)"
  }
}
