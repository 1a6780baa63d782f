import TestSupport
import Testing

/// A valid request to each endpoint of the API.
@Suite struct YelpEndpointTests {
  private let query: YelpTool

  init() throws { query = try YelpTool(YelpTestServer()) }

  @Test(arguments: YelpTestServer.calls)
  func printsTheResults(call: YelpTestServer.Call) throws {
    let result = try query.run(call.words).expect(exit: 0).expectSilence()

    let records = result.results()
    #expect(records.map(\.rank) == (1...call.records).map { $0 })
    #expect(records.allSatisfy { $0.ref == "1" })
    #expect(query.yelp.calls == 1)
  }

  @Test(arguments: YelpTestServer.calls)
  func buildExecuteParseEqualsASingleRun(call: YelpTestServer.Call) throws {
    let single = try query.run(call.words).expect(exit: 0)

    let built = try query.run(call.words + ["--build"]).expect(exit: 0)
    let responses = try Tool("req", in: query.sandbox).run(
      ["--credential", "yelp", "--base-url", query.yelp.baseURL], stdin: .bytes(built.stdout),
      environment: ["YELP_API_KEY": query.yelp.key])
    let parsed = try query.parse(call.endpoint, .bytes(responses.expect(exit: 0).stdout))

    #expect(built.records(as: .request).map { $0["credential"]?.string } == ["yelp"])
    #expect(!built.text.contains(query.yelp.key))
    #expect(parsed.expect(exit: 0).text == single.text)
    let requests = query.yelp.requests
    #expect(requests.count == 2 && requests[0].target == requests[1].target)
    #expect(requests.allSatisfy { $0.method == requests[0].method })
    #expect(requests.allSatisfy { $0.body == requests[0].body })
  }

  @Test(arguments: YelpTestServer.calls)
  func printsOneEnvelope(call: YelpTestServer.Call) throws {
    let plain = try query.run(call.words).expect(exit: 0).results()

    let result = try query.run(call.words + ["--envelope"]).expect(exit: 0)

    let envelope = try #require(result.records(as: .envelope).first)
    #expect(result.lines.count == 1 && envelope.ref == "1")
    #expect(envelope["source"]?.string == "network" && envelope["truncated"] == nil)
    #expect(envelope["request"]?["url"]?.string?.hasSuffix(query.yelp.requests[1].target) == true)
    let results = try #require(envelope["results"]?.elements)
    #expect(results.count == plain.count)
    for (one, other) in zip(results, plain) {
      let own = other.json.members.filter { $0.name != "ref" && $0.name != "rank" }
      #expect(one.members == own)
    }
  }

  /// The other fields of a response, without duplicates.
  @Test func envelopeHasTheOtherFieldsOfTheResponse() throws {
    let search = try query("search", "--location", "x", "--envelope").expect(exit: 0)
    let reviews = try query("reviews", "x", "--envelope").expect(exit: 0)
    let openings = try query(
      "openings", "x", "--covers", "2", "--date", "2026-12-01", "--time", "19:00",
      "--get-covers-range", "--envelope"
    ).expect(exit: 0)

    let search1 = try #require(search.records(as: .envelope).first)
    #expect(search1["total"]?.integer == 5 && search1["businesses"] == nil)
    #expect(search1["region"]?["center"]?["longitude"]?.text == "-122.43644714355469")
    let reviews1 = try #require(reviews.records(as: .envelope).first)
    #expect(reviews1["possible_languages"]?.elements.map(\.string) == ["en", "fr"])
    let openings1 = try #require(openings.records(as: .envelope).first)
    #expect(openings1["covers_range"]?["max_party_size"]?.integer == 8)
  }

  /// The URL does not depend on the order of the options.
  @Test func sortsAndEncodesTheQuery() throws {
    try query(
      "search", "--term", "a+b c%20&d=é", "--location", "São Paulo/SP", "--price", "$$,1",
      "--categories", "Coffee & Tea", "--radius", "2km", "--open-at", "2026-12-24T18:00:00Z"
    ).expect(exit: 0)
    try query(
      "search", "--open-at", "1798135200", "--radius", "2000", "--price", "2,1",
      "--categories", "coffee", "--location", "São Paulo/SP", "--term", "a+b c%20&d=é"
    ).expect(exit: 0)

    let requests = query.yelp.requests
    #expect(requests[0].target == requests[1].target)
    let names = requests[0].query.split(separator: "&").map { $0.prefix { $0 != "=" } }
    #expect(names == names.sorted())
    #expect(requests[0][query: "term"] == "a+b c%20&d=é")
    #expect(requests[0][query: "location"] == "São Paulo/SP")
    #expect(!requests[0].query.contains("+"))
  }

  @Test func sendsParametersInTheBody() throws {
    try query(
      "chat", "--query", "a \"b\"\nc", "--chat-id", "c1", "--latitude", "37.70", "--longitude",
      "-122.4", "--locale", "en_US", "--request-context", "skip_text_generation=true",
      "--request-context", "a=b"
    ).expect(exit: 0)

    let request = try #require(query.yelp.requests.first)
    let body = try StrictJSON(request.text)
    #expect(request.method == "POST" && request.path == "/ai/chat/v2" && request.query == "")
    #expect(request[header: "content-type"] == "application/json")
    #expect(body["query"]?.string == "a \"b\"\nc" && body["chat_id"]?.string == "c1")
    #expect(body["user_context"]?["latitude"]?.text == "37.70")
    #expect(body["user_context"]?["locale"]?.string == "en_US")
    #expect(body["request_context"]?["skip_text_generation"]?.boolean == true)
    #expect(body["request_context"]?["a"]?.string == "b")
  }
}
