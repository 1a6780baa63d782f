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

  private static let long = String(repeating: "x", count: 251)

  /// One for each rule; the limits of all parameters are tested in `YelpParametersTests`.
  static let refusals = [
    Refusal("--limit", "search", "--location", "x", "--limit", "51"),
    Refusal("--offset", "search", "--location", "x", "--offset", "951", "--limit", "50"),
    Refusal("--price", "search", "--location", "x", "--price", "1,5"),
    Refusal("did you mean \"coffee\"?", "search", "x", "--categories", "cofee"),
    Refusal("--open-now", "search", "--location", "x", "--open-now", "--open-at", "1700000000"),
    Refusal("--location", "search", "--location", long),
    Refusal("--longitude", "search", "--latitude", "1"),
    Refusal("+14157492060", "phone", "--phone", "4157492060"),
    Refusal("--yelp-business-id", "match", "--name", "x", "--yelp-business-id", "short"),
    Refusal("--end-date", "events", "--location", "x", "--start-date", "2", "--end-date", "1"),
    Refusal("--date-range-start", "insights", "x", "--date-range-end", "202503"),
    Refusal("--time", "openings", "x", "--covers", "2", "--date", "2026-12-01"),
  ]

  @Test(arguments: refusals)
  func rejectsInvalidValuesWithoutACall(refusal: Refusal) throws {
    let query = try YelpTool(YelpTestServer(expectsNoRequest: true))

    let result = try query.run(refusal.words).expect(exit: 2)

    result.expect(says: "yelp-query: error: ", refusal.says)
    #expect(result.text == "")
  }
}
