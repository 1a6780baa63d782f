internal import WirelineCore

/// What to look for.
package struct CityQuery: Sendable, Equatable {
  /// As asked, white space at its ends removed.
  package let text: String
  /// A way to read the text: a name's beginning, and countries.
  struct Reading: Sendable, Equatable {
    var fold: [UInt8]
    var countries: CountryFilter?

    /// `l aquila` without the space that people type for an apostrophe, and `washington dc` with
    /// the one that stands between initials.
    var respellings: [Reading] {
      [joined, spelled].compactMap { fold in
        fold.map { Reading(fold: $0, countries: countries) }
      }
    }

    /// Every word of one letter joined to the next one.
    private var joined: [UInt8]? {
      let words = fold.split(separator: 0x20)
      var joined: [UInt8] = []
      for (index, word) in words.enumerated() {
        joined += word
        if word.count > 1, index < words.count - 1 { joined.append(0x20) }
      }
      return joined == fold ? nil : joined
    }

    /// The last word, of two letters, as two initials.
    private var spelled: [UInt8]? {
      let last = fold.suffix(3)
      guard fold.count > 3, last.first == 0x20, last.dropFirst().allSatisfy(Self.isLetter) else {
        return nil
      }
      return fold.dropLast() + [0x20] + fold.suffix(1)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
  }

  let reading: Reading

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
    reading = Self.behindComma(trimmed) ?? Reading(fold: CityFolding.fold(trimmed))
  }

  /// How else it may be meant, one after the other, where nothing is found: `aachen, st` with the
  /// comma of a name, `paris fr` with a country, and then the respellings of each.
  var alternatives: [Reading] {
    let other =
      reading.countries != nil
      ? Reading(fold: CityFolding.fold(text)) : text.contains(",") ? nil : Self.withCountry(text)
    let readings = [reading] + (other.map { [$0] } ?? [])
    return readings.dropFirst() + readings.flatMap(\.respellings)
  }

  /// The words behind the last comma taken for a country; nil where there is none of that name.
  private static func behindComma(_ text: String) -> Reading? {
    guard let comma = text.lastIndex(of: ",") else { return nil }
    let country = text[text.index(after: comma)...].trimmingSpaces
    let filter = country.isEmpty ? nil : CountryFilter(country)
    if filter?.isEmpty == true { return nil }
    return Reading(fold: CityFolding.fold(String(text[..<comma])), countries: filter)
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
