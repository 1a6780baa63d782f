package import WirelineCore

/// A sentence that many reviews have in common.
package struct YelpReviewHighlight: YelpModel {
  package let text: String?
  /// 0…5.
  package let rating: Double?
  /// How many reviews it stands for.
  package let feedbackCount: Int?
  /// ISO 639-1.
  package let language: String?

  package init(_ value: JSONView, path: String) throws(YelpFault) {
    let object = try YelpObject(value, path: path)
    text = try object.string("text")
    rating = try object.number("rating")
    feedbackCount = try object.integer("feedback_count")
    language = try object.string("language")
  }
}
