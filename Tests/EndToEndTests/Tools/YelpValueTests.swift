import TestSupport
import Testing

/// Values that the API would reject are reported before a call is made.
@Suite struct YelpValueTests {
  /// An invalid command line, and the option in its message.
  struct Refusal: Sendable, CustomTestStringConvertible {
    let words: [String]
    let says: String

    init(_ says: String, _ words: String...) {
      self.words = words
      self.says = says
    }

    var testDescription: String { words.map { String($0.prefix(24)) }.joined(separator: " ") }
  }

  private static let long = String(repeating: "x", count: 1001)
  private static let manyIDs = (1...21).map { "id\($0)" }.joined(separator: ",")

  static let ofSearch = [
    Refusal("--limit", "search", "--location", "x", "--limit", "51"),
    Refusal("--limit", "search", "--location", "x", "--limit", "0"),
    Refusal("--limit", "search", "--location", "x", "--limit", "1.5"),
    Refusal("--offset", "search", "--location", "x", "--offset", "1001"),
    Refusal("--offset", "search", "--location", "x", "--offset", "951", "--limit", "50"),
    Refusal("--radius", "search", "--location", "x", "--radius", "40001"),
    Refusal("--radius", "search", "--location", "x", "--radius", "25mi"),
    Refusal("--radius", "search", "--location", "x", "--radius", "-1"),
    Refusal("--price", "search", "--location", "x", "--price", "1,5"),
    Refusal("--price", "search", "--location", "x", "--price", "$$$$$"),
    Refusal("unknown category", "search", "--location", "x", "--categories", "bars,cofee"),
    Refusal("did you mean \"coffee\"?", "search", "x", "--categories", "cofee"),
    Refusal("--sort-by", "search", "--location", "x", "--sort-by", "stars"),
    Refusal("--attributes", "search", "--location", "x", "--attributes", "deals,cashback"),
    Refusal("--open-now", "search", "--location", "x", "--open-now", "--open-at", "1700000000"),
    // The API responds with status 500.
    Refusal("--open-at", "search", "--location", "x", "--open-at", "2147483648"),
    Refusal("--open-at", "search", "--location", "x", "--open-at", "tomorrow"),
    Refusal("--reservation-date", "search", "--location", "x", "--reservation-date", "2026-02-30"),
    Refusal("--reservation-time", "search", "--location", "x", "--reservation-time", "24:01"),
    Refusal("--reservation-covers", "search", "--location", "x", "--reservation-covers", "11"),
    Refusal("--locale", "search", "--location", "x", "--locale", "xx_XX"),
    Refusal("--device-platform", "search", "--location", "x", "--device-platform", "windows"),
    Refusal("--location", "search", "--location", String(long.prefix(251))),
    Refusal("--term", "search", "--location", "x", "--term", String(long.prefix(301))),
    Refusal("--latitude", "search", "--latitude", "NaN", "--longitude", "1"),
    Refusal("--latitude", "search", "--latitude", "inf", "--longitude", "1"),
    Refusal("--latitude", "search", "--latitude", "-90.0001", "--longitude", "1"),
    Refusal("--longitude", "search", "--latitude", "1", "--longitude", "180.5"),
    Refusal("--longitude", "search", "--latitude", "1"),
    Refusal("--latitude", "search", "--longitude", "1"),
    Refusal("--location", "search", "--location", "x", "--latitude", "1", "--longitude", "2"),
  ]

  static let ofOthers = [
    Refusal("--phone", "phone", "--phone", "4157492060"),
    Refusal("--phone", "phone", "--phone", "+1415749206012345678901234567890123"),
    Refusal("--phone", "phone", "--phone", "+1-CALL-ME"),
    Refusal("--type", "transactions", "--type", "takeaway", "--location", "x"),
    Refusal("--device-platform", "business", "x", "--device-platform", "phone"),
    Refusal("--country", "match", "--name", "x", "--country", "USA"),
    Refusal("--state", "match", "--name", "x", "--state", "CALI"),
    Refusal("--name", "match", "--name", "a*b"),
    Refusal("--name", "match", "--name", String(long.prefix(65))),
    Refusal("--city", "match", "--city", "a/b"),
    Refusal("--limit", "match", "--name", "x", "--limit", "11"),
    Refusal("--match-threshold", "match", "--name", "x", "--match-threshold", "low"),
    Refusal("--yelp-business-id", "match", "--name", "x", "--yelp-business-id", "short"),
    Refusal("--postal-code", "match", "--name", "x", "--postal-code", "1234567890123"),
    Refusal("--sort-by", "reviews", "x", "--sort-by", "newest"),
    Refusal("--limit", "reviews", "x", "--limit", "51"),
    Refusal("--latitude", "autocomplete", "--text", "a", "--latitude", "91", "--longitude", "0"),
    Refusal("--locale", "event", "x", "--locale", "english"),
    Refusal("--end-date", "events", "--location", "x", "--start-date", "2", "--end-date", "1"),
    Refusal("--sort-on", "events", "--location", "x", "--sort-on", "name"),
    Refusal("--sort-by", "events", "--location", "x", "--sort-by", "up"),
    Refusal("--categories", "events", "--location", "x", "--categories", "clubs"),
    Refusal("--limit", "events", "--location", "x", "--limit", "51"),
    Refusal("--locale", "featured-event", "--location", "x", "--locale", "fr_XX"),
    Refusal("--locale", "categories", "--locale", "klingon"),
    Refusal("--locale", "category", "coffee", "--locale", "klingon"),
    Refusal("--query", "chat", "--query", long),
    Refusal("--longitude", "chat", "--query", "x", "--latitude", "1"),
    Refusal("--request-context", "chat", "--query", "x", "--request-context", "novalue"),
    Refusal("--business-ids", "engagement", "--business-ids", manyIDs),
    Refusal("--date-range-start", "engagement", "x", "--date-range-start", "202513"),
    Refusal("--locale", "service-offerings", "x", "--locale", "xx"),
    Refusal(
      "--date-range-end", "insights", "x", "--date-range-start", "202503", "--date-range-end",
      "202501"),
    Refusal("--count", "review-highlights", "x", "--count", "6"),
    Refusal("--count", "review-highlights", "x", "--count", "0"),
    Refusal("--query", "jobs", "--query", long),
    Refusal(
      "--covers", "openings", "x", "--covers", "11", "--date", "2026-12-01", "--time", "19:00"),
    Refusal(
      "--date", "openings", "x", "--covers", "2", "--date", "1.12.2026", "--time", "19:00"),
    Refusal("--time", "openings", "x", "--covers", "2", "--date", "2026-12-01", "--time", "7pm"),
  ]

