/// The parts of the Yelp API that can be asked; the raw value is the command's
/// word. Sources: the Yelp Fusion v3 reference and the AI API v2.
package enum YelpEndpoint: String, Sendable, CaseIterable {
  case search, phone, transactions, business, match, reviews, autocomplete, event, events
  case featuredEvent = "featured-event"
  case categories, category, chat, engagement
  case serviceOfferings = "service-offerings"
  case insights
  case reviewHighlights = "review-highlights"
  case jobs, openings

  /// Where the path begins.
  package enum Root: Sendable {
    /// The base URL, which ends in the API's version.
    case version
    /// The host's own root.
    case host
  }

  package var root: Root { self == .chat ? .host : .version }

  /// Below its root; `{name}` stands for a parameter's value.
  package var path: String {
    switch self {
    case .search: "/businesses/search"
    case .phone: "/businesses/search/phone"
    case .transactions: "/transactions/{type}/search"
    case .business: "/businesses/{id}"
    case .match: "/businesses/matches"
    case .reviews: "/businesses/{id}/reviews"
    case .autocomplete: "/autocomplete"
    case .event: "/events/{id}"
    case .events: "/events"
    case .featuredEvent: "/events/featured"
    case .categories: "/categories"
    case .category: "/categories/{alias}"
    case .chat: "/ai/chat/v2"
    case .engagement: "/businesses/engagement"
    case .serviceOfferings: "/businesses/{id}/service_offerings"
    case .insights: "/businesses/insights"
    case .reviewHighlights: "/businesses/{id}/review_highlights"
    case .jobs: "/jobs"
    case .openings: "/bookings/{id}/openings"
    }
  }

  package var method: String { self == .chat || self == .jobs ? "POST" : "GET" }

  /// Whether an answer may be kept: those that say what is so today, not what was
  /// counted, bought or talked about.
  package var isCacheable: Bool {
    switch self {
    case .search, .phone, .transactions, .business, .match, .reviews, .autocomplete, .event,
      .events, .featuredEvent, .categories, .category:
      true
    case .chat, .engagement, .serviceOfferings, .insights, .reviewHighlights, .jobs, .openings:
      false
    }
  }

  /// What an answer brings.
  package enum Results: Sendable, Equatable {
    /// The elements of these arrays, one after the other.
    case lists([String])
    /// The object itself.
    case root
    /// The one object that is this member.
    case member(String)
  }

  package var results: Results {
    switch self {
    case .search, .phone, .transactions, .match: .lists(["businesses"])
    case .business, .event, .featuredEvent, .chat: .root
    case .reviews: .lists(["reviews"])
    case .autocomplete: .lists(["terms", "businesses", "categories"])
    case .events: .lists(["events"])
    case .categories: .lists(["categories"])
    case .category: .member("category")
    case .engagement: .lists(["data"])
    case .serviceOfferings: .lists(["service_offerings"])
    case .insights: .lists(["insights"])
    case .reviewHighlights: .lists(["highlights"])
    case .jobs: .lists(["jobs"])
    case .openings: .lists(["reservation_times"])
    }
  }

  /// The member without which an answer that is an object itself is none.
  var essential: String? {
    switch self {
    case .business, .event, .featuredEvent: "id"
    case .chat: "response"
    default: nil
    }
  }

  /// How its answers come in pages; nil where they come whole.
  package var paging: YelpPaging? {
    switch self {
    case .search: YelpPaging(size: 50, cap: 240, limit: 1000)
    case .events: YelpPaging(size: 50, cap: 1000, limit: 1000)
    case .reviews: YelpPaging(size: 50, cap: 1000, limit: 1000)
    default: nil
    }
  }

  /// The parameter that an operand, or a line of plain text, is; nil where there
  /// is nothing to name.
  package var subject: String? {
    switch self {
    case .search, .transactions, .events, .featuredEvent: "location"
    case .phone: "phone"
    case .business, .reviews, .event, .serviceOfferings, .reviewHighlights, .openings: "id"
    case .category: "alias"
    case .match: nil
    case .autocomplete: "text"
    case .chat, .jobs: "query"
    case .engagement, .insights: "business_ids"
    case .categories: nil
    }
  }

  /// Whether it is asked about a place.
  package var takesPlace: Bool {
    parameters.contains { $0.name == "location" }
  }
}

/// How much of a list the API gives.
package struct YelpPaging: Sendable, Equatable {
  /// The largest page.
  package let size: Int
  /// How far it goes when all is asked for.
  package let cap: Int
  /// What offset and limit may be together at all.
  package let limit: Int
}
