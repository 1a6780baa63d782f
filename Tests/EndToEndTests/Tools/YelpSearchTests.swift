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

  @Test func searchesForEachCityRecord() throws {
    let server = try LoopbackServer([Self.path: Self.response])
    let cities = [
      #"{"ref":1,"id":2988507,"name":"Paris","country":"FR","#
        + #""latitude":48.853409,"longitude":2.3488,"rank":1}"#,
      #"{"id":"x","name":"Town","country":"US","latitude":1.5,"longitude":-2.5}"#,
    ]

    let records = try query(server, "--term", "coffee", "--no-unique", stdin: .lines(cities))
      .expect(exit: 0).records(as: .business)

    #expect(records.map(\.ref) == ["2988507", "2988507", #""x""#, #""x""#])
    #expect(server.requests.allSatisfy { $0[query: "term"] == "coffee" })
    let latitudes = server.requests.compactMap { Double($0[query: "latitude"] ?? "") }
    #expect(latitudes.sorted() == [1.5, 48.853409])
  }

  @Test(arguments: ["", nil])
  func reportsAMissingKeyWithAHint(key: String?) throws {
    let server = try LoopbackServer.forbidden()

    let result = try query(server, "--location", "Paris", key: key)

    result.expect(exit: 77).expect(says: "yelp-query: error: ", "YELP_API_KEY", "hint: ")
    #expect(result.text == "")
  }

  @Test func rejectsPlainHTTPExceptOnLoopback() throws {
    let result = try Tool("yelp-query")(
      "search", "--location", "Paris", "--base-url", "http://api.example.com/v3",
      environment: ["YELP_API_KEY": "k"], timeout: .seconds(30))

    #expect([2, 3, 77].contains(result.exit ?? -1), "\(result.story)")
    result.expect(says: "yelp-query: error: ", "https")
  }

  @Test func requiresAValidLocation() throws {
    let server = try LoopbackServer.forbidden()

    try query(server, "--latitude", "1").expect(exit: 2)
    try query(server, "--latitude", "91", "--longitude", "0").expect(exit: 2)
    try query(server, "--location", "x", "--limit", "51").expect(exit: 2)
    try query(server, "--location", "x", "--latitude", "1", "--longitude", "2").expect(exit: 2)
  }

  @Test(
    arguments: [
      (400, "VALIDATION_ERROR", "api_error", 22), (403, "BUSINESS_UNAVAILABLE", "api_error", 22),
      (401, "TOKEN_INVALID", "unauthorized", 77),
      (429, "ACCESS_LIMIT_REACHED", "quota_exhausted", 75),
      (500, "INTERNAL_ERROR", "api_error", 22),
    ] as [(Int, String, String, Int32)])
  func mapsErrorsOfTheAPI(status: Int, name: String, code: String, exit: Int32) throws {
    let server = try LoopbackServer([
      "*": .status(status, SampleYelp.error(name, "Message of the API."), headers: [:])
    ])

    let result = try query(server, "--location", "Paris", "--retry", "0").expect(exit: exit)
    result.expect(says: "yelp-query: error: ")

    let stream = try query(
      server, "--retry", "0", stdin: .lines([#"{"latitude":1.5,"longitude":2.5}"#]))
    let record = try #require(stream.records(as: .business).first)
    #expect(record.code == code)
    #expect(record["error"]?["status"]?.integer == status)
    #expect(record["error"]?["detail"]?["code"]?.string == name)
  }

  @Test func masksARejectedKey() throws {
    let server = try LoopbackServer { request in
      .status(400, SampleYelp.error("BAD", "bad key \(request[header: "authorization"] ?? "")"))
    }
    let key = "SECRETkey0123456789"

    let single = try query(server, "-v", "--location", "Paris", "--retry", "0", key: key)
    let stream = try query(
      server, "--retry", "0", stdin: .lines([#"{"latitude":1.5,"longitude":2.5}"#]), key: key)

    #expect(server.requests.allSatisfy { $0[header: "authorization"] == "Bearer \(key)" })
    single.expect(exit: 22).expect(says: "bad key Bearer ***")
    let error = try #require(stream.records(as: .business).first?["error"])
    #expect(error["message"]?.string?.hasSuffix("bad key Bearer ***") == true)
    #expect(error["detail"]?["description"]?.string == "bad key Bearer ***")
    for result in [single, stream] {
      #expect(!result.messages.contains(key) && !result.text.contains(key), "\(result.story)")
    }
  }

  @Test(arguments: ["<html>", "[]", #"{"total":1}"#, #"{"businesses":{}}"#])
  func rejectsInvalidResponses(body: String) throws {
    let server = try LoopbackServer([Self.path: .ok(json: body)])

    try query(server, "--location", "Paris").expect(exit: 65).expect(says: "yelp-query: error: ")
  }

  @Test func doesNotSendTheKeyToARedirectTarget() throws {
    let other = try LoopbackServer.forbidden()
    let server = try LoopbackServer(["*": .redirect(to: other.url("/v3/x"))])

    try query(server, "--location", "Paris", "--retry", "0").expect(exit: 47)
  }

  @Test func exitsWith1WithoutResults() throws {
    let server = try LoopbackServer([Self.path: .ok(json: SampleYelp.search([]))])

    #expect(try query(server, "--location", "Paris").expect(exit: 1).text == "")
  }
}
