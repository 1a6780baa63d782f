import TestSupport
import Testing

/// `yelp-query search` against a test server.
@Suite struct YelpSearchTests {
  private static let one = SampleYelp.business("a", imageURL: "https://img.example/a.jpg")
  private static let two = SampleYelp.business("b", imageURL: "")
  private static let response = Script.ok(json: SampleYelp.search([one, two]))
  private static let path = "/v3/businesses/search"

  private func query(
    _ server: LoopbackServer, _ arguments: String..., stdin: ToolInput = .empty,
    key: String? = "test-api-key"
  ) throws -> ToolResult {
    try Tool("yelp-query").run(
      ["search", "--base-url", server.url("/v3")] + arguments, stdin: stdin,
      environment: key.map { ["YELP_API_KEY": $0] } ?? [:])
  }

  @Test func sendsTheExpectedRequest() throws {
    let server = try LoopbackServer([Self.path: Self.response])

    try query(
      server, "--term", "coffee & tea+", "--latitude", "-33.5", "--longitude", "151",
      "--limit", "7"
    ).expect(exit: 0)

    let request = try #require(server.requests.first)
    #expect(request.method == "GET" && request.path == Self.path)
    #expect(request[header: "authorization"] == "Bearer test-api-key")
    #expect(request[header: "accept"] == "application/json")
    #expect(request[query: "term"] == "coffee & tea+")
    #expect(request.query.contains("%2B") && !request.query.contains("+"))
    #expect(Double(request[query: "latitude"] ?? "") == -33.5)
    #expect(request[query: "limit"] == "7")
    #expect(request[query: "location"] == nil)
  }

  @Test func printsBusinessesVerbatim() throws {
    let server = try LoopbackServer([Self.path: Self.response])

    let records = try query(server, "--location", "Paris").expect(exit: 0).records(as: .business)

    #expect(records.map { $0["rank"]?.integer } == [1, 2])
    for (record, original) in zip(records, [Self.one, Self.two]) {
      let original = try StrictJSON(original)
      for field in original.members {
        #expect(record[field.name]?.means(field.value) == true, "\(field.name)")
      }
      #expect(record.json.members.count == original.members.count + 2)
    }
    #expect(records[0]["rating"]?.text == "4.50")
  }

  @Test func exitsWith1WithoutResults() throws {
    let server = try LoopbackServer([Self.path: .ok(json: SampleYelp.search([]))])

    #expect(try query(server, "--location", "Paris").expect(exit: 1).text == "")
  }
}
