/// What owners are told about businesses: engagement, insights, the services they offer.
extension YelpFixtures {
  /// One for each business that was asked about.
  static func engagement(_ question: YelpStandIn.Question) -> String {
    let metrics = #"{"page_views": 2232, "calls": 0, "click_through_rate": 0.095458984375}"#
    return """
      {"data": \(list(question.list("business_ids").map { of($0, metrics) }))}
      """
  }

  /// One for each business that was asked about.
  static func insights(_ question: YelpStandIn.Question) -> String {
    let metrics = #"{"search_impressions": 7580.0, "leads": 3, "rating": 4.3333333333333330}"#
    return """
      {"insights": \(list(question.list("business_ids").map { of($0, metrics) }))}
      """
  }

  private static func of(_ id: String, _ metrics: String) -> String {
    #"{"business_id": \#(quoted(id)), "metrics": \#(metrics)}"#
  }

  static func serviceOfferings(_: YelpStandIn.Question) -> String {
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
