package import WirelineCore

/// A city as a line: what `cities-find` prints.
package struct CityRecord: Sendable {
  package var match: CityMatch
  package var ref: [UInt8]
  package var isFavorite: Bool
  /// The city is gone from the data, and only the favourites know of it.
  package var isOrphan: Bool

  package init(_ match: CityMatch, ref: [UInt8], isFavorite: Bool, isOrphan: Bool = false) {
    self.match = match
    self.ref = ref
    self.isFavorite = isFavorite
    self.isOrphan = isOrphan
  }

  /// Writes the record's members into an object that is open.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("ref", raw: ref)
    writeCity(to: &writer)
  }

  /// The members but for the `ref`, which an envelope has for all.
  package func writeCity(to writer: inout JSONWriter) {
    match.city.writeMembers(to: &writer)
    writer.member("favorite", isFavorite)
    if isOrphan { writer.member("orphan", true) }
    writer.member("match", match.kind.rawValue)
    writer.member("rank", match.rank)
    if let kilometres = match.kilometres {
      // To the metre.
      writer.member("distance_km", (kilometres * 1000).rounded() / 1000)
    }
  }
}
