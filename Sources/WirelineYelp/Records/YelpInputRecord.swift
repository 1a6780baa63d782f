internal import WirelineCore

/// Sets the parameters of a query from an input record, such as the coordinates of a city or the
/// identifier of a business.
enum YelpInputRecord {
  static let names = subjects + parameters.filter { !subjects.contains($0) }

  fileprivate static let indices = Dictionary(
    uniqueKeysWithValues: names.enumerated().map { ($0.element, $0.offset) })

  /// The columns of a table of places or businesses.
  static let columns = subjects + ["address", "business_id", "lat", "lon", "lng", "place", "url"]

  private static let subjects = [
    "latitude", "longitude", "coordinates", "location", "name", "country", "id", "alias", "phone",
    "term", "text", "query", "chat_id", "business_ids", "address1", "address2", "address3", "city",
    "state", "postal_code", "zip_code",
  ]
  private static let parameters = Set(
    YelpEndpoint.allCases.flatMap { $0.parameters.map(\.name) })

  /// The fields of a business or an event that describe it, and are not parameters of a query.
  private static let descriptions: Set = ["attributes", "categories", "is_free", "price"]

  /// The parameters that describe one item.
  static func parameters(of endpoint: YelpEndpoint) -> Set<String> {
    var names = Set(sources(of: endpoint).map(\.key))
    if endpoint.needsLocation { names.insert("location") }
    if hasCoordinates(endpoint) { names.formUnion(["latitude", "longitude"]) }
    return names
  }

  /// Sets the parameters that a record provides; they override existing ones.
  static func fill(
    _ query: inout YelpQuery, from object: JSONObject, warn: (String) -> Void
  ) throws(InputRecordError) {
    let reader = Reader(object: object)
    try converting(InputRecordError.init) { () throws(YelpValidationError) in
      var values: [(String, String)] = []
      for (parameter, fields) in sources(of: query.endpoint) {
        if let text = try reader.text(fields) { values.append((parameter, text)) }
      }
      if query.endpoint.needsLocation {
        values += try reader.location()
      } else if hasCoordinates(query.endpoint) {
        values += try reader.coordinates()
      }
      let subjects = parameters(of: query.endpoint)
      for parameter in query.endpoint.parameters where !subjects.contains(parameter.name) {
        if descriptions.contains(parameter.name), reader.isBusiness { continue }
        guard let text = try reader.value(parameter.name) else { continue }
        // An option that cannot be used with the field, unless that sets nothing.
        if let conflict = parameter.conflict, !text.isEmpty, text != "false" {
          query.remove(conflict)
        }
        values.append((parameter.name, text))
      }
      for (name, text) in values { try query.set(name, text, warn: warn) }
    }
  }

  static func fill(
    _ query: inout YelpQuery, from text: String, warn: (String) -> Void
  ) throws(InputRecordError) {
    guard let subject = query.endpoint.subject else {
      throw .syntax("\(query.endpoint.rawValue) accepts records and options, not plain text")
    }
    try converting(InputRecordError.init) { () throws(YelpValidationError) in
      if subject == "location", let point = coordinates(text) {
        try query.set("latitude", point.latitude)
        try query.set("longitude", point.longitude)
      } else {
        try query.set(subject, text, warn: warn)
      }
    }
  }

  /// The fields that provide each parameter, except the location, in order of preference.
  private static func sources(of endpoint: YelpEndpoint) -> KeyValuePairs<String, [String]> {
    switch endpoint {
    case .search, .transactions: ["term": ["term"]]
    case .phone: ["phone": ["phone"]]
    case .business, .reviews, .event, .serviceOfferings, .reviewHighlights, .openings:
      ["id": ["id", "alias"]]
    case .category: ["alias": ["alias", "id"]]
    case .match:
      [
        "name": ["name", "location.name"], "address1": ["address1", "location.address1"],
        "address2": ["address2", "location.address2"],
        "address3": ["address3", "location.address3"], "city": ["city", "location.city"],
        "state": ["state", "location.state"], "country": ["country", "location.country"],
        "phone": ["phone", "location.phone"],
        "postal_code": ["postal_code", "zip_code", "location.zip_code", "location.postal_code"],
      ]
    case .autocomplete: ["text": ["text"]]
    case .chat: ["query": ["query"], "chat_id": ["chat_id"]]
    case .jobs: ["query": ["query"]]
    case .engagement, .insights: ["business_ids": ["business_ids", "id"]]
    case .events, .featuredEvent, .categories: [:]
    }
  }

