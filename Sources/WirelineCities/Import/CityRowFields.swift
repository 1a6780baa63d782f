internal import WirelineCore

/// The fields of an object: those of a city by name, the others in order.
struct CityRowFields: Sendable {
  enum Name: Int, CaseIterable {
    case ownID, id, name, country, coord, lat, latitude, lon, lng, longitude
    case population, state, admin1

    fileprivate var text: String { self == .ownID ? "_id" : "\(self)" }
  }

  /// Fields that are not stored. `cities-find` prints its own, and its output can be a source.
  static let omitted = [
    "ref", "favorite", "orphan", "match", "matched", "rank", "distance_km", "query", "confidence",
    "runner_up",
  ]

  static let names = JSONNames(Name.allCases.map(\.text) + omitted)

  private let names = Self.names
  private var known = [JSONSpan?](repeating: nil, count: Name.allCases.count)
  private var others: [JSONWalk.Child] = []

  /// The last field with a name; nil if it is missing or `null`.
  subscript(name: Name) -> JSONSpan? { known[name.rawValue] }

  /// Whether there is a coordinate, or an object with both.
  var hasCoordinates: Bool {
    known[Name.coord.rawValue...Name.longitude.rawValue].contains { $0 != nil }
  }

  mutating func scan(_ bytes: UnsafeRawBufferPointer) throws(JSONSyntaxError) {
    for index in known.indices { known[index] = nil }
    others.removeAll(keepingCapacity: others.capacity < 1000)
    guard var walk = JSONWalk(bytes), walk.isObject else {
      throw JSONSyntaxError(
        offset: 0, reason: .notAnObject(found: try JSONScanner.validate(bytes)))
    }
    while let child = try walk.next() {
      if let index = names.index(of: child, in: bytes) {
        guard index < known.count else { continue }
        if case .null = child.value.type { known[index] = nil } else { known[index] = child.value }
        // Population and the following fields determine order and region; records contain them too.
        guard index >= Name.population.rawValue else { continue }
      }
      others.append(child)
    }
    try walk.finish()
  }

  /// Returns the digits of latitude and longitude.
  func point(
    in bytes: UnsafeRawBufferPointer
  ) throws(BadCityRow.Reason) -> (UnsafeRawBufferPointer, UnsafeRawBufferPointer) {
    guard
      let latitude = Self.digits(self[.lat] ?? self[.latitude], in: bytes),
      let longitude = Self.digits(self[.lon] ?? self[.lng] ?? self[.longitude], in: bytes),
      CityRowNumber.isDegrees(latitude, within: 90),
      CityRowNumber.isDegrees(longitude, within: 180)
    else { throw .noCoordinates }
    return (latitude, longitude)
  }

  /// Returns the digits of a number, or of a string that contains exactly a number; nil for other
  /// values.
  static func digits(
    _ field: JSONSpan?, in bytes: UnsafeRawBufferPointer
  ) -> UnsafeRawBufferPointer? {
    guard let field else { return nil }
    switch field.type {
    case .number: return UnsafeRawBufferPointer(rebasing: bytes[field.range])
    case .string:
      let content = UnsafeRawBufferPointer(rebasing: bytes[field.range].dropFirst().dropLast())
      return JSONDecimal.isNumber(content) ? content : nil
    default: return nil
    }
  }

  /// Appends the additional fields as JSON without white space.
  mutating func appendOthers(from bytes: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    if others.count > 1 { dropRepeated(bytes) }
    let start = output.count
    for child in others {
      if output.count > start { output.append(JSONByte.comma) }
      let key = child.key.lowerBound - 1..<child.key.upperBound + 1
      output.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[key]))
      output.append(JSONByte.colon)
      let value = UnsafeRawBufferPointer(rebasing: bytes[child.value.range])
      // Cannot throw: `scan` has validated the value.
      guard (try? JSONScanner.compact(value, into: &output)) == nil else { continue }
      output.append(contentsOf: "null".utf8)
    }
  }

  private mutating func dropRepeated(_ bytes: UnsafeRawBufferPointer) {
    var names: Set<[UInt8]> = []
    let kept = others.reversed().filter { child in
      let key = UnsafeRawBufferPointer(rebasing: bytes[child.key])
      return names.insert(child.isKeyEscaped ? JSONStringContent.unescaped(key) : Array(key))
        .inserted
    }
    others = kept.reversed()
  }
}
