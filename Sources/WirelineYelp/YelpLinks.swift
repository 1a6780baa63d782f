internal import WirelineRequests

/// Where people find the same thing: in a browser, and in the app.
package struct YelpLinks: Sendable, Equatable {
  package let web: String
  package let app: String

  /// The links of a search, or of a business; nil where there is none for it.
  package init?(_ question: YelpQuestion) {
    switch question.endpoint {
    case .search, .transactions: self.init(search: question)
    case .business, .reviews, .reviewHighlights, .serviceOfferings, .openings:
      guard let identifier = question.values["id"]?.text else { return nil }
      self.init(path: "/biz/" + PercentEncoding.component(identifier))
    default: return nil
    }
  }

  private init(path: String) {
    web = "https://yelp.com" + path
    app = "yelp4://" + path
  }

  private init(search question: YelpQuestion) {
    var place = question.values["location"]?.text
    if let latitude = question.values["latitude"], let longitude = question.values["longitude"] {
      place = "\(latitude.text),\(longitude.text)"
    }
    let items = [
      ("terms", question.values["term"]?.text),
      ("category", question.values["categories"]?.text), ("location", place),
    ]
    let query = items.compactMap { item in
      item.1.map { "\(item.0)=\(PercentEncoding.component($0))" }
    }
    self.init(path: "/search?" + query.joined(separator: "&"))
  }

  /// What the app alone has: check-ins nearby, all, and who leads.
  package static let checkIns = [
    "yelp4:///check_in/nearby", "yelp4:///check_ins", "yelp4:///check_in/rankings",
  ]
}
