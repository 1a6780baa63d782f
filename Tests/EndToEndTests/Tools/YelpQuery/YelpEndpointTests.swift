import TestSupport
import Testing

/// A valid request to each endpoint of the API.
@Suite struct YelpEndpointTests {
  private let query: YelpTool

  init() throws { query = try YelpTool(YelpTestServer()) }

  @Test(arguments: YelpTestServer.calls)
  func buildExecuteParseEqualsASingleRun(call: YelpTestServer.Call) throws {
    let single = try query.run(call.words).expect(exit: 0).expectSilence()

    let built = try query.run(call.words + ["--build"]).expect(exit: 0)
    let responses = try Tool("req", in: query.sandbox).run(
      ["--credential", "yelp", "--base-url", query.yelp.baseURL], stdin: .bytes(built.stdout),
      environment: ["YELP_API_KEY": query.yelp.key])
    let parsed = try query.parse(call.endpoint, .bytes(responses.expect(exit: 0).stdout))

    #expect(single.results().map(\.rank) == (1...call.records).map { $0 })
    #expect(built.records(as: .request).map { $0["credential"]?.string } == ["yelp"])
    #expect(!built.text.contains(query.yelp.key))
    #expect(parsed.expect(exit: 0).text == single.text)
    let requests = query.yelp.requests
    #expect(requests.count == 2 && requests[0].target == requests[1].target)
    #expect(requests.allSatisfy { $0.method == requests[0].method })
    #expect(requests.allSatisfy { $0.body == requests[0].body })
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
}
