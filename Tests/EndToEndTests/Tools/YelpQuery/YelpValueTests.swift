import TestSupport
import Testing

/// Values that the API would reject are reported before a call is made.
@Suite struct YelpValueTests {
  /// One for each kind of rule; the limits of all parameters are tested in `YelpParametersTests`.
  @Test(arguments: [
    (["search", "--location", "x", "--limit", "51"], "--limit"),
    (["search", "--location", "x", "--offset", "951", "--limit", "50"], "--offset"),
    (["search", "x", "--categories", "cofee"], "did you mean \"coffee\"?"),
    (["search", "--location", "x", "--open-now", "--open-at", "1700000000"], "--open-now"),
    (["search", "--location", String(repeating: "x", count: 251)], "--location"),
    (["phone", "--phone", "4157492060"], "+14157492060"),
    (["match", "--name", "x", "--yelp-business-id", "short"], "--yelp-business-id"),
    (["events", "--location", "x", "--start-date", "2", "--end-date", "1"], "--end-date"),
    (["insights", "x", "--date-range-end", "202503"], "--date-range-start"),
  ])
  func rejectsInvalidValuesWithoutACall(words: [String], message: String) throws {
    let query = try YelpTool(YelpTestServer(expectsNoRequest: true))

    let result = try query.run(words).expect(exit: 2)

    result.expect(says: "yelp-query: error: ", message)
    #expect(result.text == "")
  }
}
