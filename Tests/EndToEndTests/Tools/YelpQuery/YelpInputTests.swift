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

  /// The words before the subject, the subject as text, and a record with the same subject.
  @Test(
    arguments: [
      (["search", "--term", "tea"], "São Paulo", #"{"location":"São Paulo"}"#),
      (
        ["search", "--no-unique"], "-33.85,151.2",
        #"{"coordinates":{"latitude":-33.85,"longitude":151.2},"location":{"city":"x"}}"#
      ),
      (["search"], "Paris, FR", #"{"name":"Paris","country":"FR"}"#),
      (["phone"], "+14157492060", #"{"phone":"+1 415 749 2060"}"#),
      (["business"], "https://www.yelp.com/biz/caf%C3%A9-x?a=1", #"{"id":"café-x"}"#),
      (["reviews", "--limit", "2"], "x", #"{"id":"x","alias":"y"}"#),
      (["category"], "Coffee & Tea", #"{"alias":"coffee"}"#),
      (["chat"], "a quiet \"café\"", #"{"query":"a quiet \"café\""}"#),
      (["engagement"], "a,b", #"{"business_ids":["a","b"]}"#),
    ])
  func operandLineAndRecordAreEquivalent(words: [String], text: String, record: String) throws {
    let query = try YelpTool(YelpTestServer())
    let whole = #"{"ref":7,"#

    let operand = try query.run(words + [text]).expect(exit: 0)
    let lines = try query.run(
      words + ["--jobs", "1"], stdin: .lines([text, "", whole + record.dropFirst()])
    ).expect(exit: 0).expectSilence()

    let requests = query.yelp.requests
    #expect(requests.count == 3)
    #expect(Set(requests.map(\.target)).count == 1, "\(requests.map(\.target))")
    #expect(Set(requests.map(\.text)).count == 1)
    let count = operand.lines.count
    #expect(Array(lines.lines.prefix(count)) == operand.lines, "the first line has ref 1 too")
    let records = lines.results()
    #expect(records.count == 2 * count && records[count].rank == 1)
    let ref = try StrictJSON(record)["id"]?.text ?? "7"
    #expect(records.suffix(count).allSatisfy { $0.ref == ref })
  }
}
