import TestSupport
import Testing

/// Errors of the API, and their codes in error records.
@Suite struct YelpErrorTests {
  /// The HTTP status is nil without a response; the last text is the code of the API.
  @Test(
    arguments: [
      (.tooManyPerSecond(), 75, "rate_limited", 429, "TOO_MANY_REQUESTS_PER_SECOND"),
      (.accessLimitReached, 75, "quota_exhausted", 429, "ACCESS_LIMIT_REACHED"),
      (.unauthorized, 77, "unauthorized", 401, "UNAUTHORIZED_ACCESS_TOKEN"),
      (.notFound, 22, "not_found", 404, "NOT_FOUND"),
      (.validation("radius"), 22, "api_error", 400, "VALIDATION_ERROR"),
      (.cut, 18, "truncated", nil, nil), (.reset, 52, "truncated", nil, nil),
      (.notJSON, 65, "decode", 200, nil), (.wrongShape, 65, "decode", 200, nil),
      (.redirect(to: "http://localhost:1/"), 47, "redirect_forbidden", nil, nil),
      // An error with a success status.
      (
        .body(#"{"error":{"code":"AREA_TOO_LARGE","description":"x."}}"#), 22, "api_error", 200,
        "AREA_TOO_LARGE"
      ),
    ] as [(YelpTestServer.Fault, Int32, String, Int?, String?)])
  func exitsWithTheStatusOfTheError(
    fault: YelpTestServer.Fault, exit: Int32, code: String, status: Int?, detail: String?
  ) throws {
    let query = try YelpTool(YelpTestServer())
    query.yelp.fail(with: fault)

    let result = try query("search", "--location", "x", "--retry", "0").expect(exit: exit)

    result.expect(says: "yelp-query: error: ")
    let record = try #require(result.results().first)
    #expect(result.lines.count == 1 && record.code == code, "\(record.line)")
    #expect(record["error"]?["status"]?.integer == status, "\(record.line)")
    #expect(record["error"]?["detail"]?["code"]?.string == detail, "\(record.line)")
    #expect(query.yelp.calls == 1)
  }

  /// The first attempt may have had an effect.
  @Test(arguments: ["chat", "jobs"])
  func doesNotRetryPOST(endpoint: String) throws {
    let query = try YelpTool(YelpTestServer())
    query.yelp.fail(with: .internalError)

    try query(endpoint, "x").expect(exit: 22)

    #expect(query.yelp.calls == 1)
  }
}
