import TestSupport
import Testing

/// Formats of times, and header fields of requests.
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
}
