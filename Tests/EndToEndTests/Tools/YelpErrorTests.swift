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

  @Test(arguments: cases.filter { $0.code != "quota_exhausted" })
  func continuesWithTheNextItem(fault: Case) throws {
    let query = try YelpTool(YelpTestServer(total: 1))
    let lines = [#"{"location": "a","id":"é"}"#, "b", #"{"location":"c"}"#]
    query.yelp.fail(with: fault.fault)

    let result = try query(
      "search", "--retry", "0", "--jobs", "1", stdin: .lines(lines)
    ).expect(exit: 1)

    let records = result.results()
    #expect(records.map(\.code) == [fault.code, nil, nil])
    #expect(records.map(\.ref) == [#""é""#, "2", "3"])
    let failure = try #require(records.first)
    #expect(failure.input == lines[0] && failure["line"]?.integer == 1)
    #expect(failure["url"]?.string?.hasPrefix(query.yelp.baseURL) == true)
    #expect(failure["error"]?["tool"]?.string == "yelp-query")
  }

  /// Also where the response is the result itself.
  @Test(arguments: ["business", "event", "featured-event", "chat"])
  func reportsErrorsWithASuccessStatus(endpoint: String) throws {
    let query = try YelpTool(YelpTestServer())
    query.yelp.fail(with: .body(#"{"error":{"code":"X","description":"no"}}"#))

    let result = try query(endpoint, "x", "--retry", "0").expect(exit: 22)

    #expect(try result.lines.map { try Record($0).code } == ["api_error"])
  }

  @Test(arguments: [
    #"{"errors":[{"error_code":"FIELD_REQUIRED","error_message":"The words.","more_info":"x"}]}"#,
    #"{"error":{"id":"FIELD_REQUIRED","description":"The words.","http_code":400}}"#,
  ])
  func parsesOlderFormsOfErrors(body: String) throws {
    let server = try LoopbackServer(["*": .status(400, body)])

    let result = try Tool("yelp-query")(
      "business", "x", "--base-url", server.url("/v3"), environment: ["YELP_API_KEY": "k"])

    let record = try #require(result.expect(exit: 22).results().first)
    #expect(record.code == "api_error")
    #expect(
      record.message == "the API returned status 400: FIELD_REQUIRED: The words")
    #expect(record["error"]?["detail"]?.isObject == true)
  }

  @Test(arguments: ["<h1>no</h1>", "", "null", #"{"error":"no"}"#, #"{"error":null}"#])
  func reportsAStatusWithoutAnErrorObject(body: String) throws {
    let server = try LoopbackServer(["*": .status(502, body)])

    let result = try Tool("yelp-query")(
      "business", "x", "--base-url", server.url("/v3"), "--retry", "0",
      environment: ["YELP_API_KEY": "k"])

    #expect(result.expect(exit: 22).results().map(\.code) == ["http_status"])
  }

  @Test func reportsTheInvalidParameter() throws {
    let query = try YelpTool(YelpTestServer())
    query.yelp.fail(with: .validation("radius"))

    let result = try query("search", "--location", "x").expect(exit: 22)

    let error = result.results().first?["error"]
    #expect(error?["detail"]?["field"]?.string == "radius")
    #expect(error?["retryable"]?.boolean == false)
  }

  @Test func reportsMissingBusinesses() throws {
    let query = try YelpTool(YelpTestServer())

    let records = try query("business", stdin: .lines(["missing-1", "x", "missing-2"]))
      .expect(exit: 1).results()

    #expect(records.map(\.code) == ["not_found", nil, "not_found"])
    let details = records.map { $0["error"]?["detail"]?["code"]?.string }
    #expect(details == ["BUSINESS_NOT_FOUND", nil, "BUSINESS_NOT_FOUND"])
  }

  @Test(arguments: [YelpTestServer.Fault.internalError, .tooManyPerSecond(), .cut, .reset])
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

  @Test(arguments: [YelpTestServer.Fault.notFound, .validation("x"), .unauthorized, .notJSON])
  func doesNotRetryPermanentErrors(fault: YelpTestServer.Fault) throws {
    let query = try YelpTool(YelpTestServer())
    query.yelp.fail(with: fault, times: 4)

    #expect(try query("phone", "+123").exit != 0)
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

  @Test func respectsDeadlineAndTimeout() throws {
    let query = try YelpTool(YelpTestServer())
    query.yelp.fail(with: .slow(.seconds(30)), times: 2)

    let result = try query("business", "x", "--deadline", "200ms").expect(exit: 28)
    let silence = try query("business", "x", "--timeout", "200ms", "--retry", "0")
      .expect(exit: 28)

    #expect(result.results().map(\.code) == ["deadline"] && result.elapsed < .seconds(30))
    #expect(silence.results().map(\.code) == ["timeout"])
  }

  @Test func rejectsLargeBodies() throws {
    let query = try YelpTool(YelpTestServer(total: 50))

    let result = try query("search", "--location", "x", "--max-body", "1K").expect(exit: 63)

    #expect(result.results().map(\.code) == ["body_too_large"])
  }

  @Test func reportsAFailedConnection() throws {
    let server = try LoopbackServer(["*": "x"])
    let url = server.url("/v3")
    _ = try Tool("req")(server.url("/"))
    server.stop()

    let result = try Tool("yelp-query")(
      "business", "x", "--base-url", url, "--retry", "0", environment: ["YELP_API_KEY": "k"])

    #expect(result.expect(exit: 7).results().map(\.code) == ["connect"])
  }
}
