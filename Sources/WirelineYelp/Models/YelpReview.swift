package import WirelineCore

/// A review, of which the API gives the first 160 characters or so.
package struct YelpReview: YelpModel {
  package let id: String?
  package let text: String?
  package let url: String?
  /// 1…5.
  package let rating: Double?
  /// `2016-08-29 00:41:13`, without a zone.
  package let timeCreated: String?
  package let user: YelpUser?
  /// ISO 639-1; only where it was asked for.
  package let language: String?

  package init(_ value: JSONView, path: String) throws(YelpFault) {
    let object = try YelpObject(value, path: path)
    id = try object.string("id")
    text = try object.string("text")
    url = try object.link("url")
    rating = try object.number("rating")
    timeCreated = try object.time("time_created")
    user = try object.model("user")
    language = try object.string("language")
  }

  /// When it was written, in seconds since 1970; nil where it is no time.
  ///
  /// The API names no zone for it: it is taken as UTC, and may be hours off.
  package var createdSeconds: Int? { timeCreated.flatMap(YelpTimestamp.init)?.seconds }
}
