package import WirelineCore

/// A time at which a table can be had.
package struct YelpReservationTime: YelpModel {
  /// `19:30`, by the clock of the place.
  package let time: String?
  package let isCreditCardRequired: Bool?

  package init(_ value: JSONView, path: String) throws(YelpFault) {
    let object = try YelpObject(value, path: path)
    time = try object.string("time")
    isCreditCardRequired = try object.boolean("credit_card_required")
  }
}
