import TestSupport
import Testing

/// `--unique`: businesses that several searches of a run have in common.
@Suite struct YelpUniqueTests {
  private let query: YelpTool
  private static let near = ToolInput.lines([
    #"{"id":1,"name":"Paris","latitude":48.8534,"longitude":2.3488}"#, "48.8535,2.3487",
    #"{"id":3,"latitude":48.8565,"longitude":2.3524}"#,
  ])

  init() throws { query = try YelpTool(YelpTestServer()) }

  @Test func parseOmitsTheSameBusinesses() throws {
    let server = ["--base-url", query.yelp.baseURL]
    let direct = try query("search", "-v", stdin: Self.near).expect(exit: 0)
      .expect(says: "omitted 10 results printed before; --no-unique prints them")
    let built = try query("search", "--build", stdin: Self.near).expect(exit: 0)
    let responses = try Tool("req", in: query.sandbox).run(
      ["--credential", "yelp"] + server, stdin: .bytes(built.stdout),
      environment: query.environment
    ).expect(exit: 0)

    #expect(try query.parse("search", .bytes(responses.stdout)).lines == direct.lines)
    let all = try Tool("yelp-query", in: query.sandbox)(
      "parse", "search", "--no-unique", stdin: .bytes(responses.stdout))
    #expect(all.lines.count == 15)
  }
}
