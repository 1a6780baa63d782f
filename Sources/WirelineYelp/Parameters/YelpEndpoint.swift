/// The endpoints of the Yelp API. The raw value is the name of the command.
///
/// Sources: the Yelp Fusion v3 reference, https://docs.developer.yelp.com, and the AI API v2.
package enum YelpEndpoint: String, Sendable, CaseIterable {
  case search, phone, transactions, business, match, reviews, autocomplete, event, events
  case featuredEvent = "featured-event"
  case categories, category, chat, engagement
  case serviceOfferings = "service-offerings"
  case insights
  case reviewHighlights = "review-highlights"
  case jobs, openings

  /// The results in a response.
  enum Results: Sendable, Equatable {
    /// The elements of these arrays, one array after the other.
    case lists([String])
    case root
    case member(String)
  }

  /// The parameter that an operand or a line of plain text sets.
  package struct Subject: Sendable {
    let parameter: String
    fileprivate let noun: String
    let help: String

    fileprivate static let place = Subject(parameter: "location", noun: "a place", help: "Places")
    fileprivate static let business = Subject(
      parameter: "id", noun: "an id", help: "Businesses, by id, alias or URL")
    fileprivate static let businesses = Subject(
      parameter: "business_ids", noun: "business ids",
      help: "Businesses, by id; up to 20 ids per item, separated by commas")
    fileprivate static let query = Subject(parameter: "query", noun: "a query", help: "Questions")
  }

  private typealias Definition = (
    abstract: String, path: String, results: Results, subject: Subject?
  )

  private var definition: Definition {
    switch self {
    case .search:
      (
        "Search businesses", "/businesses/search", .lists(["businesses"]),
        Subject(
          parameter: "location", noun: "a place",
          help: "Places, such as Paris; by default one per line of stdin")
      )
    case .phone:
      (
        "Find businesses by phone number", "/businesses/search/phone", .lists(["businesses"]),
        Subject(parameter: "phone", noun: "a phone number", help: "Phone numbers")
      )
    case .transactions:
      (
        "Find businesses that deliver", "/transactions/{type}/search", .lists(["businesses"]),
        .place
      )
    case .business: ("Show businesses", "/businesses/{id}", .root, .business)
    case .match:
      ("Match a business by name and address", "/businesses/matches", .lists(["businesses"]), nil)
    case .reviews:
      ("Show reviews of businesses", "/businesses/{id}/reviews", .lists(["reviews"]), .business)
    case .autocomplete:
      (
        "Suggest terms, businesses and categories for the start of a word", "/autocomplete",
        .lists(["terms", "businesses", "categories"]),
        Subject(parameter: "text", noun: "a text", help: "Starts of words")
      )
    case .event:
      (
        "Show events", "/events/{id}", .root,
        Subject(parameter: "id", noun: "an event's id", help: "Events, by id or URL")
      )
    case .events: ("Search events", "/events", .lists(["events"]), .place)
    case .featuredEvent:
      ("Show the featured event of a place", "/events/featured", .root, .place)
    case .categories:
      ("List the categories of businesses", "/categories", .lists(["categories"]), nil)
    case .category:
      (
        "Show categories", "/categories/{alias}", .member("category"),
        Subject(parameter: "alias", noun: "a category", help: "Categories, by alias or title")
      )
    case .chat: ("Ask Yelp's AI assistant", "/ai/chat/v2", .root, .query)
    case .engagement:
      (
        "Show how often businesses were viewed and called", "/businesses/engagement",
        .lists(["data"]), .businesses
      )
    case .serviceOfferings:
      (
        "List the services of businesses", "/businesses/{id}/service_offerings",
        .lists(["service_offerings"]), .business
      )
    case .insights:
      (
        "Show monthly insights of businesses", "/businesses/insights", .lists(["insights"]),
        .businesses
      )
    case .reviewHighlights:
      (
        "Show review highlights of businesses", "/businesses/{id}/review_highlights",
        .lists(["highlights"]), .business
      )
    case .jobs:
      ("Find the kinds of service that match a question", "/jobs", .lists(["jobs"]), .query)
    case .openings:
      (
        "Show free tables of restaurants", "/bookings/{id}/openings", .lists(["reservation_times"]),
        .business
      )
    }
  }

  package var abstract: String { definition.abstract }

  /// Whether its path does not start with the API's version.
  var hasOwnVersion: Bool { self == .chat }

  /// The path below its root; `{name}` stands for the value of a parameter.
  var path: String { definition.path }

  var method: String { self == .chat || self == .jobs ? "POST" : "GET" }

  /// Whether responses may be cached. Metrics, reservations and chats must be current.
  var isCacheable: Bool {
    switch self {
    case .chat, .engagement, .serviceOfferings, .insights, .reviewHighlights, .jobs, .openings:
      false
    default: true
    }
  }

  var results: Results { definition.results }

  /// The field without which a response that is a single object is invalid.
  var essential: String? {
    switch self {
    case .business, .event, .featuredEvent: "id"
    case .chat: "response"
    default: nil
    }
  }

  /// The pages of its responses; nil if there is only one.
  var paging: YelpPaging? {
    switch self {
    case .search: YelpPaging(size: 50, cap: 240, limit: 1000)
    case .events, .reviews: YelpPaging(size: 50, cap: 1000, limit: 1000)
    default: nil
    }
  }

  /// The meaning of an operand; nil for an endpoint without operands.
  package var operand: Subject? { definition.subject }

  var itemNoun: String { operand?.noun ?? "a name and address" }

  var subject: String? { definition.subject?.parameter }

  var needsLocation: Bool { parameters.contains { $0.name == "location" } }

  /// Whether its objects have times, which `--dates` formats.
  var hasDates: Bool {
    switch self {
    case .reviews, .event, .events, .featuredEvent: true
    default: false
    }
  }

  /// Whether searches near each other have common results, which `--unique` omits.
  var hasRepeats: Bool { needsLocation && results != .root }

  /// Whether Yelp's site and app have a matching page; see `YelpLinks`.
  var hasLinks: Bool {
    switch self {
    case .search, .transactions, .business, .reviews, .reviewHighlights, .serviceOfferings,
      .openings:
      true
    default: false
    }
  }
}

/// The pages of a list.
struct YelpPaging: Sendable, Equatable {
  /// The largest page.
  let size: Int
  /// The largest number of results that `--all` fetches.
  let cap: Int
  /// The largest sum of offset and limit that the API accepts.
  let limit: Int
}
