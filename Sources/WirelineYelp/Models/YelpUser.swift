package import WirelineCore

/// Who wrote a review.
package struct YelpUser: YelpModel {
  package let id: String?
  package let profileURL: String?
  /// The first name and an initial.
  package let name: String?
  package let imageURL: String?

  package init(_ value: JSONView, path: String) throws(YelpFault) {
    let object = try YelpObject(value, path: path)
    id = try object.string("id")
    profileURL = try object.link("profile_url")
    name = try object.string("name")
    imageURL = try object.link("image_url")
  }
}
