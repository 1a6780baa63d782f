package import WirelineCore

/// The times of one day that can be reserved.
package struct YelpReservationDay: YelpModel {
  /// `2026-11-21`, by the calendar of the place.
  package let date: String?
  package let times: [YelpReservationTime]

  package init(_ value: JSONView, path: String) throws(YelpFault) {
    let object = try YelpObject(value, path: path)
    date = try object.string("date")
    times = try object.models("times")
  }
}
