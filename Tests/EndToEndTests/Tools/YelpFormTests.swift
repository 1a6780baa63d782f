import TestSupport
import Testing

/// Formats of times, links, and the header fields of requests.
@Suite struct YelpFormTests {
  private let query: YelpTool

  init() throws { query = try YelpTool(YelpTestServer()) }

  @Test func convertsTimesOfReviews() throws {
    let plain = try query("reviews", "x", "--limit", "1").expect(exit: 0).results()
    let unix = try query("reviews", "x", "--limit", "1", "--dates", "unix").expect(exit: 0)
    let iso = try query("reviews", "x", "--limit", "1", "--dates", "iso").expect(exit: 0)

    let record = try #require(plain.first)
    #expect(record["time_created"]?.string == "2026-01-29 00:41:13")
    #expect(unix.lines == [record.line.replacing(#""2026-01-29 00:41:13""#, with: "1769647273")])
    #expect(iso.lines == [record.line.replacing("29 00:41:13", with: "29T00:41:13Z")])
  }

  @Test(arguments: ["event", "events", "featured-event"])
  func convertsTimesOfEvents(endpoint: String) throws {
    let unix = try query(endpoint, "x", "--dates", "unix").expect(exit: 0).results()
    let iso = try query(endpoint, "x", "--dates", "iso", "--envelope").expect(exit: 0)

    #expect(unix.allSatisfy { $0["time_start"]?.integer == 1_796_182_200 })
    let ends = unix.map { $0["time_end"]?.text }
    #expect(ends.allSatisfy { $0 == "null" || $0 == "1796196600" })
    let results = iso.records(as: .envelope).first?["results"]?.elements ?? []
    #expect(!results.isEmpty)
    #expect(results.allSatisfy { $0["time_start"]?.string == "2026-12-02T03:30:00Z" })
    #expect(results.allSatisfy { $0["cost"]?.text == "12.50" || $0["cost"]?.text == "null" })
  }

  @Test func parseConvertsTimes() throws {
    let single = try query("reviews", "x", "--dates", "iso").expect(exit: 0)
    let built = try query("reviews", "x", "--build").expect(exit: 0)
    let responses = try Tool("req", in: query.sandbox)(
      "--credential", "yelp", "--base-url", query.yelp.baseURL, stdin: .bytes(built.stdout),
      environment: query.environment)

    let parsed = try Tool("yelp-query", in: query.sandbox)(
      "parse", "reviews", "--dates", "iso", stdin: .bytes(responses.stdout))

    #expect(parsed.expect(exit: 0).text == single.text)
  }

  @Test func rejectsUnknownFormats() throws {
    try query("reviews", "x", "--dates", "rfc").expect(exit: 2).expect(says: "unix", "iso")
    try query("search", "--location", "x", "--dates", "iso").expect(exit: 2)
    try query("reviews", "x").expect(exit: 0)
    #expect(query.yelp.calls == 1)
  }

  /// Runs without a key and a server.
  private func links(_ words: String..., stdin: ToolInput = .empty) throws -> [[String?]] {
    let result = try Tool("yelp-query").run(words + ["--links"], stdin: stdin).expect(exit: 0)
    return result.records(as: .links).map { [$0["web"]?.string, $0["app"]?.string] }
  }

  @Test func printsLinksToTheSamePage() throws {
    try query("business", "x").expect(exit: 0)
    let path = "search?terms=caf%C3%A9%20%26%20tea&category=coffee&location=S%C3%A3o%20Paulo"

    let search = try links(
      "search", "--term", "café & tea", "--categories", "Coffee & Tea", "--location", "São Paulo")
    let places = try links("search", stdin: .lines(["Paris", "48.85,2.35"]))
    let businesses = try links("business", stdin: .lines(["café-x", #"{"id":"a"}"#]))

    #expect(search == [["https://yelp.com/\(path)", "yelp4:///\(path)"]])
    #expect(
      places.map(\.[0]) == [
        "https://yelp.com/search?location=Paris",
        "https://yelp.com/search?location=48.85%2C2.35",
      ])
    #expect(
      businesses == [
        ["https://yelp.com/biz/caf%C3%A9-x", "yelp4:///biz/caf%C3%A9-x"],
        ["https://yelp.com/biz/a", "yelp4:///biz/a"],
      ])
  }

  @Test(arguments: ["events", "categories", "phone"])
  func rejectsLinksForOtherEndpoints(endpoint: String) throws {
    try query("business", "x").expect(exit: 0)
    try Tool("yelp-query")(endpoint, "--links").expect(exit: 2).expect(says: "--links")
  }

  @Test func sendsHeaderFields() throws {
    try query("business", "x", "--header", "X-A: b", "--user-agent", "mine/1").expect(exit: 0)

    let request = try #require(query.yelp.requests.first)
    #expect(request[header: "x-a"] == "b" && request[header: "user-agent"] == "mine/1")
    #expect(request[header: "accept"] == "application/json")
    #expect(request[header: "authorization"] == "Bearer \(query.yelp.key)")
  }

  /// A field on the command line replaces the default.
  @Test(arguments: ["Accept-Language", "Accept", "User-Agent"])
  func replacesDefaultFields(name: String) throws {
    try query(
      "business", "x", "--header", "\(name): mine", environment: ["LC_ALL": "", "LANG": "fr_FR"]
    ).expect(exit: 0)

    let request = try #require(query.yelp.requests.first)
    let values = request.headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    #expect(values == ["mine"])
  }

  @Test(
    arguments: [
      (["LANG": "fr_FR.UTF-8"], "fr-FR"), (["LANG": "de"], "de"),
      (["LANG": "de_DE.UTF-8", "LANGUAGE": "de_AT:en"], "de-AT, en;q=0.9, de-DE;q=0.8"),
      (["LANG": "de_DE", "LC_MESSAGES": "it_IT@euro"], "it-IT"),
      (["LANG": "de_DE", "LC_ALL": "pt_BR.UTF-8"], "pt-BR"),
      (["LANG": "C"], nil), (["LANG": "POSIX"], nil), (["LANG": "C.UTF-8"], nil), ([:], nil),
      (["LANG": "C.UTF-8", "LANGUAGE": "fr"], nil), (["LC_ALL": "C", "LANG": "fr_FR"], nil),
      (["LANG": "x\r\nX-Evil: 1"], nil),
    ] as [([String: String], String?)])
  func sendsTheLanguagesOfTheUser(variables: [String: String], expected: String?) throws {
    let environment = ["LC_ALL": "", "LANG": ""].merging(variables) { $1 }

    try query("business", "x", environment: environment).expect(exit: 0)

    let request = try #require(query.yelp.requests.first)
    #expect(request[header: "accept-language"] == expected)
    #expect(request[header: "x-evil"] == nil)
  }

  @Test func sendsTheLocaleAsAParameter() throws {
    try query("business", "x", "--locale", "fr-fr").expect(exit: 0)

    #expect(query.yelp.requests.first?[query: "locale"] == "fr_FR")
  }
}
