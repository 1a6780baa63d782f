import TestSupport
import Testing

/// Items as operands, as lines of text, and as records.
@Suite struct YelpInputTests {
  /// These describe the business, not the search.
  @Test func categoriesAndPriceOfABusinessDoNotRestrict() throws {
    let query = try YelpTool(YelpTestServer())
    let found = try query("search", "x", "--limit", "1").expect(exit: 0)

    try query("search", "--term", "tea", stdin: .bytes(found.stdout)).expect(exit: 0)

    let request = try #require(query.yelp.requests.last)
    #expect(request[query: "latitude"] != nil && request[query: "term"] == "tea")
    #expect(request[query: "price"] == nil && request[query: "categories"] == nil)
    // Also if the record has lost other fields.
    let rest =
      #"{"latitude":1,"longitude":2,"categories":[{"alias":"bars"}],"price":"$$","#
      + #""attributes":{"a":null}}"#
    try query("search", stdin: .lines([rest])).expect(exit: 0)
    let second = try #require(query.yelp.requests.last)
    for name in ["attributes", "categories", "price"] { #expect(second[query: name] == nil) }
  }

  /// The fields may be the cells of a table.
  @Test func emptyFieldsKeepOptions() throws {
    let query = try YelpTool(YelpTestServer())
    let place = #""location":"Paris""#

    try query("search", "--open-now", stdin: .lines(["{\(place),\"open_at\":\"\"}"]))
    try query(
      "search", "--open-at", "1700000000", stdin: .lines(["{\(place),\"open_now\":false}"]))

    let requests = query.yelp.requests
    #expect(requests.first?[query: "open_now"] == "true")
    #expect(requests.last?[query: "open_at"] == "1700000000")
  }

  @Test(arguments: [("search", "name,city"), ("search", "location"), ("business", "id\tname")])
  func refusesTablesBeforeAnyCall(endpoint: String, header: String) throws {
    let query = try YelpTool(YelpTestServer(expectsNoRequest: true))

    let result = try query(endpoint, stdin: .lines([header, "Gary Danko,SF"])).expect(exit: 26)

    result.expect(says: "the input is a table", "--input-format")
    #expect(result.text == "")
  }

  /// A first line with a comma may be the header of a table.
  @Test(arguments: ["ID, USA", #""name, city""#, "48.85,2.35"])
  func acceptsPlacesWithCommas(place: String) throws {
    let query = try YelpTool(YelpTestServer())

    try query("search", stdin: .lines([place, "Paris, France", "Portland,OR"])).expect(exit: 0)
  }
}
