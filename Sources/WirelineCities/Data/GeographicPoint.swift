internal import Glibc
internal import WirelineCore

/// A place on the Earth.
package struct GeographicPoint: Sendable, Equatable {
  /// Degrees, -90…90.
  package let latitude: Double
  /// Degrees, -180…180.
  package let longitude: Double

  /// - Returns: nil for what is out of range.
  package init?(latitude: Double, longitude: Double) {
    guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// `48.85,2.35`; nil for any other text.
  package init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let latitude = Double(parts[0].trimmingSpaces),
      let longitude = Double(parts[1].trimmingSpaces)
    else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }

  /// The mean radius of the Earth, IUGG: 6,371.0088 km.
  static let earthRadius = 6371.0088

  /// As a point on the unit sphere: distances are then a matter of products,
  /// and poles and the date line are places like others.
  var vector: (x: Double, y: Double, z: Double) {
    let (phi, lambda) = (latitude * .pi / 180, longitude * .pi / 180)
    return (cos(phi) * cos(lambda), cos(phi) * sin(lambda), sin(phi))
  }

  /// The great-circle distance of two points on the unit sphere, in kilometres.
  ///
  /// - Parameter chord: the square of the straight line between them, which is
  ///   exact for near points too.
  static func kilometres(chord: Double) -> Double {
    2 * earthRadius * asin(min(1, chord.squareRoot() / 2))
  }
}
