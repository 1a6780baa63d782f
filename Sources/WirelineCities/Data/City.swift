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

  func writeFields(to writer: inout JSONWriter) {
    writer.field("id", id)
    writer.field("name", name)
    if !country.isEmpty { writer.field("country", country) }
    // Numbers and fields, which the import or `init(_:more:)` has checked.
    writer.field("latitude", raw: latitude)
    writer.field("longitude", raw: longitude)
    if !more.isEmpty { writer.raw(more) }
  }
}

extension City {
  /// The flag of the country: two regional indicators of Unicode for the letters of the code.
  var flag: String? {
    let letters = country.unicodeScalars.compactMap {
      ("A"..."Z").contains($0) ? Unicode.Scalar(0x1F1E6 + $0.value - 0x41) : nil
    }
    guard letters.count == 2, country.utf8.count == 2 else { return nil }
    return String(String.UnicodeScalarView(letters))
  }

  /// Reads columns of a row: id, name, country, latitude, longitude and possibly additional fields.
  ///
  /// - Throws: an error of kind `damaged` for other types, and for text that would not be valid as
  ///   part of a record. The checksum of a database does not prove who wrote it.
  init(
    _ row: SQLiteStatement, at first: Int = 0, hasMore: Bool = true
  ) throws(SQLiteError) {
    guard row.isInteger(first), row.isText(first + 1), row.isText(first + 2),
      JSONDecimal.isNumber(row.bytes(first + 3)), JSONDecimal.isNumber(row.bytes(first + 4)),
      !hasMore || Self.isFields(row.bytes(first + 5))
    else { throw .damaged(row.path, because: "city \(row.integer(first)) has invalid values") }
    self.init(
      id: row.integer(first), name: row.text(first + 1), country: row.text(first + 2),
      latitude: row.text(first + 3), longitude: row.text(first + 4),
      more: hasMore ? row.text(first + 5) : "")
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
