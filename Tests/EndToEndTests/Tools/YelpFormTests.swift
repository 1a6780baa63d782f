import TestSupport
import Testing

/// Formats of times, and header fields of requests.
@Suite struct YelpFormTests {
  private let query: YelpTool

  init() throws { query = try YelpTool(YelpTestServer()) }

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
