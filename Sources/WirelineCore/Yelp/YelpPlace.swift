/// Where to search: exactly one of a location and coordinates.
package enum YelpPlace: Sendable, Equatable {
  /// An address, city or postcode, at most 250 characters.
  case location(String)
  /// Degrees as they were written, so that no digit changes on the way.
  case coordinates(latitude: String, longitude: String)

  /// - Throws: when both are given, or neither, or one is out of its range.
  package init(location: String?, latitude: String?, longitude: String?) throws(YelpFault) {
    switch (location, latitude, longitude) {
    case (let location?, nil, nil):
      guard (1...250).contains(location.count) else {
        throw .parameter(name: "location", reason: "expected 1 to 250 characters")
      }
      self = .location(location)
    case (nil, let latitude?, let longitude?):
      try Self.check(latitude, "latitude", within: 90)
      try Self.check(longitude, "longitude", within: 180)
      self = .coordinates(latitude: latitude, longitude: longitude)
    case (nil, nil, nil): throw .placeMissing
    case (nil, _, nil): throw .parameter(name: "longitude", reason: "it is missing beside latitude")
    case (nil, nil, _): throw .parameter(name: "latitude", reason: "it is missing beside longitude")
    default:
      throw .parameter(name: "location", reason: "give either location or latitude and longitude")
    }
  }

  private static func check(
    _ text: String, _ name: String, within limit: Double
  ) throws(YelpFault) {
    guard let degrees = Double(text), degrees.isFinite, abs(degrees) <= limit else {
      throw .parameter(name: name, reason: "\"\(text)\" is not in -\(Int(limit))…\(Int(limit))")
    }
  }
}

/// Why a question cannot be asked, or an answer not be used.
package enum YelpFault: Error, Sendable, Equatable, CustomStringConvertible {
  case parameter(name: String, reason: String)
  case placeMissing
  /// The body is not what the endpoint answers; `path` is a JSON Pointer.
  case decode(path: String, reason: String)

  package var description: String {
    switch self {
    case .parameter(let name, let reason): "invalid \(name): \(reason)"
    case .placeMissing: "no place: expected location, or latitude and longitude"
    case .decode(let path, let reason):
      "the answer is not a Yelp answer: \(path.isEmpty ? "" : "at \"\(path)\": ")\(reason)"
    }
  }
}
