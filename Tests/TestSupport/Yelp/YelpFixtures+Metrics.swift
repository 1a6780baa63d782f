/// Endpoints for business owners: engagement, insights and service offerings.
extension YelpFixtures {
  /// One element per requested business.
  static func engagement(_ call: YelpTestServer.ParsedCall) -> String {
    let metrics = #"{"page_views": 2232, "calls": 0, "click_through_rate": 0.095458984375}"#
    return """
      {"data": \(list(call.list("business_ids").map { of($0, metrics) }))}
      """
  }

  /// One element per requested business.
  static func insights(_ call: YelpTestServer.ParsedCall) -> String {
    let metrics = #"{"search_impressions": 7580.0, "leads": 3, "rating": 4.3333333333333330}"#
    return """
      {"insights": \(list(call.list("business_ids").map { of($0, metrics) }))}
      """
  }

  private static func of(_ id: String, _ metrics: String) -> String {
    #"{"business_id": \#(quoted(id)), "metrics": \#(metrics)}"#
  }

  static func serviceOfferings(_: YelpTestServer.ParsedCall) -> String {
    """
    {"service_offerings": [
      {"id": "offer-1", "name": "Leak repair", "description": "At any hour…",
        "url": "https://www.yelp.example/offer/1"},
      {"id": "offer-2", "name": "Robinetterie d’été", "description": null, "url": ""},
      {"id": "offer-3", "name": "Drain & pipe <clean>"}
    ]}
    """
  }
}
