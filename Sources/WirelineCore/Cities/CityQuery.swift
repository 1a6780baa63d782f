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
  /// `paris fr`: how else it may be meant, where nothing has such a name.
  let alternative: Reading?

  /// Characters that a query may have.
  package static let maximumLength = 100

  /// - Parameter text: a name's beginning, with a country's behind a comma:
  ///   `paris, fr`; or `paris fr`, where no name begins so.
  package init(_ text: String) throws(CityQueryTooLong) {
    let trimmed = text.trimmingSpaces
    // No character has less than a byte: most need no counting.
    if trimmed.utf8.count > Self.maximumLength {
      let length = trimmed.count
      guard length <= Self.maximumLength else { throw CityQueryTooLong(length: length) }
    }
    self.text = trimmed
    guard let comma = trimmed.lastIndex(of: ",") else {
      reading = Reading(fold: CityFolding.fold(trimmed))
      alternative = Self.alternative(trimmed)
      return
    }
    let country = trimmed[trimmed.index(after: comma)...].trimmingSpaces
    reading = Reading(
      fold: CityFolding.fold(String(trimmed[..<comma])),
      countries: country.isEmpty ? nil : CountryFilter(country))
    alternative = nil
  }

  /// The last word taken for a country: a code, or the beginning of a name.
  private static func alternative(_ text: String) -> Reading? {
    guard let space = text.lastIndex(of: " ") else { return nil }
    let fold = CityFolding.fold(String(text[..<space]))
    let filter = CountryFilter(String(text[text.index(after: space)...]), isWhole: true)
    return fold.isEmpty || filter.isEmpty ? nil : Reading(fold: fold, countries: filter)
  }

  /// Whether there is nothing to look for.
  package var isEmpty: Bool { reading.fold.isEmpty && reading.countries == nil }
}

/// A query over the length that names have.
package struct CityQueryTooLong: Error, Sendable, Equatable, CustomStringConvertible {
  package let length: Int

  package var description: String {
    "the query has \(length) characters, more than \(CityQuery.maximumLength)"
  }
}
