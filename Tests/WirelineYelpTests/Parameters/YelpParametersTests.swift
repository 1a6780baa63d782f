import Testing

@testable import WirelineCore
@testable import WirelineYelp

@Suite struct YelpParametersTests {
  @Test func listsTheEndpointsThatAreNotCached() {
    #expect(
      YelpEndpoint.allCases.filter { !$0.isCacheable } == [
        .chat, .engagement, .serviceOfferings, .insights, .reviewHighlights, .jobs, .openings,
      ])
  }

  @Test(arguments: YelpEndpoint.allCases)
  func declaresEveryParameterOfThePath(endpoint: YelpEndpoint) {
    let named = endpoint.path.split(separator: "/").filter { $0.hasPrefix("{") }
      .map { $0.dropFirst().dropLast() }
    let inPath = endpoint.parameters.filter { if case .path = $0.location { true } else { false } }

    #expect(named == inPath.map { $0.name[...] })
    #expect(inPath.allSatisfy { $0.isRequired })
    #expect(endpoint.subject.map { endpoint.parameter($0) != nil } ?? true)
  }

  /// A value at the limit of the range, and one beyond it.
  @Test(
    arguments: [
      (.search, "limit", "50", "51"), (.search, "limit", "1", "0"), (.search, "offset", "0", "-1"),
      (.search, "offset", "1000", "1001"), (.search, "radius", "40000", "40001"),
      (.search, "latitude", "-90", "-90.0001"), (.search, "longitude", "180", "180.0001"),
      (.search, "reservation_covers", "10", "11"), (.search, "reservation_covers", "1", "0"),
      (.reviews, "limit", "0", "-1"), (.reviews, "limit", "50", "51"),
      (.reviews, "sort_by", "time_created", "rating_desc"), (.events, "limit", "50", "51"),
      (.events, "sort_by", "asc", "rating"), (.events, "sort_on", "time_start", "asc"),
      (.events, "categories", "music", "sushi"), (.match, "limit", "10", "11"),
      (.match, "country", "US", "USA"), (.match, "state", "CAL", "Cali"),
      (.match, "postal_code", "123456789012", "1234567890123"),
      (.match, "yelp_business_id", "aB3_dE6-gH9iJ2kL5mN8oQ", "short"),
      (.match, "match_threshold", "none", "loose"), (.reviewHighlights, "count", "5", "6"),
      (.reviewHighlights, "count", "1", "0"), (.openings, "covers", "10", "11"),
      (.openings, "get_covers_range", "true", "maybe"),
      (.transactions, "type", "pickup", "dine_in"),
      (.insights, "date_range_start", "202512", "202513"),
      (.category, "alias", "sushi", ".."), (.search, "device_platform", "ios", "web"),
    ] as [(YelpEndpoint, String, String, String)])
  func enforcesRanges(endpoint: YelpEndpoint, name: String, good: String, bad: String)
    throws
  {
    var query = YelpQuery(endpoint)
    try query.set(name, good)
    let before = query

    #expect(query.values[name]?.text == good)
    let error = #expect(throws: YelpValidationError.self) { try query.set(name, bad) }
    guard case .parameter(name, _, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(query == before)
  }

  @Test(
    arguments: [
      (.search, "term", 300), (.search, "location", 250), (.autocomplete, "text", 300),
      (.chat, "query", 1000), (.jobs, "query", 1000), (.match, "name", 64),
      (.match, "address1", 64),
      (.match, "city", 64),
    ] as [(YelpEndpoint, String, Int)])
  func enforcesLengths(endpoint: YelpEndpoint, name: String, most: Int) throws {
    var query = YelpQuery(endpoint)
    try query.set(name, String(repeating: "x", count: most))

    #expect(throws: YelpValidationError.self) {
      try query.set(name, String(repeating: "x", count: most + 1))
    }
  }

  @Test func offersWordsOfChoicesForCompletion() {
    #expect(YelpEndpoint.search.parameter("price")?.rule.words == ["1", "2", "3", "4"])
    #expect(YelpEndpoint.events.parameter("sort_by")?.rule.words == ["asc", "desc"])
    #expect(YelpEndpoint.search.parameter("term")?.rule.words.isEmpty == true)
    #expect(YelpEndpoint.search.parameter("id") == nil)
  }
}
