/// The parts of the Yelp API that can be asked, Yelp Fusion v3.
package enum YelpEndpoint: String, Sendable, CaseIterable {
  case search

  /// Below the base URL.
  package var path: String {
    switch self {
    case .search: "/businesses/search"
    }
  }

  /// The member of the answer that holds its results.
  package var resultsName: String {
    switch self {
    case .search: "businesses"
    }
  }
}
