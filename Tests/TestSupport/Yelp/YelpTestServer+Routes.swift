extension YelpTestServer.Route {
  /// All endpoints; fixed paths precede those with `*`.
  static let all: [Self] = businesses + ofOneBusiness + metrics + events + others

  private static let businesses: [Self] = [
    Self(
      endpoint: "search", path: "/v3/businesses/search",
      optional: [
        "term", "radius", "categories", "locale", "limit", "offset", "sort_by", "price",
        "open_now", "open_at", "attributes", "device_platform", "reservation_date",
        "reservation_time", "reservation_covers", "matches_party_size_param", "job_alias",
      ], needsLocation: true, maximumLimit: 50, body: YelpFixtures.search),
    Self(
      endpoint: "phone", path: "/v3/businesses/search/phone", required: ["phone"],
      optional: ["locale"], body: YelpFixtures.phone),
    Self(
      endpoint: "transactions", path: "/v3/transactions/*/search",
      optional: ["term", "categories", "price", "locale"], needsLocation: true,
      body: YelpFixtures.transactions),
    Self(
      endpoint: "match", path: "/v3/businesses/matches",
      required: ["name", "address1", "city", "state", "country"],
      optional: [
        "address2", "address3", "latitude", "longitude", "phone", "postal_code",
        "yelp_business_id", "limit", "match_threshold",
      ], maximumLimit: 10, body: YelpFixtures.match),
    Self(
      endpoint: "autocomplete", path: "/v3/autocomplete", required: ["text"],
      optional: ["latitude", "longitude", "locale"], body: YelpFixtures.autocomplete),
  ]

  private static let metrics: [Self] = [
    Self(
      endpoint: "engagement", path: "/v3/businesses/engagement", required: ["business_ids"],
      optional: ["date_range_start", "date_range_end"], body: YelpFixtures.engagement),
    Self(
      endpoint: "insights", path: "/v3/businesses/insights",
      required: ["business_ids", "date_range_start", "date_range_end"],
      body: YelpFixtures.insights),
  ]

  private static let events: [Self] = [
    Self(
      endpoint: "events", path: "/v3/events",
      optional: [
        "locale", "offset", "limit", "sort_by", "sort_on", "start_date", "end_date", "categories",
        "is_free", "radius", "excluded_events",
      ], needsLocation: true, maximumLimit: 50, body: YelpFixtures.events),
    Self(
      endpoint: "featured-event", path: "/v3/events/featured", optional: ["locale"],
      needsLocation: true, body: YelpFixtures.featuredEvent),
    Self(endpoint: "event", path: "/v3/events/*", optional: ["locale"], body: YelpFixtures.event),
  ]

  private static let others: [Self] = [
    Self(
      endpoint: "categories", path: "/v3/categories", optional: ["locale"],
      body: YelpFixtures.categories),
    Self(
      endpoint: "category", path: "/v3/categories/*", optional: ["locale"],
      body: YelpFixtures.category),
    Self(
      endpoint: "chat", method: "POST", path: "/ai/chat/v2", required: ["query"],
      optional: ["chat_id", "user_context", "request_context"], body: YelpFixtures.chat),
    Self(
      endpoint: "jobs", method: "POST", path: "/v3/jobs", required: ["query"],
      optional: ["locale"], body: YelpFixtures.jobs),
    // After the routes with a fixed second segment.
    Self(
      endpoint: "business", path: "/v3/businesses/*", optional: ["locale", "device_platform"],
      body: YelpFixtures.business),
  ]

  private static let ofOneBusiness: [Self] = [
    Self(
      endpoint: "reviews", path: "/v3/businesses/*/reviews",
      optional: ["locale", "offset", "limit", "sort_by"], maximumLimit: 50,
      body: YelpFixtures.reviews),
    Self(
      endpoint: "service-offerings", path: "/v3/businesses/*/service_offerings",
      optional: ["locale"], body: YelpFixtures.serviceOfferings),
    Self(
      endpoint: "review-highlights", path: "/v3/businesses/*/review_highlights",
      optional: ["count", "locale", "device_platform"], body: YelpFixtures.reviewHighlights),
    Self(
      endpoint: "openings", path: "/v3/bookings/*/openings", required: ["covers", "date", "time"],
      optional: ["get_covers_range"], body: YelpFixtures.openings),
  ]
}
