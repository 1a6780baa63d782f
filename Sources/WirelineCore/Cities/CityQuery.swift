/// What to look for.
package struct CityQuery: Sendable, Equatable {
  /// As asked, white space at its ends removed.
  package let text: String
  /// The fold of the part before the comma.
  let fold: [UInt8]
  /// What the country begins with, upper case; nil for any country.
  let country: String?

  /// Characters that a query may have.
  package static let maximumLength = 100

  /// - Parameter text: a name's beginning, with a country's behind a comma:
  ///   `paris, fr`.
  package init(_ text: String) throws(CityQueryTooLong) {
    let trimmed = text.trimmingSpaces
    guard trimmed.count <= Self.maximumLength else { throw CityQueryTooLong(length: trimmed.count) }
    self.text = trimmed
    guard let comma = trimmed.lastIndex(of: ",") else {
      fold = CityFolding.fold(trimmed)
      country = nil
      return
    }
    let country = trimmed[trimmed.index(after: comma)...].trimmingSpaces.uppercased()
    fold = CityFolding.fold(String(trimmed[..<comma]))
    self.country = country.isEmpty ? nil : country
  }

  /// Whether there is nothing to look for.
  var isEmpty: Bool { fold.isEmpty && country == nil }
}

/// A query over the length that names have.
package struct CityQueryTooLong: Error, Sendable, Equatable, CustomStringConvertible {
  package let length: Int

  package var description: String {
    "the query has \(length) characters, more than \(CityQuery.maximumLength)"
  }
}
