package import WirelineCore

/// A service that a business offers.
package struct YelpServiceOffering: YelpModel {
  package let id: String?
  package let name: String?
  package let description: String?
  package let url: String?

  package init(_ value: JSONView, path: String) throws(YelpFault) {
    let object = try YelpObject(value, path: path)
    id = try object.string("id")
    name = try object.string("name")
    description = try object.string("description")
    url = try object.link("url")
  }
}
