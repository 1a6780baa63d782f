internal import Glibc
internal import WirelineCore

/// A point on the Earth.
struct GeographicPoint: Sendable, Equatable {
  /// Degrees, -90…90.
  let latitude: Double
  /// Degrees, -180…180.
  let longitude: Double

  /// Returns nil if a coordinate is out of range.
  init?(latitude: Double, longitude: Double) {
    guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Parses `48.85,2.35` or `48.85 2.35`.
  init?(_ text: String) {
    let parts =
      text.contains(",")
      ? text.split(separator: ",", omittingEmptySubsequences: false)
      : text.split { $0 == " " || $0 == "\t" }
    guard parts.count == 2, let latitude = Self.degrees(parts[0]),
      let longitude = Self.degrees(parts[1])
    else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }

  /// The value of a decimal number: `Double` also reads hexadecimal digits.
  static func degrees(_ text: some StringProtocol) -> Double? {
    let letterE = UInt8(ascii: "e")
    return text.utf8.contains { $0 | 0x20 > letterE } ? nil : Double(text.trimmingSpaces)
  }

  /// The mean radius of the Earth in kilometres (IUGG).
  static let earthRadius = 6371.0088

  /// The point on the unit sphere. Distances need only products of vectors, and the poles and the
  /// date line are not special.
  var vector: SIMD3<Double> {
    let (phi, lambda) = (latitude * .pi / 180, longitude * .pi / 180)
    return SIMD3(cos(phi) * cos(lambda), cos(phi) * sin(lambda), sin(phi))
  }

  /// The great-circle distance in kilometres.
  func kilometres(to other: GeographicPoint) -> Double {
    let difference = vector - other.vector
    return Self.kilometres(chord: (difference * difference).sum())
  }

  /// The great-circle distance between two points of the unit sphere, in kilometres.
  ///
  /// - Parameter chord: the square of the straight line between them, which is precise for close
  ///   points too.
  static func kilometres(chord: Double) -> Double {
    2 * earthRadius * asin(min(1, chord.squareRoot() / 2))
  }
}
