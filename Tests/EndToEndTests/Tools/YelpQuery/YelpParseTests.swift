import TestSupport
import Testing

/// `yelp-query parse`, and error records of other tools.
@Suite struct YelpParseTests {
  @Test func parseReportsTheSameErrors() throws {
    let query = try YelpTool(YelpTestServer())
    let faults: [YelpTestServer.Fault] = [.notFound, .notJSON, .accessLimitReached, .wrongShape]
    for fault in faults { query.yelp.fail(with: fault) }
    let built = try query("phone", "--build", stdin: .lines(["+1", "+2", "+3", "+4"]))
    let responses = try Tool("req", in: query.sandbox)(
      "--credential", "yelp", "--base-url", query.yelp.baseURL, "--jobs", "1", "--retry", "0",
      stdin: .bytes(built.stdout), environment: query.environment)

    let result = try query.parse("phone", .bytes(responses.stdout)).expect(exit: 75)

    let records = result.results()
    #expect(
      records.map(\.code) == ["not_found", "decode", "quota_exhausted", "decode"])
    #expect(records.map(\.ref) == ["1", "2", "3", "4"])
    #expect(records[0]["error"]?["detail"]?["code"]?.string == "NOT_FOUND")
  }

  /// Unknown fields are omitted, not empty or 0.
  @Test func omitsUnknownFieldsOfEnvelopes() throws {
    let json = #"{"businesses":[],"total":0}"#
    let result = try Tool("yelp-query")(
      "parse", "search", "--envelope",
      stdin: .lines([
        #"{"status":200,"json":\#(json)}"#,
        #"{"url":"http://h/","status":200,"elapsed_ms":3,"json":\#(json)}"#,
      ]))

    #expect(
      result.lines == [
        #"{"ref":1,"total":0,"results":[]}"#,
        #"{"ref":2,"request":{"url":"http://h/"},"elapsed_ms":3.0,"total":0,"results":[]}"#,
      ])
  }
}
