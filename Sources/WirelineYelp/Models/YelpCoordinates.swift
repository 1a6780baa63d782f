package import WirelineCore

/// A place in degrees; the API has businesses for which both are null.
package struct YelpCoordinates: YelpModel, Equatable {
  /// -90…90.
  package let latitudeDegrees: Double?
  /// -180…180.
  package let longitudeDegrees: Double?

  package init(_ value: JSONView, path: String) throws(YelpFault) {
    let object = try YelpObject(value, path: path)
    latitudeDegrees = try object.number("latitude")
    longitudeDegrees = try object.number("longitude")
  }
}
