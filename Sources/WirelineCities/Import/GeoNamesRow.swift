internal import WirelineCore

/// One line of GeoNames' table after the other → rows.
///
/// Its columns are described in <https://download.geonames.org/export/dump/readme.txt>.
struct GeoNamesRow: Sendable {
  private enum Column: Int {
    case geonameid, name, asciiname, alternatenames, latitude, longitude
    case featureClass, featureCode, countryCode, cc2, admin1, admin2, admin3, admin4
    case population, elevation, dem, timezone, modificationDate
  }

  static let columns = 19
  /// `2024-11-04`.
  private static let dateBytes = 10

  /// Where the columns end, the tab or the end of the line.
  private var ends: [Int] = []
  private var scratch: [UInt8] = []

  /// Whether a last line without a line feed ends before its time.
  mutating func isCut(_ line: UnsafeRawBufferPointer) -> Bool {
    if line.allSatisfy(JSONByte.isSpace) { return false }
    split(line)
    guard ends.count >= Self.columns else { return true }
    let date = self[.modificationDate, line]
    return !date.isEmpty && date.count < Self.dateBytes
  }

  /// - Parameter line: without its end.
  mutating func read(
    _ line: UnsafeRawBufferPointer, _ body: (CityRow) -> Void
  ) throws(BadCityRow.Reason) {
    split(line)
    guard ends.count == Self.columns else { throw .missingColumns }
    guard CityRowText.isUTF8(line) else { throw .notUTF8 }
    guard let id = Self.whole(self[.geonameid, line]) else { throw .noIdentifier }
    let (latitude, longitude) = (self[.latitude, line], self[.longitude, line])
    guard CityRowNumber.isNumber(latitude), CityRowNumber.isDegrees(latitude, within: 90),
      CityRowNumber.isNumber(longitude), CityRowNumber.isDegrees(longitude, within: 180)
    else { throw .noCoordinates }
    try CityRowText.checkName(self[.name, line])
    try CityRowText.checkCountry(self[.countryCode, line])
    let population = Self.whole(self[.population, line]) ?? 0
    scratch.removeAll(keepingCapacity: true)
    appendCode(line)
    let code = scratch.count
    appendMore(line, population)
    scratch.withUnsafeBytes { scratch in
      body(
        CityRow(
          id: id, name: self[.name, line],
          country: UnsafeRawBufferPointer(rebasing: scratch[..<code]), latitude: latitude,
          longitude: longitude, population: population,
          more: UnsafeRawBufferPointer(rebasing: scratch[code...]),
          alternates: self[.alternatenames, line]))
    }
  }

  private mutating func split(_ line: UnsafeRawBufferPointer) {
    ends.removeAll(keepingCapacity: true)
    // One more is enough to see that there are too many.
    for index in line.indices where line[index] == JSONByte.tab && ends.count <= Self.columns {
      ends.append(index)
    }
    ends.append(line.count)
  }

  private subscript(column: Column, line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let index = column.rawValue
    let start = index == 0 ? 0 : ends[index - 1] + 1
    return UnsafeRawBufferPointer(rebasing: line[start..<ends[index]])
  }

  /// Digits and nothing else; nil for others.
  private static func whole(_ text: UnsafeRawBufferPointer) -> Int64? {
    guard text.first.map(JSONByte.isDigit) == true, CityRowNumber.isNumber(text) else { return nil }
    return CityRowNumber.integer(text)
  }

  private mutating func appendCode(_ line: UnsafeRawBufferPointer) {
    scratch.append(contentsOf: self[.countryCode, line])
    guard scratch.count == 2, scratch.allSatisfy(CityRowText.isLetter) else { return }
    for index in scratch.indices { scratch[index] &= 0xDF }
  }

  /// What a search may want to show: population, first division, kind of place, time zone.
  private mutating func appendMore(_ line: UnsafeRawBufferPointer, _ population: Int64) {
    let start = scratch.count
    if population > 0 {
      scratch.append(contentsOf: "\"population\":".utf8)
      JSONDigits.append(UInt64(population), isNegative: false, to: &scratch)
    }
    appendMember("admin1", self[.admin1, line], after: start)
    appendMember("feature_code", self[.featureCode, line], after: start)
    appendMember("timezone", self[.timezone, line], after: start)
  }

  private mutating func appendMember(
    _ name: StaticString, _ value: UnsafeRawBufferPointer, after start: Int
  ) {
    if value.isEmpty { return }
    if scratch.count > start { scratch.append(JSONByte.comma) }
    name.withUTF8Buffer { JSONQuoting.append(UnsafeRawBufferPointer($0), to: &scratch) }
    scratch.append(JSONByte.colon)
    JSONQuoting.append(value, to: &scratch)
  }
}