  /// Required parameters that items cannot provide.
  static let missing = [
    Refusal("--date-range-start", "insights", "x", "--date-range-end", "202503"),
    Refusal("--date-range-end", "insights", "x", "--date-range-start", "202503"),
    Refusal("--covers", "openings", "x", "--date", "2026-12-01", "--time", "19:00"),
    Refusal("--date", "openings", "x", "--covers", "2", "--time", "19:00"),
    Refusal("--time", "openings", "x", "--covers", "2", "--date", "2026-12-01"),
  ]

  @Test(arguments: ofSearch + ofOthers + missing)
  func rejectsInvalidValuesWithoutACall(refusal: Refusal) throws {
    let query = try YelpTool(YelpTestServer(expectsNoRequest: true))

    let result = try query.run(refusal.words).expect(exit: 2)

    result.expect(says: "yelp-query: error: ", refusal.says)
    #expect(result.text == "")
  }

  @Test func testsEveryEndpoint() {
    let seen = Set((Self.ofSearch + Self.ofOthers).map { $0.words[0] })
    #expect(seen == Set(YelpTestServer.calls.map(\.endpoint)))
  }

  @Test(arguments: [
    ["business", "a/b"], ["phone", "12"], ["category", "a/b"], ["event", "a?b"],
    ["search", String(long.prefix(251))], ["reviews", ".."],
  ])
  func rejectsInvalidOperandsWithoutACall(words: [String]) throws {
    let query = try YelpTool(YelpTestServer(expectsNoRequest: true))

    let result = try query.run(words).expect(exit: 65)

    #expect(result.results().map(\.code) == ["invalid_input"])
  }

  @Test func suggestsTheNearestWord() throws {
    let query = try YelpTool(YelpTestServer(expectsNoRequest: true))

    try query("search", "--location", "x", "--sort-by", "ratng").expect(says: "\"rating\"")
    try query("events", "--location", "x", "--categories", "musik").expect(says: "\"music\"")
    try query("phone", "--phone", "4157492060").expect(says: "+14157492060")
  }

  /// The API may know newer categories.
  @Test func sendsUnknownCategoriesWithAWarning() throws {
    let query = try YelpTool(YelpTestServer())

    let result = try query("search", "--location", "x", "--categories", "qqqqqqqq,Coffee & Tea")

    result.expect(exit: 0).expect(says: "yelp-query: warning: ", "\"qqqqqqqq\"")
    #expect(query.yelp.requests.first?[query: "categories"] == "qqqqqqqq,coffee")
  }

  @Test(arguments: [
    ["search", "--latitude", "-90", "--longitude", "180", "--radius", "40000", "--limit", "50"],
    ["search", "--location", String(long.prefix(250)), "--offset", "950", "--limit", "50"],
    ["search", "--location", "x", "--open-at", "2147483647", "--price", "1,2,3,4"],
    ["search", "--location", "x", "--reservation-covers", "10", "--reservation-time", "23:59"],
    ["search", "--location", "x", "--no-open-now", "--open-at", "0"],
    ["phone", "--phone", "+1 (415) 749-20.60"],
    [
      "match", "--name", "a&b,c/d:e@f'g!", "--address1", "", "--city", "x", "--state", "x",
      "--country", "us", "--match-threshold", "STRICT", "--limit", "10",
    ],
    ["events", "--location", "x", "--start-date", "2026-01-01", "--end-date", "2026-01-01"],
    ["review-highlights", "x", "--count", "5"],
    ["openings", "x", "--covers", "10", "--date", "2028-02-29", "--time", "00:00"],
  ])
  func acceptsValuesAtTheLimits(words: [String]) throws {
    let query = try YelpTool(YelpTestServer(total: 1200))

    try query.run(words).expect(exit: 0).expectSilence()
    #expect(query.yelp.calls == 1)
  }
}
