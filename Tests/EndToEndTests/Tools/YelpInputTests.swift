import TestSupport
import Testing

/// Items as operands, as lines of text, and as records.
@Suite struct YelpInputTests {
  struct Item: Sendable, CustomTestStringConvertible {
    let words: [String]
    let text: String
    let record: String

    init(_ words: String..., text: String, record: String) {
      self.words = words
      self.text = text
      self.record = record
    }

    var testDescription: String { words[0] }
  }

  static let items = [
    Item("search", "--term", "tea", text: "São Paulo", record: #"{"location":"São Paulo"}"#),
    Item(
      "search", "--no-unique", text: "48.85,2.35", record: #"{"latitude":48.85,"longitude":2.35}"#),
    Item(
      "search", "--no-unique", text: "-33.85,151.2",
      record: #"{"latitude":-33.85,"longitude":151.2}"#),
    Item(
      "search", "--no-unique", text: "48.850 2.35",
      record: #"{"coordinates":{"latitude":48.850,"longitude":2.35},"location":{"city":"x"}}"#),
    Item("search", text: "Paris, FR", record: #"{"name":"Paris","country":"FR"}"#),
    Item("phone", text: "+14157492060", record: #"{"phone":"+1 415 749 2060"}"#),
    Item("transactions", "--type", "pickup", text: "x", record: #"{"location":"x"}"#),
    Item("business", text: "café-x", record: #"{"alias":"café-x"}"#),
    Item("business", text: "https://www.yelp.com/biz/caf%C3%A9-x?a=1", record: #"{"id":"café-x"}"#),
    Item("reviews", "--limit", "2", text: "x", record: #"{"id":"x","alias":"y"}"#),
    Item("autocomplete", text: "del", record: #"{"text":"del"}"#),
    Item("event", text: "fair-1", record: #"{"id":"fair-1"}"#),
    Item("events", text: "x", record: #"{"location":"x"}"#),
    Item("featured-event", text: "x", record: #"{"location":"x"}"#),
    Item("category", text: "Coffee & Tea", record: #"{"alias":"coffee"}"#),
    Item("chat", text: "a quiet \"café\"", record: #"{"query":"a quiet \"café\""}"#),
    Item("engagement", text: "a,b", record: #"{"business_ids":["a","b"]}"#),
    Item("engagement", text: "a", record: #"{"id":"a"}"#),
    Item("service-offerings", text: "x", record: #"{"id":"x"}"#),
    Item(
      "insights", "--date-range-start", "202501", "--date-range-end", "202501", text: "a",
      record: #"{"business_ids":"a"}"#),
    Item("review-highlights", text: "x", record: #"{"id":"x"}"#),
    Item("jobs", text: "a sink", record: #"{"query":"a sink"}"#),
    Item(
      "openings", "--covers", "2", "--date", "2026-12-01", "--time", "19:00", text: "x",
      record: #"{"id":"x"}"#),
  ]

  @Test func fieldsOverrideAllOptions() throws {
    let query = try YelpTool(YelpTestServer())
    let record =
      #"{"location":"Paris","term":"tea","limit":2,"price":[1,"2"],"radius":500,"#
      + #""categories":["cafes","coffee"],"open_at":1700000000,"sort_by":"rating","#
      + #""attributes":null,"note":1}"#

    try query(
      "search", "--term", "coffee", "--limit", "9", "--price", "4", "--radius", "9km",
      "--open-now", "--attributes", "deals", stdin: .lines([record])
    ).expect(exit: 0).expectSilence()

    let request = try #require(query.yelp.requests.first)
    let sent = [
      "location": "Paris", "term": "tea", "limit": "2", "price": "1,2", "radius": "500",
      "categories": "cafes,coffee", "open_at": "1700000000", "sort_by": "rating",
      "attributes": "deals", "open_now": nil,
    ]
    for (name, value) in sent { #expect(request[query: name] == value, "\(name)") }
  }

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

  /// Such as the cells of a table.
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

  @Test(arguments: [("search", "name,city"), ("business", "id\tname")])
  func refusesTablesBeforeAnyCall(endpoint: String, header: String) throws {
    let query = try YelpTool(YelpTestServer(expectsNoRequest: true))

    let result = try query(endpoint, stdin: .lines([header, "Gary Danko,SF"])).expect(exit: 26)

    result.expect(says: "the input is a table", "mlr")
    #expect(result.text == "")
  }

  @Test(arguments: [
    "ID, USA", #""name, city""#, "Paris, France", "Portland,OR", "48.85,2.35",
    "12 Main St, City Hall, NY",
  ])
  func acceptsPlacesWithCommas(place: String) throws {
    let query = try YelpTool(YelpTestServer())

    try query("search", stdin: .lines([place])).expect(exit: 0)
  }

  @Test(arguments: items)
  func operandLineAndRecordAreEquivalent(item: Item) throws {
    let query = try YelpTool(YelpTestServer())
    let whole = #"{"ref":7,"#

    let operand = try query.run(item.words + [item.text]).expect(exit: 0)
    let lines = try query.run(
      item.words + ["--jobs", "1"],
      stdin: .lines([item.text, "", whole + item.record.dropFirst()])
    ).expect(exit: 0).expectSilence()

    let requests = query.yelp.requests
    #expect(requests.count == 3)
    #expect(Set(requests.map(\.target)).count == 1, "\(requests.map(\.target))")
    #expect(Set(requests.map(\.text)).count == 1)
    let count = operand.lines.count
    #expect(Array(lines.lines.prefix(count)) == operand.lines, "the first line has ref 1 too")
    let records = lines.results()
    #expect(records.count == 2 * count && records[count].rank == 1)
    let ref = try StrictJSON(item.record)["id"]?.text ?? "7"
    #expect(records.suffix(count).allSatisfy { $0.ref == ref })
  }

  @Test func acceptsOptionsBeforeTheCommand() throws {
    let yelp = try YelpTestServer()
    let sandbox = try Sandbox()
    let run = { (words: [String]) in
      try Tool("yelp-query", in: sandbox).run(words, environment: ["YELP_API_KEY": yelp.key])
    }
    let before = ["--base-url", yelp.baseURL, "--retry=0", "--no-summary"]

    let first = try run(before + ["search", "Paris", "--limit", "2"]).expect(exit: 0)
    let second = try run(["search", "Paris", "--limit", "2"] + before).expect(exit: 0)

    #expect(first.lines == second.lines && first.lines.count == 2)
    try run(before + ["quota", "--rate", "1/s"]).expect(exit: 2).expect(
      says: "unknown option \"--retry\"")
    try run(before + ["serch"]).expect(exit: 2).expect(
      says: "unknown command \"serch\"", "did you mean \"search\"?")
    try run(before).expect(exit: 2).expect(says: "missing command")
  }
}
