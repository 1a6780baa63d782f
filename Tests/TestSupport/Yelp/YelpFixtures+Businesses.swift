/// Search, phone search, transactions, match, and the details of one business.
extension YelpFixtures {
  private static let names = [
    "Café Aurora", "Ørsted & Søn", "東京ラーメン", "The \"Quiet\" Spoon", "Crème/Glacée 50%",
  ]

  /// The id of the nth result of a search, from 0.
  static func id(_ index: Int) -> String {
    if index < ids.count { return ids[index] }
    let digits = String(index)
    return "made-up_" + String(repeating: "0", count: 14 - digits.count) + digits
  }

  static func search(_ call: YelpTestServer.ParsedCall) -> String {
    let page = call.page(of: call.total, limit: 20)
    return """
      {"businesses": \(list(page) { found($0, for: call) }), "total": \(call.total),
        "region": {"center": {"longitude": -122.43644714355469, "latitude": 37.7609}}}
      """
  }

  static func phone(_ call: YelpTestServer.ParsedCall) -> String {
    """
    {"businesses": \(list(0..<2) { plain($0, for: call) }), "total": 2}
    """
  }

  static func transactions(_ call: YelpTestServer.ParsedCall) -> String {
    """
    {"total": 3, "businesses": \(list(0..<3) { plain($0, for: call) })}
    """
  }

  static func match(_ call: YelpTestServer.ParsedCall) -> String {
    let page = call.page(of: 2, limit: 3)
    return """
      {"businesses": \(list(page) { index in
        "{\(identity(index)), \(location(false)), \(coordinates(index)), \"phone\": \"\"}"
      })}
      """
  }

  static func business(_ call: YelpTestServer.ParsedCall) -> String {
    """
    {\(identity(0, id: call.id)), \(basis(0, for: call)), \(location(true)),
      "phone": "+14155550100", "display_phone": "(415) 555-0100", "is_claimed": true,
      "photos": ["\(photo("a", for: call))", "\(photo("b", for: call))"],
      "hours": [{"open": [
        {"is_overnight": false, "start": "0700", "end": "1500", "day": 0},
        {"is_overnight": true, "start": "1700", "end": "0200", "day": 5}
      ], "hours_type": "REGULAR", "is_open_now": false}],
      "special_hours": [
        {"date": "2026-12-25", "is_closed": true, "start": null, "end": null, "is_overnight": null},
        {"date": "2026-12-31", "is_closed": null, "start": "1600", "end": "0300",
          "is_overnight": true}],
      "attributes": {"business_temp_closed": null, "open24_hours": false, "price_range": 2,
        "noise_level": "quiet", "wait": 7.5, "ambience": ["casual", "cosy"],
        "parking": {"garage": false, "street": true}},
      "messaging": {"url": "https://www.yelp.example/raq/1", "use_case_text": "Message us"}}
    """
  }

  /// A business in a search, with the distance.
  static func found(_ index: Int, for call: YelpTestServer.ParsedCall) -> String {
    """
    {\(identity(index)), \(basis(index, for: call)), \(location(true)),
      "phone": "+14155550100", "display_phone": "(415) 555-0100",
      "distance": \(946 + index).3867385272524}
    """
  }

  /// A business in a phone or transaction search.
  private static func plain(_ index: Int, for call: YelpTestServer.ParsedCall) -> String {
    """
    {\(identity(index)), \(basis(index, for: call)), \(location(false)),
      "phone": "+14157492060"}
    """
  }

  private static func identity(_ index: Int, id given: String? = nil) -> String {
    """
    "id": \(quoted(given ?? id(index))), "alias": "made-up-café-\(index)",
      "name": \(quoted(names[index % names.count]))
    """
  }

  /// The third of five is without a photo, the second without a price.
  private static func basis(_ index: Int, for call: YelpTestServer.ParsedCall) -> String {
    """
    "image_url": "\(index % 5 == 2 ? "" : photo("business-\(index)", for: call))",
      "is_closed": false, "url": "https://www.yelp.example/biz/made-up-\(index)?a=1&b=2",
      "review_count": \(1006 - index % 1000), "rating": 4.50,
      \(index % 5 == 1 ? "" : #""price": "$$","#) "transactions": ["delivery", "pickup"],
      "categories": [{"alias": "coffee", "title": "Coffee & Tea"}], \(coordinates(index))
    """
  }

  private static func coordinates(_ index: Int) -> String {
    #""coordinates": {"latitude": 37.7829153198493\#(index), "longitude": -122.41889950001861}"#
  }

  private static func location(_ isDetailed: Bool) -> String {
    let more = #", "display_address": ["1 Main St", "Springfield, CA 94102"], "cross_streets": """#
    return """
      "location": {"address1": "1 Main St", "address2": null, "address3": "",
        "city": "Springfield", "state": "CA", "zip_code": "94102", "country": "US"\
      \(isDetailed ? more : "")}
      """
  }
}