  private static func hasCoordinates(_ endpoint: YelpEndpoint) -> Bool {
    endpoint.parameter("latitude") != nil
  }

  /// Parses `48.85,2.35`, `48.85 2.35` or `-33,151`; nil for other text, such as `10,20`.
  private static func coordinates(_ text: String) -> (latitude: String, longitude: String)? {
    let parts = text.split(whereSeparator: { $0 == "," || $0 == " " || $0 == "\t" })
    guard parts.count == 2, parts.allSatisfy({ Double($0) != nil }),
      parts.contains(where: { $0.hasPrefix("-") || $0.contains(".") })
    else { return nil }
    return (String(parts[0]), String(parts[1]))
  }
}

private struct Reader {
  let object: JSONObject

  /// Coordinates if present, otherwise an address, a location or a name.
  func location() throws(YelpValidationError) -> [(String, String)] {
    let coordinates = try coordinates()
    if !coordinates.isEmpty { return coordinates }
    if let location = view("location"), location.type == .object {
      // The address of a business.
      let isAddress = (try? YelpSchema.location.check(location, path: "/location")) != nil
      if isAddress, let line = location.addressLine { return [("location", line)] }
    } else if let location = try text(["location"]), !location.isEmpty {
      return [("location", location)]
    }
    guard let name = try text(["name"]) else { return [] }
    let location = [name, try text(["country"])].compactMap(\.self).joined(separator: ", ")
    return [("location", location)]
  }

  func coordinates() throws(YelpValidationError) -> [(String, String)] {
    for prefix in ["", "coordinates."] {
      var values: [(String, String)] = []
      for name in ["latitude", "longitude"] {
        if let text = try text([prefix + name]) { values.append((name, text)) }
      }
      if !values.isEmpty { return values }
    }
    return []
  }

  /// Returns the first of the fields that is present: a string, or a number verbatim.
  ///
  /// - Parameter fields: `location.city` is a field of an object in a field.
  func text(_ fields: [String]) throws(YelpValidationError) -> String? {
    for field in fields {
      let path = field.split(separator: ".").map(String.init)
      guard var view = view(path[0]) else { continue }
      if path.count > 1 {
        guard let inner = view[path[1]], inner.type != .null else { continue }
        view = inner
      }
      guard field == "business_ids", view.type == .array else { return try text(view, field) }
      return try texts(view, field)
    }
    return nil
  }

  /// Whether the record is a business or an event of the API, perhaps without some of its fields.
  var isBusiness: Bool {
    ["coordinates", "location", "attributes"].contains { view($0)?.type == .object }
      || view("categories")?.elements.first?.type == .object
  }

  /// Returns the value of a parameter as the text of its option: a list with commas.
  func value(_ name: String) throws(YelpValidationError) -> String? {
    guard let view = view(name) else { return nil }
    if let flag = view.boolean { return "\(flag)" }
    guard view.type == .array else { return try text(view, name) }
    return try texts(view, name)
  }

  private func texts(_ list: JSONView, _ name: String) throws(YelpValidationError) -> String {
    try list.elements.map { element throws(YelpValidationError) in try text(element, name) }
      .joined(separator: ",")
  }

  private func view(_ name: String) -> JSONView? {
    YelpInputRecord.indices[name].flatMap { object[$0] }
      .flatMap { $0.type == .null ? nil : $0 }
  }

  private func text(_ view: JSONView, _ name: String) throws(YelpValidationError) -> String {
    guard view.type != .boolean, let text = view.scalarText else {
      throw .parameter(name: name, reason: "expected a string, found \(view.type.rawValue)")
    }
    return text
  }
}

extension InputRecordError {
  init(_ error: YelpValidationError) {
    switch error {
    case .parameter(let name, let reason, let suggestion):
      let hint = suggestion.map { "; did you mean \"\($0)\"?" } ?? ""
      self = .invalid(field: name, reason: reason + hint)
    case .missing(let names):
      self = .missing(field: names.joined(separator: ", "), expected: "the field, or an option")
    case .missingLocation:
      self = .missing(field: "latitude", expected: "latitude and longitude, or location")
    case .decode(_, let reason): self = .syntax(reason)
    }
  }
}
