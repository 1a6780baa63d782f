internal import WirelineCore

/// Reads an input item: the query is a plain line, or a record's `query`, else its `name`, which
/// its `country` and its `admin1`, else `state`, else `region`, restrict. The id is a plain line,
/// or a record's `id`.
struct CityQueryRecord: Sendable {
  private enum Field: Int, CaseIterable {
    case query, name, country, state, admin1, region, latitude, longitude, lat, lon, lng
    case coordinates
  }

  /// The fields that are read.
  static let names = FieldNames.checked(
    [
      "query", "name", "country", "state", "admin1", "region", "latitude", "longitude", "lat",
      "lon", "lng", "coordinates",
    ], Field.allCases)

  /// - Throws: if the query is missing or too long.
  static func query(_ item: InputItem) throws(InputRecordError) -> CityQuery {
    let fields = item.object.map { RecordFields($0, names: names) }
    var text = item.text
    if let fields { text = try name(fields) }
    let region =
      restriction(.admin1, fields) ?? restriction(.state, fields) ?? restriction(.region, fields)
    let countryName = restriction(.country, fields)
    let country = countryName.flatMap { CountryFilter(named: $0) }
    return try CityQuery(
      text, country: country, countryName: country == nil ? countryName : nil, region: region)
  }

  private static func name(_ fields: RecordFields) throws(InputRecordError) -> String {
    if let query = try fields.string(Field.query.rawValue) { return query }
    if let name = try fields.string(Field.name.rawValue) { return name }
    throw .missing(field: "query", expected: "a string")
  }

  /// Returns the text of a field; nil if its folded text is empty, or if it is not text: records of
  /// other tools may use the name for something else.
  private static func restriction(_ field: Field, _ fields: RecordFields?) -> String? {
    guard let text = fields?.view(field.rawValue)?.string, !CityFolding.fold(text).isEmpty else {
      return nil
    }
    return text
  }

  /// Reads `48.85,2.35`, or the coordinates of a record; those of a business are in an object.
  static func point(_ item: InputItem) throws(InputRecordError) -> GeographicPoint {
    guard let object = item.object else {
      if let point = GeographicPoint(item.text) { return point }
      throw .invalid(
        field: "coordinates",
        reason: "expected latitude and longitude in degrees, not \"\(item.text)\"")
    }
    let fields = RecordFields(object, names: names)
    let inner = fields.view(Field.coordinates.rawValue)
    func number(_ names: Field...) throws(InputRecordError) -> Double {
      for name in names {
        // Rows of tables, and records made of them, have strings.
        if let number = fields.view(name.rawValue)?.string.flatMap(GeographicPoint.degrees) {
          return number
        }
        if let number = try fields.number(name.rawValue) { return number }
      }
      if let number = names.lazy.compactMap({ inner?["\($0)"]?.double }).first { return number }
      throw .missing(field: "\(names[0])", expected: "degrees")
    }
    let (latitude, longitude) = (try number(.latitude, .lat), try number(.longitude, .lon, .lng))
    if let point = GeographicPoint(latitude: latitude, longitude: longitude) { return point }
    throw .invalid(field: "latitude", reason: "expected -90 to 90, and longitude -180 to 180")
  }

  static func identifier(_ item: InputItem) throws(InputRecordError) -> Int64 {
    guard item.object != nil else {
      guard let identifier = Int64(item.text.trimmingSpaces) else {
        throw .invalid(field: "id", reason: "expected a whole number, not \"\(item.text)\"")
      }
      return identifier
    }
    // Not in `names`, because `id` is also the record's `ref`.
    guard let field = (try? JSONView.parse(item.bytes))?["id"] else {
      throw .missing(field: "id", expected: "a whole number")
    }
    guard let identifier = field.integer ?? field.string.flatMap({ Int($0) }) else {
      throw .invalid(field: "id", reason: "expected a whole number")
    }
    return Int64(identifier)
  }
}
