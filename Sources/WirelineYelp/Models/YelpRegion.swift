package import WirelineCore

/// What a search was about, as the API understood it.
package struct YelpRegion: YelpModel {
  package let center: YelpCoordinates?

  package init(_ value: JSONView, path: String) throws(YelpFault) {
    center = try YelpObject(value, path: path).model("center")
  }
}
