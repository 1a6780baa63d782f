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
    if let flag, isMissing("flag") { writer.field("flag", raw: flag) }
  }

  /// The flag of the country as JSON: regional indicators of Unicode for the letters of the code.
  private var flag: [UInt8]? {
    let code = country.utf8
    guard code.count == 2, code.allSatisfy({ (0x41...0x5A).contains($0) }),
      let first = code.first, let last = code.last
    else { return nil }
    // U+1F1E6 to U+1F1FF in UTF-8.
    return [
      JSONByte.quote, 0xF0, 0x9F, 0x87, first - 0x41 + 0xA6, 0xF0, 0x9F, 0x87, last - 0x41 + 0xA6,
      JSONByte.quote,
    ]
  }
}

extension City {
  /// Reads columns of a row: id, name, country, latitude, longitude and additional fields.
  ///
  /// - Throws: an error of kind `damaged` for other types, and for text that would not be valid as
  ///   part of a record. The checksum of a database does not prove who wrote it.
  init(_ row: SQLiteStatement, at first: Int = 0) throws(SQLiteError) {
    // The types first, because `bytes` converts other values to text.
    guard row.isInteger(first), row.isText(first + 1), row.isText(first + 2),
      let city = City(
        row.integer(first),
        CityTexts(
          country: row.bytes(first + 2), name: row.bytes(first + 1), latitude: row.bytes(first + 3),
          longitude: row.bytes(first + 4), more: row.bytes(first + 5)))
    else { throw .damaged(row.path, because: "city \(row.integer(first)) has invalid values") }
    self = city
  }

  /// - Returns: nil for text that would not be valid as part of a record.
  init?(_ id: Int64, _ texts: CityTexts) {
    guard JSONDecimal.isNumber(texts.latitude), JSONDecimal.isNumber(texts.longitude),
      Self.isFields(texts.more)
    else { return nil }
    func text(_ bytes: UnsafeRawBufferPointer) -> String { String(decoding: bytes, as: UTF8.self) }
    self.init(
      id: id, name: text(texts.name), country: text(texts.country),
      latitude: text(texts.latitude), longitude: text(texts.longitude), more: text(texts.more))
  }

  /// Whether a text is empty, or consists of fields of a JSON object without white space between
  /// tokens.
  private static func isFields(_ text: UnsafeRawBufferPointer) -> Bool {
    guard !text.isEmpty, var cursor = JSONCursor(text) else { return true }
    var grammar = JSONGrammar()
    func skip(_ byte: UInt8) -> Bool {
      guard cursor.at < cursor.end, cursor.base[cursor.at] == byte else { return false }
      cursor.at &+= 1
      return true
    }
    repeat {
      guard skip(JSONByte.quote), (try? cursor.skipString()) != nil, skip(JSONByte.colon) else {
        return false
      }
      grammar.restart()
      guard (try? grammar.scan(&cursor)) != nil else { return false }
    } while skip(JSONByte.comma)
    return cursor.at == cursor.end && cursor.spaces == 0
  }
}
