package import WirelineCore

/// The hours of one date, in the place of those of its weekday.
package struct YelpSpecialHours: YelpModel {
  /// `2026-12-25`.
  package let date: String?
  package let isClosed: Bool?
  package let span: YelpClockSpan

  package init(_ value: JSONView, path: String) throws(YelpFault) {
    let object = try YelpObject(value, path: path)
    date = try object.string("date")
    isClosed = try object.boolean("is_closed")
    span = try YelpClockSpan(object)
  }
}
