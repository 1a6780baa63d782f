/// Events: a search, the featured event, and one event by id.
extension YelpFixtures {
  private static let count = 3

  static func events(_ call: YelpTestServer.ParsedCall) -> String {
    let page = call.page(of: count, limit: 3)
    return """
      {"total": \(count), "events": \(list(page) { event("made-up-fair-\($0)", $0, call) })}
      """
  }

  static func featuredEvent(_ call: YelpTestServer.ParsedCall) -> String {
    event("made-up-fair-0", 0, call)
  }

  static func event(_ call: YelpTestServer.ParsedCall) -> String {
    event(call.id, 1, call)
  }

  /// The first has a price but no end; the second is free and without a photo.
  private static func event(
    _ id: String, _ index: Int, _ call: YelpTestServer.ParsedCall
  ) -> String {
    """
    {"attending_count": \(12 + index), "business_id": null, "category": "food-and-drink",
      "cost": \(index == 0 ? "12.50" : "null"), "cost_max": \(index == 0 ? "40.0" : "null"),
      "description": "Made up — “with” quotes\\nand a second line…",
      "event_site_url": "https://www.yelp.example/events/\(index)?a=1&b=2", "id": \(quoted(id)),
      "image_url": "\(index == 1 ? "" : photo("event-\(index)", for: call))",
      "interested_count": \(73 * index), "is_canceled": false, "is_free": \(index != 0),
      "is_official": false, "latitude": 37.78574, "longitude": -122.4081, "name": "Fête № \(index)",
      "tickets_url": "", "time_end": \(index == 0 ? "null" : #""2026-12-01T23:30:00-08:00""#),
      "time_start": "2026-12-01T19:30:00-08:00",
      "location": {"address1": "1 Main St", "address2": "", "address3": null,
        "city": "San Francisco", "zip_code": "94102", "country": "US", "state": "CA",
        "display_address": ["1 Main St", "San Francisco, CA 94102"], "cross_streets": "1st & 2nd"}}
    """
  }
}
