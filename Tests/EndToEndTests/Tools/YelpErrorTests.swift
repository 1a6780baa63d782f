import TestSupport
import Testing

/// Errors of the API, and their codes in error records.
@Suite struct YelpErrorTests {
  /// A server error, with the exit status and the error record of a run with one item.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let fault: YelpTestServer.Fault
    let exit: Int32
    let code: String
    /// The HTTP status in the record; nil without a response.
    var status: Int?
    /// The code of the API in `error.detail`.
    var detail: String?

    init(
      _ name: String, _ fault: YelpTestServer.Fault, _ exit: Int32, _ code: String,
      status: Int? = nil, detail: String? = nil
    ) {
      self.name = name
      self.fault = fault
      self.exit = exit
      self.code = code
      self.status = status
      self.detail = detail
    }

    var testDescription: String { name }
  }

  static let cases = [
    Case(
      "too many a second", .tooManyPerSecond(), 75, "rate_limited", status: 429,
      detail: "TOO_MANY_REQUESTS_PER_SECOND"),
    Case(
      "access limit", .accessLimitReached, 75, "quota_exhausted", status: 429,
      detail: "ACCESS_LIMIT_REACHED"),
    Case(
      "unauthorized", .unauthorized, 77, "unauthorized", status: 401,
      detail: "UNAUTHORIZED_ACCESS_TOKEN"),
    Case("not found", .notFound, 22, "not_found", status: 404, detail: "NOT_FOUND"),
    Case(
      "internal error", .internalError, 22, "api_error", status: 500, detail: "INTERNAL_ERROR"),
    Case(
      "validation", .validation("radius"), 22, "api_error", status: 400,
      detail: "VALIDATION_ERROR"),
    Case("cut", .cut, 18, "truncated"),
    Case("reset", .reset, 52, "truncated"),
    Case("not JSON", .notJSON, 65, "decode", status: 200),
    Case("wrong shape", .wrongShape, 65, "decode", status: 200),
    Case("empty", .body(""), 65, "decode", status: 200),
    Case("redirect elsewhere", .redirect(to: "http://localhost:1/"), 47, "redirect_forbidden"),
    // An error with a success status.
    Case(
      "error with 200", .body(#"{"error":{"code":"AREA_TOO_LARGE","description":"x."}}"#), 22,
      "api_error", status: 200, detail: "AREA_TOO_LARGE"),
  ]

  @Test(arguments: cases)
  func exitsWithTheStatusOfTheError(fault: Case) throws {
    let query = try YelpTool(YelpTestServer())
    query.yelp.fail(with: fault.fault)

    let result = try query("search", "--location", "x", "--retry", "0").expect(exit: fault.exit)

    result.expect(says: "yelp-query: error: ")
    let record = try #require(result.results().first)
    #expect(result.lines.count == 1 && record.code == fault.code, "\(record.line)")
    #expect(record["error"]?["status"]?.integer == fault.status, "\(record.line)")
    #expect(record["error"]?["detail"]?["code"]?.string == fault.detail, "\(record.line)")
    #expect(query.yelp.calls == 1)
  }

  @Test(arguments: [YelpTestServer.Fault.internalError, .tooManyPerSecond()])
  func retriesTemporaryErrors(fault: YelpTestServer.Fault) throws {
    let query = try YelpTool(YelpTestServer())
    query.yelp.fail(with: fault, times: 3)

    try query("business", "x").expect(exit: 0)
    #expect(query.yelp.calls == 4)
    query.yelp.fail(with: fault, times: 4)
    let result = try query("business", "x")

    #expect(result.exit != 0 && query.yelp.calls == 8)
    #expect(result.results().first?["error"]?["attempts"]?.integer == 4)
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
