import Glibc
import WirelineCore
import WirelineYelp

/// How people see the answers of an endpoint.
enum AnswerView {
  static func of(_ endpoint: YelpEndpoint) -> RecordView {
    switch endpoint {
    case .search, .phone, .transactions: YelpViews.businesses()
    case .business: YelpViews.business(today: today)
    case .reviews: YelpViews.reviews()
    case .event, .events, .featuredEvent: YelpViews.events()
    case .categories, .category: YelpViews.categories()
    case .match: .columns(["id", "name", "phone", "location.address1", "location.city"])
    case .autocomplete: .columns(["text", "name", "title", "id", "alias"])
    case .chat: YelpViews.chat()
    case .engagement, .insights: .columns(["business_id", "metrics"])
    case .serviceOfferings: .columns(["id", "name", "description"])
    case .reviewHighlights: .columns(["rating", "text"])
    case .jobs: .columns(["alias", "name", "description"])
    case .openings: YelpViews.openings()
    }
  }

  /// In the zone of the user.
  private static var today: YelpWeekday? {
    var now = time(nil)
    var parts = tm()
    guard localtime_r(&now, &parts) != nil else { return nil }
    // Sunday is the first there, and the last in the API.
    return YelpWeekday(rawValue: (Int(parts.tm_wday) + 6) % 7)
  }
}
