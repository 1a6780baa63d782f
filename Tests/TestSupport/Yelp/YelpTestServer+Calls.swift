extension YelpTestServer {
  /// A valid command line of yelp-query, and the number of its results.
  package struct Call: Sendable, CustomStringConvertible {
    /// The command.
    package let endpoint: String
    /// The arguments of the command.
    package let arguments: [String]
    /// The content of stdin; nil if none is needed.
    package let input: String?
    /// The number of output records.
    package let records: Int

    /// The command with its arguments.
    package var words: [String] { [endpoint] + arguments }
    package var description: String { endpoint }

    init(_ endpoint: String, _ arguments: String..., input: String? = nil, records: Int) {
      self.endpoint = endpoint
      self.arguments = arguments
      self.input = input
      self.records = records
    }
  }

  /// One call for each endpoint.
  package static let calls: [Call] = [
    Call("search", "--location", "Paris", "--term", "coffee", records: 5),
    Call("phone", "--phone", "+14157492060", records: 2),
    Call("transactions", "--type", "delivery", "--location", "San Francisco", records: 3),
    Call("business", YelpFixtures.ids[0], records: 1),
    Call(
      "match", "--name", "Café Aurora", "--address1", "1 Main St", "--city", "San Francisco",
      "--state", "CA", "--country", "US", records: 2),
    Call("reviews", YelpFixtures.ids[0], records: 3),
    // 3 terms, 1 business, 2 categories.
    Call(
      "autocomplete", "--text", "del", "--latitude", "37.7", "--longitude", "-122.4", records: 6),
    Call("event", "made-up-fair-1", records: 1),
    Call("events", "--location", "San Francisco", records: 3),
    Call("featured-event", "--location", "San Francisco", records: 1),
    Call("categories", records: 4),
    Call("category", "coffee", records: 1),
    Call("chat", "--query", "a quiet café with \"good\" tea", records: 1),
    Call("engagement", "--business-ids", YelpFixtures.idPair, records: 2),
    Call("service-offerings", YelpFixtures.ids[0], records: 3),
    Call(
      "insights", "--business-ids", YelpFixtures.idPair, "--date-range-start", "202501",
      "--date-range-end", "202503", records: 2),
    Call("review-highlights", YelpFixtures.ids[0], records: 3),
    Call("jobs", "--query", "a sink that leaks", records: 3),
    // The previous day, the day, and two more.
    Call(
      "openings", YelpFixtures.ids[0], "--covers", "2", "--date", "2026-12-01", "--time", "19:00",
      records: 4),
  ]
}
