package import WirelineCore

/// What an input record says of a question: a place (a city has one), the id of a
/// business, a name and an address, a phone number.
package enum YelpInputRecord {
  /// The members that are read of a record, in the order that `values` expects.
  package static let names = [
    "latitude", "longitude", "coordinates", "location", "name", "country", "id", "alias", "phone",
    "term", "text", "query", "chat_id", "business_ids", "address1", "address2", "address3", "city",
    "state", "postal_code", "zip_code",
  ]

  /// Sets in a question what the record says of it; the record goes before what
  /// every question has.
  package static func fill(
    _ question: inout YelpQuestion, from object: JSONObject, warn: (String) -> Void
  ) throws(RecordFault) {
    let reader = Reader(object: object)
    do throws(YelpFault) {
      for (name, text) in try reader.values(question) {
        try question.set(name, text, warn: warn)
      }
    } catch {
      throw RecordFault(error)
    }
  }
}

private struct Reader {
  let object: JSONObject

  private func view(_ name: String) -> JSONView? {
    YelpInputRecord.names.firstIndex(of: name).flatMap { object[$0] }
      .flatMap { $0.type == .null ? nil : $0 }
  }

  /// A text, or a number as it is written.
  private func text(_ name: String) throws(YelpFault) -> String? {
    guard let view = view(name) else { return nil }
    return try text(view, name)
  }

  /// The same of a member of a member; null is nothing.
  private func text(_ name: String, of parent: String) throws(YelpFault) -> String? {
    guard let view = view(parent)?[name], view.type != .null else { return nil }
    return try text(view, "\(parent).\(name)")
  }

  private func text(_ view: JSONView, _ name: String) throws(YelpFault) -> String {
    guard view.type != .boolean, let text = view.scalarText else {
      throw .parameter(name: name, reason: "expected a string, found \(view.type.rawValue)")
    }
    return text
  }

  func values(_ question: YelpQuestion) throws(YelpFault) -> [(String, String)] {
    var values: [(String, String)] = []
    func add(_ name: String, _ text: String?) {
      if let text { values.append((name, text)) }
    }
    // Two that may throw are one expression too many for the compiler.
    func either(_ one: String, _ other: String) throws(YelpFault) -> String? {
      if let text = try text(one) { return text }
      return try text(other)
    }
    switch question.endpoint {
    case .search, .transactions:
      add("term", try text("term"))
      try addPlace(&values)
    case .events, .featuredEvent: try addPlace(&values)
    case .phone: add("phone", try text("phone"))
    case .business, .reviews, .event, .serviceOfferings, .reviewHighlights, .openings:
      add("id", try either("id", "alias"))
    case .category: add("alias", try either("alias", "id"))
    case .match: try addMatch(&values)
    case .autocomplete:
      add("text", try text("text"))
      try addCoordinates(&values)
    case .chat:
      add("query", try text("query"))
      add("chat_id", try text("chat_id"))
      try addCoordinates(&values)
    case .jobs: add("query", try text("query"))
    case .engagement, .insights: add("business_ids", try identifiers())
    case .categories: break
    }
    return values
  }

  /// Coordinates before a location, and before a name.
  private func addPlace(_ values: inout [(String, String)]) throws(YelpFault) {
    if try addCoordinates(&values) { return }
    if let line = address {
      values.append(("location", line))
    } else if let location = view("location"), location.type != .object, !location.isEmptyText {
      values.append(("location", try text(location, "location")))
    } else if let name = try text("name") {
      let place = [name, try text("country")].compactMap { $0 }.joined(separator: ", ")
      values.append(("location", place))
    }
  }

  /// A business has its address in a member of this name.
  private var address: String? {
    view("location").flatMap { try? YelpLocation($0, path: "/location") }?.line
  }

  @discardableResult
  private func addCoordinates(_ values: inout [(String, String)]) throws(YelpFault) -> Bool {
    var latitude = try text("latitude")
    var longitude = try text("longitude")
    if latitude == nil, longitude == nil {
      latitude = try text("latitude", of: "coordinates")
      longitude = try text("longitude", of: "coordinates")
    }
    if let latitude { values.append(("latitude", latitude)) }
    if let longitude { values.append(("longitude", longitude)) }
    return latitude != nil || longitude != nil
  }

  private func addMatch(_ values: inout [(String, String)]) throws(YelpFault) {
    let names = [
      "name", "address1", "address2", "address3", "city", "state", "country", "phone",
      "postal_code",
    ]
    for name in names {
      if let text = try own(name) { values.append((name, text)) }
    }
    if view("postal_code") == nil, let code = try own("zip_code") {
      values.append(("postal_code", code))
    }
    try addCoordinates(&values)
  }

  /// A member of the record, else of its address.
  private func own(_ name: String) throws(YelpFault) -> String? {
    if let text = try text(name) { return text }
    return try text(name, of: "location")
  }

  private func identifiers() throws(YelpFault) -> String? {
    guard let list = view("business_ids") else { return try text("id") }
    if list.type != .array { return try text("business_ids") }
    var identifiers: [String] = []
    for element in list.elements { identifiers.append(try text(element, "business_ids")) }
    return identifiers.joined(separator: ",")
  }
}

extension JSONView {
  /// Some services write what they do not know as an empty string.
  fileprivate var isEmptyText: Bool { string?.isEmpty == true }
}

extension RecordFault {
  /// A question that a record makes impossible.
  package init(_ fault: YelpFault) {
    switch fault {
    case .parameter(let name, let reason, let suggestion):
      let hint = suggestion.map { "; did you mean \"\($0)\"" } ?? ""
      self = .invalid(field: name, reason: reason + hint)
    case .missing(let names):
      self = .missing(field: names.joined(separator: ", "), expected: "it, or an option")
    case .placeMissing:
      self = .missing(field: "latitude", expected: "latitude and longitude, or location")
    case .decode(_, let reason): self = .syntax(reason)
    }
  }
}

extension YelpInputRecord {
  /// The parameters that an item can bring.
  package static func parameters(of endpoint: YelpEndpoint) -> Set<String> {
    let place: Set = ["location", "latitude", "longitude"]
    return switch endpoint {
    case .search, .transactions: place.union(["term"])
    case .events, .featuredEvent: place
    case .match:
      [
        "name", "address1", "address2", "address3", "city", "state", "country", "phone",
        "postal_code", "latitude", "longitude",
      ]
    case .autocomplete: ["text", "latitude", "longitude"]
    case .chat: ["query", "chat_id", "latitude", "longitude"]
    default: endpoint.subject.map { [$0] } ?? []
    }
  }

  /// Sets in a question what a line of plain text, or an operand, says.
  package static func fill(
    _ question: inout YelpQuestion, from text: String, warn: (String) -> Void
  ) throws(RecordFault) {
    guard let subject = question.endpoint.subject else {
      throw .syntax("\(question.endpoint.rawValue) takes no words, but records or options")
    }
    do throws(YelpFault) {
      if subject == "location", let point = coordinates(text) {
        try question.set("latitude", point.latitude)
        try question.set("longitude", point.longitude)
      } else {
        try question.set(subject, text, warn: warn)
      }
    } catch {
      throw RecordFault(error)
    }
  }

  /// `48.85,2.35` or `48.85 2.35`; nil for anything but two numbers.
  private static func coordinates(_ text: String) -> (latitude: String, longitude: String)? {
    let parts = text.split(whereSeparator: { $0 == "," || $0 == " " || $0 == "\t" })
    guard parts.count == 2, parts.allSatisfy({ $0.contains(".") && Double($0) != nil }) else {
      return nil
    }
    return (String(parts[0]), String(parts[1]))
  }
}
