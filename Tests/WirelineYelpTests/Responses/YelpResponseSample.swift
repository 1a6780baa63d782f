@testable import WirelineCore
@testable import WirelineYelp

/// A small response of each endpoint in the format of the API.
struct YelpResponseSample: Sendable, CustomStringConvertible {
  let endpoint: YelpEndpoint
  let body: String
  /// The compact results.
  let results: [String]
  var total: Int?

  var description: String { endpoint.rawValue }
  var bytes: [UInt8] { Array(body.utf8) }

  static let all: [Self] = YelpEndpoint.allCases.map(of)

  static func of(_ endpoint: YelpEndpoint) -> Self {
    switch endpoint {
    case .search, .phone, .transactions, .match:
      Self(
        endpoint: endpoint,
        body: """
          {"total": 240, "businesses": [ {"id": "a", "rating": 4.50, "price": null,
            "image_url": "", "coordinates": {"latitude": 37.78291531984934}}, { } ],
            "region": {"center": {}}}
          """,
        results: [
          #"{"id":"a","rating":4.50,"price":null,"image_url":"","coordinates":"#
            + #"{"latitude":37.78291531984934}}"#, "{}",
        ], total: 240)
    case .reviews: list(endpoint, "reviews", #"{"id":"a","user":{"name":"\u017b"}}"#, total: 3)
    case .events: list(endpoint, "events", #"{"id":"a","cost":12.5}"#, total: 1)
    case .categories: list(endpoint, "categories", #"{"alias":"a","parent_aliases":[]}"#)
    case .engagement: list(endpoint, "data", #"{"business_id":"a","metrics":{"calls":0}}"#)
    case .insights: list(endpoint, "insights", #"{"business_id":"a","metrics":{"x":1.0}}"#)
    case .serviceOfferings: list(endpoint, "service_offerings", #"{"name":"a","url":""}"#)
    case .reviewHighlights: list(endpoint, "highlights", #"{"text":"a","feedback_count":2}"#)
    case .jobs: list(endpoint, "jobs", #"{"id":"a","description":null}"#)
    case .openings: list(endpoint, "reservation_times", #"{"date":"2026-12-24","times":[]}"#)
    case .business: root(endpoint, #"{"id":"a","hours":[],"error":null}"#)
    case .event, .featuredEvent: root(endpoint, #"{"id":"a","time_end":null}"#)
    case .chat: root(endpoint, #"{"response":{"text":"a","tags":[]},"types":[],"chat_id":"c"}"#)
    case .category:
      Self(
        endpoint: endpoint, body: #" {"category" : {"alias" : "a"}} "#,
        results: [#"{"alias":"a"}"#])
    case .autocomplete:
      Self(
        endpoint: endpoint,
        body: #"{"categories":[{"alias":"c"}],"terms":[{"text":"a"}],"businesses":[{"id":"b"}]}"#,
        results: [#"{"text":"a"}"#, #"{"id":"b"}"#, #"{"alias":"c"}"#])
    }
  }

  private static func list(
    _ endpoint: YelpEndpoint, _ name: String, _ element: String, total: Int? = nil
  ) -> Self {
    let count = total.map { #", "total": \#($0)"# } ?? ""
    return Self(
      endpoint: endpoint, body: #"{"\#(name)": [\#(element), \#(element)]\#(count)}"#,
      results: [element, element], total: total)
  }

  private static func root(_ endpoint: YelpEndpoint, _ body: String) -> Self {
    Self(endpoint: endpoint, body: body, results: [body])
  }
}
