package import WirelineCore

/// How many people a reservation may be for.
package struct YelpCoversRange: YelpModel {
  package let minimumPartySize: Int?
  package let maximumPartySize: Int?

  package init(_ value: JSONView, path: String) throws(YelpFault) {
    let object = try YelpObject(value, path: path)
    minimumPartySize = try object.integer("min_party_size")
    maximumPartySize = try object.integer("max_party_size")
  }
}
