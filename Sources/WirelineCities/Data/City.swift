internal import WirelineCore

/// A city of the city database.
struct City: Sendable, Equatable {
  /// The identifier of the source; unique.
  var id: Int64
  var name: String
  /// The country as in the source; usually ISO 3166-1 alpha-2, upper case.
  var country: String
  /// Degrees, with the digits of the source.
  var latitude: String
  var longitude: String
  /// Additional fields of the source, as JSON without the braces:
  /// `"state":"TX","population":2304580`.
  var more = ""
  /// The population by which cities are ranked, from the source or the table of large places; 0 if
  /// unknown.
  var population: Int64 = 0
  /// The area of the city; nil if it is unknown.
  var area: Area?

  /// A region with one time zone.
  struct Area: Sendable, Equatable {
    /// The name as shown; empty if unknown.
    let region: String
    let timezone: String
  }

  func writeFields(to writer: inout JSONWriter) {
    writer.field("id", id)
    writer.field("name", name)
    if !country.isEmpty { writer.field("country", country) }
    // Numbers and fields, which the import or `init(_:more:)` has checked.
    writer.field("latitude", raw: latitude)
    writer.field("longitude", raw: longitude)
    if !more.isEmpty { writer.raw(more) }
  }

  /// Writes what the tables know about the city, except fields that the source has.
  func writeKnown(to writer: inout JSONWriter) {
    func isMissing(_ name: String) -> Bool {
      more.isEmpty || !more.contains(text: "\"\(name)\":")
    }
    if let area, !area.region.isEmpty, isMissing("region") { writer.field("region", area.region) }
    if population > 0, isMissing("population") { writer.field("population", population) }
    if let area, !area.timezone.isEmpty, isMissing("timezone") {
      writer.field("timezone", area.timezone)
    }
    guard let code = CountryCode.number(country.utf8), isMissing("flag") else { return }
    let (first, last) = (UInt8(code >> 8) &- 0x41, UInt8(code & 0xFF) &- 0x41)
    guard first < 26, last < 26 else { return }
    // The flag in UTF-8: regional indicators of Unicode, U+1F1E6 to U+1F1FF, for the letters.
    let flag: InlineArray<10, UInt8> = [
      JSONByte.quote, 0xF0, 0x9F, 0x87, 0xA6 + first, 0xF0, 0x9F, 0x87, 0xA6 + last, JSONByte.quote,
    ]
    writer.key("flag")
    flag.span.withUnsafeBytes { writer.raw($0) }
  }
}

extension City {
  /// Reads columns of a row: id, name, country, latitude, longitude and additional fields.
  ///
  /// - Throws: an error of kind `damaged` for other types, and for text that would not be valid as
  ///   part of a record. The checksum of a database does not prove who wrote it.
  init(
    _ row: SQLiteStatement, at first: Int = 0, population: Int64 = 0, area: Area? = nil
  ) throws(SQLiteError) {
    // The types first, because `bytes` converts other values to text.
    guard row.isInteger(first), row.isText(first + 1), row.isText(first + 2),
      let city = City(
        row.integer(first),
        CityTexts(
          country: row.bytes(first + 2), name: row.bytes(first + 1), latitude: row.bytes(first + 3),
          longitude: row.bytes(first + 4), more: row.bytes(first + 5)),
        population: population, area: area)
    else { throw .damaged(row.path, because: "city \(row.integer(first)) has invalid values") }
    self = city
  }

  /// - Returns: nil for text that would not be valid as part of a record.
  init?(_ id: Int64, _ texts: CityTexts, population: Int64, area: Area?) {
    guard JSONDecimal.isNumber(texts.latitude), JSONDecimal.isNumber(texts.longitude),
      Self.isFields(texts.more)
    else { return nil }
    func text(_ bytes: UnsafeRawBufferPointer) -> String { String(decoding: bytes, as: UTF8.self) }
    self.init(
      id: id, name: text(texts.name), country: text(texts.country),
      latitude: text(texts.latitude), longitude: text(texts.longitude), more: text(texts.more),
      population: population, area: area)
  }

  /// Whether a text is empty, or consists of fields of a JSON object without white space between
  /// tokens.
  private static func isFields(_ text: UnsafeRawBufferPointer) -> Bool {
    if text.isEmpty { return true }
    let object = [JSONByte.openBrace] + text + [JSONByte.closeBrace]
    return (try? JSONScanner.compacted(object)) == object
  }
}
