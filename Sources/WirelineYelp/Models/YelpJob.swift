package import WirelineCore

/// Work that somebody may be asked to do, as the API understood a text.
package struct YelpJob: YelpModel {
  package let id: String?
  package let name: String?
  /// What a search takes as `job_alias`.
  package let alias: String?
  package let description: String?

  package init(_ value: JSONView, path: String) throws(YelpFault) {
    let object = try YelpObject(value, path: path)
    id = try object.string("id")
    name = try object.string("name")
    alias = try object.string("alias")
    description = try object.string("description")
  }
}
