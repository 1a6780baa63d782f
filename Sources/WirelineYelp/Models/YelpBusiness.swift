package import WirelineCore

/// A business, as any of the endpoints has it: each has some of the members.
package struct YelpBusiness: YelpModel {
  package let id: String?
  /// For URLs, and in the place of the identifier: `bi-rite-creamery-san-francisco`.
  package let alias: String?
  package let name: String?
  package let imageURL: String?
  package let url: String?
  /// For good; whether it is open at the moment is in `hours`.
  package let isClosed: Bool?
  package let isClaimed: Bool?
  package let reviewCount: Int?
  /// 0…5.
  package let rating: Double?
  /// `$` to `$$$$`, or the same in the currency of the place; many have none.
  package let price: String?
  package let categories: [YelpCategory]
  package let coordinates: YelpCoordinates?
  package let location: YelpLocation?
  /// `delivery`, `pickup`, `restaurant_reservation`, or one that is newer than this.
  package let transactions: [String]
  /// With `+` and the country's code; the API writes `""` where it has none.
  package let phone: String?
  /// As its country writes it.
  package let displayPhone: String?
  /// From the place of the search, in metres.
  package let distanceMeters: Double?
  package let photos: [String]
  package let hours: [YelpHours]
  package let specialHours: [YelpSpecialHours]
  package let messaging: YelpMessaging?
  /// An object whose members have any type, not looked at.
  package let attributes: JSONView?

  package init(_ value: JSONView, path: String) throws(YelpFault) {
    let object = try YelpObject(value, path: path)
    id = try object.string("id")
    alias = try object.string("alias")
    name = try object.string("name")
    imageURL = try object.link("image_url")
    url = try object.link("url")
    isClosed = try object.boolean("is_closed")
    isClaimed = try object.boolean("is_claimed")
    reviewCount = try object.integer("review_count")
    rating = try object.number("rating")
    price = try object.string("price")
    categories = try object.models("categories")
    coordinates = try object.model("coordinates")
    location = try object.model("location")
    transactions = try object.strings("transactions")
    phone = try object.string("phone")
    displayPhone = try object.string("display_phone")
    distanceMeters = try object.number("distance")
    photos = try object.links("photos")
    // A search names them otherwise than the details do.
    hours = try object.models(object.any("hours") == nil ? "business_hours" : "hours")
    // The API writes the first, other clients of it the second.
    specialHours = try object.models(
      object.any("special_hours") == nil ? "specialHours" : "special_hours")
    messaging = try object.model("messaging")
    attributes = object.any("attributes")
  }

  /// At the moment of the answer; nil where the answer says nothing of it.
  package var isOpenNow: Bool? { hours.lazy.compactMap(\.isOpenNow).first }
}
