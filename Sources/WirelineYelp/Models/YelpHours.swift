package import WirelineCore

/// The hours of a week.
package struct YelpHours: YelpModel {
  /// `REGULAR`, or a kind that is newer than this.
  package let type: String?
  package let periods: [YelpOpenPeriod]
  /// When the answer was made.
  package let isOpenNow: Bool?

  package init(_ value: JSONView, path: String) throws(YelpFault) {
    let object = try YelpObject(value, path: path)
    type = try object.string("hours_type")
    periods = try object.models("open")
    isOpenNow = try object.boolean("is_open_now")
  }
}
