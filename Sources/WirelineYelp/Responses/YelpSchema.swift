internal import WirelineCore

/// The field types of an object that the API returns.
///
/// Every field is optional: absent fields and null pass, unknown fields are ignored, the last of
/// duplicate fields counts.
struct YelpSchema: Sendable {
  enum FieldType: Sendable {
    case string, boolean, number
    /// A number without a fraction, such as `12` or `12.0`.
    case integer
    /// A string or, as in records written with `--dates unix`, seconds since 1970.
    case time
    case array
    case strings
    case object(YelpSchema)
    case objects(YelpSchema)
  }

  private let fields: [(name: String, type: FieldType)]
  private let names: JSONNames

  init(_ fields: KeyValuePairs<String, FieldType>) {
    names = JSONNames(fields.map(\.key))
    self.fields = fields.map { ($0.key, $0.value) }
  }

  /// The names of the fields, and of the fields of objects: `location.city`.
  var paths: [String] {
    fields.flatMap { field -> [String] in
      guard case .object(let schema) = field.type else { return [field.name] }
      return [field.name] + schema.fields.map { "\(field.name).\($0.name)" }
    }
  }

  /// Checks an object.
  ///
  /// - Parameter path: the JSON Pointer of the object in the response.
  /// - Throws: `.decode` for the first field of the schema that has the wrong type.
  func check(_ object: JSONView, path: String) throws(YelpValidationError) {
    try Self.expect(.object, object, at: path)
    var found = [JSONView?](repeating: nil, count: fields.count)
    object.visitChildren { child, text in
      if let index = names.index(of: child, in: text) {
        found[index] = child.value.type == .null ? nil : object.view(of: child.value)
      }
      return true
    }
    for (field, value) in zip(fields, found) {
      guard let value else { continue }
      try Self.check(value, field.type, path: "\(path)/\(field.name)")
    }
  }

  static func expect(
    _ type: JSONType, _ value: JSONView, at path: @autoclosure () -> String
  ) throws(YelpValidationError) {
    if value.type == type { return }
    let article = type == .array || type == .object ? "an" : "a"
    throw .decode(
      path: path(), reason: "expected \(article) \(type.rawValue), found \(value.type.rawValue)")
  }

  private static func check(
    _ value: JSONView, _ type: FieldType, path: String
  ) throws(YelpValidationError) {
    switch type {
    case .string: try expect(.string, value, at: path)
    case .boolean: try expect(.boolean, value, at: path)
    case .number:
      try expect(.number, value, at: path)
      if value.double == nil { throw .decode(path: path, reason: "the number is too large") }
    case .integer: _ = try integer(value, path)
    case .time: try checkTime(value, path)
    case .array: try expect(.array, value, at: path)
    case .object(let schema): try schema.check(value, path: path)
    case .strings:
      try expect(.array, value, at: path)
      for (index, element) in value.elements.enumerated() {
        try expect(.string, element, at: "\(path)/\(index)")
      }
    case .objects(let schema):
      try expect(.array, value, at: path)
      for (index, element) in value.elements.enumerated() {
        try schema.check(element, path: "\(path)/\(index)")
      }
    }
  }

  private static func integer(_ value: JSONView, _ path: String) throws(YelpValidationError) -> Int
  {
    try expect(.number, value, at: path)
    guard let integer = value.integer else {
      throw .decode(path: path, reason: "expected a whole number of 64 bits")
    }
    return integer
  }

  private static func checkTime(_ value: JSONView, _ path: String) throws(YelpValidationError) {
    guard value.type == .number else { return try expect(.string, value, at: path) }
    // The years with four digits.
    guard (-62_135_596_800...253_402_300_799).contains(try integer(value, path)) else {
      throw .decode(path: path, reason: "expected a time in the years 1 to 9999")
    }
  }
}

// MARK: Schemas

extension YelpSchema {
  /// A business in any response; each endpoint returns some of the fields.
  static let business = YelpSchema([
    "id": .string, "alias": .string, "name": .string, "image_url": .string, "url": .string,
    "is_closed": .boolean, "is_claimed": .boolean, "review_count": .integer, "rating": .number,
    "price": .string, "categories": .objects(category), "coordinates": .object(coordinates),
    "location": .object(location), "transactions": .strings, "phone": .string,
    "display_phone": .string, "distance": .number, "photos": .array, "hours": .objects(hours),
    "business_hours": .objects(hours), "special_hours": .objects(specialHours),
    "specialHours": .objects(specialHours), "messaging": .object(messaging),
  ])

  static let category = YelpSchema([
    "alias": .string, "title": .string, "parent_aliases": .strings,
    "country_whitelist": .strings, "country_blacklist": .strings,
  ])

  static let coordinates = YelpSchema(["latitude": .number, "longitude": .number])

  static let location = YelpSchema([
    "address1": .string, "address2": .string, "address3": .string, "city": .string,
    "state": .string, "zip_code": .string, "country": .string, "display_address": .strings,
    "cross_streets": .string,
  ])

  static let hours = YelpSchema([
    "hours_type": .string, "open": .objects(openPeriod), "is_open_now": .boolean,
  ])

  static let openPeriod = YelpSchema([
    "start": .string, "end": .string, "is_overnight": .boolean, "day": .integer,
  ])

  static let specialHours = YelpSchema([
    "date": .string, "is_closed": .boolean, "start": .string, "end": .string,
    "is_overnight": .boolean,
  ])

  static let messaging = YelpSchema(["url": .string, "use_case_text": .string])

  static let review = YelpSchema([
    "id": .string, "text": .string, "url": .string, "rating": .number, "time_created": .time,
    "user": .object(user), "language": .string,
  ])

  static let user = YelpSchema([
    "id": .string, "profile_url": .string, "name": .string, "image_url": .string,
  ])

  static let event = YelpSchema([
    "id": .string, "name": .string, "category": .string, "description": .string,
    "business_id": .string, "event_site_url": .string, "image_url": .string,
    "tickets_url": .string, "attending_count": .integer, "interested_count": .integer,
    "cost": .number, "cost_max": .number, "is_canceled": .boolean, "is_free": .boolean,
    "is_official": .boolean, "latitude": .number, "longitude": .number,
    "location": .object(location), "time_start": .time, "time_end": .time,
  ])

  static let term = YelpSchema(["text": .string])

  static let serviceOffering = YelpSchema([
    "id": .string, "name": .string, "description": .string, "url": .string,
  ])

  /// The counts of a business, from `engagement` and `insights`.
  static let metrics = YelpSchema(["business_id": .string, "metrics": .object(YelpSchema([:]))])

  static let reviewHighlight = YelpSchema([
    "text": .string, "rating": .number, "feedback_count": .integer, "language": .string,
  ])

  static let job = YelpSchema([
    "id": .string, "name": .string, "alias": .string, "description": .string,
  ])

  static let reservationDay = YelpSchema(["date": .string, "times": .objects(reservationTime)])

  static let reservationTime = YelpSchema(["time": .string, "credit_card_required": .boolean])

  static let chat = YelpSchema([
    "chat_id": .string, "response": .object(chatText), "types": .strings,
    "entities": .objects(chatEntity),
  ])

  static let chatText = YelpSchema(["text": .string, "tags": .array])

  static let chatEntity = YelpSchema(["businesses": .objects(business)])
}
