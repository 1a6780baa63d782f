package import WirelineCore

/// An event.
package struct YelpEvent: YelpModel {
  package let id: String?
  package let name: String?
  /// One of the API's event categories, or one that is newer than this.
  package let category: String?
  package let description: String?
  /// Where it takes place, if that is a business.
  package let businessID: String?
  package let siteURL: String?
  package let imageURL: String?
  package let ticketsURL: String?
  package let attendingCount: Int?
  package let interestedCount: Int?
  /// The lowest price; the API names no currency.
  package let cost: Double?
  /// The highest price.
  package let maximumCost: Double?
  package let isCanceled: Bool?
  package let isFree: Bool?
  /// Yelp's own.
  package let isOfficial: Bool?
  /// -90…90.
  package let latitudeDegrees: Double?
  /// -180…180.
  package let longitudeDegrees: Double?
  package let location: YelpLocation?
  /// `2018-06-02T20:00:00-07:00`.
  package let timeStart: String?
  /// Many have none.
  package let timeEnd: String?

  package init(_ value: JSONView, path: String) throws(YelpFault) {
    let object = try YelpObject(value, path: path)
    id = try object.string("id")
    name = try object.string("name")
    category = try object.string("category")
    description = try object.string("description")
    businessID = try object.string("business_id")
    siteURL = try object.link("event_site_url")
    imageURL = try object.link("image_url")
    ticketsURL = try object.link("tickets_url")
    attendingCount = try object.integer("attending_count")
    interestedCount = try object.integer("interested_count")
    cost = try object.number("cost")
    maximumCost = try object.number("cost_max")
    isCanceled = try object.boolean("is_canceled")
    isFree = try object.boolean("is_free")
    isOfficial = try object.boolean("is_official")
    latitudeDegrees = try object.number("latitude")
    longitudeDegrees = try object.number("longitude")
    location = try object.model("location")
    timeStart = try object.time("time_start")
    timeEnd = try object.time("time_end")
  }

  /// Seconds since 1970; nil where it is no time. Without a zone it is taken as UTC.
  package var startSeconds: Int? { timeStart.flatMap(YelpTimestamp.init)?.seconds }
  /// Seconds since 1970; nil where it is no time. Without a zone it is taken as UTC.
  package var endSeconds: Int? { timeEnd.flatMap(YelpTimestamp.init)?.seconds }
}
