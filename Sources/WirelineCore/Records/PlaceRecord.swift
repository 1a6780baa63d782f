/// A place to search around, read from an input record: coordinates (a city
/// has them), or a location, or at least a name.
package struct PlaceRecord: Sendable {
  private enum Field: Int, CaseIterable { case latitude, longitude, location, name, country }

  /// The members that `init(_:)` reads, in the order it expects them.
  package static let names = Field.allCases.map { "\($0)" }

  package let place: YelpPlace

  package init(_ object: JSONObject) throws(RecordFault) {
    let fields = RecordFields(object, names: Self.names)
    let latitude = fields.view(Field.latitude.rawValue)?.scalarText
    let longitude = fields.view(Field.longitude.rawValue)?.scalarText
    var location = try fields.string(Field.location.rawValue)
    if latitude == nil, longitude == nil, location == nil,
      let name = try fields.string(Field.name.rawValue)
    {
      location = [name, try fields.string(Field.country.rawValue)].compactMap { $0 }
        .joined(separator: ", ")
    }
    do throws(YelpFault) {
      place = try YelpPlace(
        location: latitude == nil ? location : nil, latitude: latitude, longitude: longitude)
    } catch {
      switch error {
      case .parameter(let name, let reason): throw .invalid(field: name, reason: reason)
      default:
        throw .missing(field: "latitude", expected: "latitude and longitude, or location")
      }
    }
  }
}
