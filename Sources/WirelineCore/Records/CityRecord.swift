/// A city as a line: what `cities-find` prints.
package struct CityRecord: Sendable {
  package var match: CityMatch
  package var ref: [UInt8]

  package init(_ match: CityMatch, ref: [UInt8]) {
    self.match = match
    self.ref = ref
  }

  /// Writes the record's members into an object that is open.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("ref", raw: ref)
    writeCity(to: &writer)
  }

  /// The members but for the `ref`, which an envelope has for all.
  package func writeCity(to writer: inout JSONWriter) {
    let city = match.city
    writer.member("id", city.id)
    writer.member("name", city.name)
    writer.member("country", city.country)
    // The digits are the source's, and valid: they were scanned when they came.
    writer.member("latitude", raw: Array(city.latitude.utf8))
    writer.member("longitude", raw: Array(city.longitude.utf8))
    writer.member("match", match.kind.rawValue)
    writer.member("rank", match.rank)
  }
}
