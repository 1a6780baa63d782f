internal import WirelineCore

extension YelpEndpoint {
  /// Checks an object of an answer by its model: what has a type that a script
  /// cannot rely on is no answer.
  ///
  /// - Parameters:
  ///   - list: the member of the answer that holds it; nil for the answer itself.
  ///   - path: where it is, a JSON Pointer.
  func check(_ object: JSONView, in list: String?, path: String) throws(YelpFault) {
    switch self {
    case .search, .phone, .transactions, .match, .business:
      _ = try YelpBusiness(object, path: path)
    case .autocomplete:
      switch list {
      case "terms": _ = try YelpTerm(object, path: path)
      case "categories": _ = try YelpCategory(object, path: path)
      default: _ = try YelpBusiness(object, path: path)
      }
    case .reviews: _ = try YelpReview(object, path: path)
    case .event, .events, .featuredEvent: _ = try YelpEvent(object, path: path)
    case .categories, .category: _ = try YelpCategory(object, path: path)
    case .chat: _ = try YelpChatAnswer(object, path: path)
    case .engagement, .insights: _ = try YelpMetrics(object, path: path)
    case .serviceOfferings: _ = try YelpServiceOffering(object, path: path)
    case .reviewHighlights: _ = try YelpReviewHighlight(object, path: path)
    case .jobs: _ = try YelpJob(object, path: path)
    case .openings: _ = try YelpReservationDay(object, path: path)
    }
  }
}
