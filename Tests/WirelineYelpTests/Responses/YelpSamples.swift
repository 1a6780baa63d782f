@testable import WirelineCore
@testable import WirelineYelp

/// Invented objects in the format of the API.
enum YelpSamples {
  static let coordinates = #"{"latitude":37.7615,"longitude":-122}"#

  static let location = #"""
    {"address1":"12 Harbour St","address2":"","address3":"Suite 5","city":"Springfield",
    "state":"CA","zip_code":"94110","country":"US",
    "display_address":["12 Harbour St","Suite 5","Springfield, CA 94110"],
    "cross_streets":"Dock St & Quay Ln"}
    """#

  static let category = #"{"alias":"icecream","title":"Ice Cream & Frozen Yogurt"}"#

  static let detailedCategory = #"""
    {"alias":"absinthebars","title":"Absinthe Bars","parent_aliases":["bars","nightlife"],
    "country_whitelist":["CZ"],"country_blacklist":["DE","CH"]}
    """#

  static let period = #"{"is_overnight":true,"start":"1800","end":"0200","day":4}"#

  static let hours = #"{"hours_type":"REGULAR","open":[\#(period)],"is_open_now":false}"#

  static let specialHours = #"""
    {"date":"2026-12-24","is_closed":false,"start":"1000","end":"1400","is_overnight":false}
    """#

  static let messaging = #"""
    {"url":"https://www.yelp.com/raq/q1","use_case_text":"Request a Quote"}
    """#

  /// A response of `business`.
  static let business = #"""
    {"id":"q1","alias":"harbour-diner-springfield","name":"Harbour Diner",
    "image_url":"https://img.example/q1.jpg","url":"https://www.yelp.com/biz/harbour-diner",
    "is_closed":false,"is_claimed":true,"review_count":1204,"rating":4.5,"price":"$$",
    "categories":[\#(category),{"alias":"diners","title":"Diners"}],
    "coordinates":\#(coordinates),"location":\#(location),
    "transactions":["delivery","pickup"],"phone":"+14155550100",
    "display_phone":"(415) 555-0100","distance":946.38,
    "photos":["https://img.example/1.jpg","https://img.example/2.jpg"],
    "hours":[{"hours_type":"REGULAR","is_open_now":true,"open":[
      {"is_overnight":false,"start":"1700","end":"2200","day":0},
      {"is_overnight":false,"start":"1130","end":"1430","day":0},
      {"is_overnight":false,"start":"1130","end":"2200","day":1},
      {"is_overnight":true,"start":"1800","end":"0200","day":4},
      {"is_overnight":true,"start":"0000","end":"0000","day":5}]}],
    "special_hours":[{"date":"2026-12-25","is_closed":true},\#(specialHours)],
    "messaging":\#(messaging),
    "attributes":{"business_temp_closed":null,"open_to_all":true,"ambience":{"hip":1}}}
    """#

  static let user = #"""
    {"id":"u1","profile_url":"https://www.yelp.com/user_details?userid=u1","name":"Ella A.",
    "image_url":"https://img.example/u1.jpg"}
    """#

  static let review = #"""
    {"id":"r1","text":"Went back again to this place.\n\nOrdered the \"soup\".",
    "url":"https://www.yelp.com/biz/harbour-diner?hrid=r1","rating":5,
    "time_created":"2016-08-29 00:41:13","user":\#(user),"language":"en"}
    """#

  static let event = #"""
    {"id":"e1","name":"Night Market","category":"food-and-drink","description":"Stalls",
    "business_id":"q1","event_site_url":"https://www.yelp.com/events/e1",
    "image_url":"https://img.example/e1.jpg","tickets_url":"https://tickets.example/e1",
    "attending_count":926,"interested_count":73,"cost":10,"cost_max":25.5,"is_canceled":false,
    "is_free":false,"is_official":false,"latitude":37.78,"longitude":-122.39,
    "location":\#(location),"time_start":"2018-06-02T20:00:00-07:00",
    "time_end":"2018-06-02T23:30:00-07:00"}
    """#

  static let term = #"{"text":"Deli"}"#

  static let serviceOffering = #"""
    {"id":"s1","name":"Drain cleaning","description":"Any drain","url":"https://x.example/s1"}
    """#

  static let metrics = #"{"business_id":"q1","metrics":{"cta_clicks":12,"ads/day":0.5,"n":null}}"#

  static let reviewHighlight = #"""
    {"text":"the soup is [[HIGHLIGHT]]hot[[ENDHIGHLIGHT]]","rating":4.5,"feedback_count":12,
    "language":"en"}
    """#

  static let job = #"""
    {"id":"j1","name":"Leak repair","alias":"leak_repair","description":"A leak is repaired"}
    """#

  static let reservationTime = #"{"time":"19:30","credit_card_required":true}"#

  static let reservationDay = #"{"date":"2026-11-21","times":[\#(reservationTime)]}"#

  static let chatText = #"{"text":"Try these.","tags":[{"tag_type":"business"},"x"]}"#

  static let chatEntity = #"{"businesses":[{"id":"q1","name":"Harbour Diner"}]}"#

  static let chat = #"""
    {"chat_id":"c1","response":\#(chatText),"types":["business_search","telepathy"],
    "entities":[\#(chatEntity),{"businesses":[{"id":"q2"}]}],"request_a_quote_survey":{"a":[1]}}
    """#

  /// Parses and checks an object.
  @discardableResult
  static func object(
    _ text: String, _ schema: YelpSchema, path: String = ""
  ) throws -> JSONView {
    let object = try JSONView.parse(Array(text.utf8))
    try schema.check(object, path: path)
    return object
  }
}
