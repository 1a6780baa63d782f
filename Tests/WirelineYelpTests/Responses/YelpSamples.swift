@testable import WirelineCore
@testable import WirelineYelp

/// Invented objects in the format of the API.
enum YelpSamples {
  static let location = #"""
    {"address1":"12 Harbour St","address2":"","address3":"Suite 5","city":"Springfield",
    "state":"CA","zip_code":"94110","country":"US",
    "display_address":["12 Harbour St","Suite 5","Springfield, CA 94110"],
    "cross_streets":"Dock St & Quay Ln"}
    """#

  /// A response of `business`.
  static let business = #"""
    {"id":"q1","alias":"harbour-diner-springfield","name":"Harbour Diner",
    "image_url":"https://img.example/q1.jpg","url":"https://www.yelp.com/biz/harbour-diner",
    "is_closed":false,"is_claimed":true,"review_count":1204,"rating":4.5,"price":"$$",
    "categories":[{"alias":"icecream","title":"Ice Cream & Frozen Yogurt"},
      {"alias":"diners","title":"Diners"}],
    "coordinates":{"latitude":37.7615,"longitude":-122},"location":\#(location),
    "transactions":["delivery","pickup"],"phone":"+14155550100",
    "display_phone":"(415) 555-0100","distance":946.38,
    "photos":["https://img.example/1.jpg","https://img.example/2.jpg"],
    "hours":[{"hours_type":"REGULAR","is_open_now":true,"open":[
      {"is_overnight":false,"start":"1700","end":"2200","day":0},
      {"is_overnight":false,"start":"1130","end":"1430","day":0},
      {"is_overnight":false,"start":"1130","end":"2200","day":1},
      {"is_overnight":true,"start":"1800","end":"0200","day":4},
      {"is_overnight":true,"start":"0000","end":"0000","day":5}]}],
    "special_hours":[{"date":"2026-12-25","is_closed":true},
      {"date":"2026-12-24","is_closed":false,"start":"1000","end":"1400","is_overnight":false}],
    "messaging":{"url":"https://www.yelp.com/raq/q1","use_case_text":"Request a Quote"},
    "attributes":{"business_temp_closed":null,"open_to_all":true,"ambience":{"hip":1}}}
    """#

  static let chat = #"""
    {"chat_id":"c1","response":{"text":"Try these.","tags":[{"tag_type":"business"},"x"]},
    "types":["business_search","telepathy"],
    "entities":[{"businesses":[{"id":"q1","name":"Harbour Diner"}]},
      {"businesses":[{"id":"q2"}]}],
    "request_a_quote_survey":{"a":[1]}}
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
