package import WirelineCore

/// A time of a week in which a place is open; a day may have several.
package struct YelpOpenPeriod: YelpModel {
  package let span: YelpClockSpan
  /// Of the start, 0…6 from Monday; the API's number is kept whatever it is.
  package let day: Int?

  package init(_ value: JSONView, path: String) throws(YelpFault) {
    let object = try YelpObject(value, path: path)
    span = try YelpClockSpan(object)
    day = try object.integer("day")
  }

  /// Nil for a day that no week has.
  package var weekday: YelpWeekday? { day.flatMap(YelpWeekday.init(rawValue:)) }
}
