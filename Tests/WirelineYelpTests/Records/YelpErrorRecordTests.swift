import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineRequests
@testable import WirelineYelp

@Suite struct YelpErrorRecordTests {
  @Test(
    arguments: [
      (401, "TOKEN_INVALID", .unauthorized, false), (403, "TOKEN_MISSING", .unauthorized, false),
      (403, nil, .unauthorized, false), (403, "UNAUTHORIZED_ACCESS_TOKEN", .unauthorized, false),
      (403, "BUSINESS_UNAVAILABLE", .apiError, false), (404, "NOT_FOUND", .notFound, false),
      (404, nil, .notFound, false), (429, "TOO_MANY_REQUESTS_PER_SECOND", .rateLimited, true),
      (429, nil, .rateLimited, true), (429, "ACCESS_LIMIT_REACHED", .quotaExhausted, true),
      (400, "VALIDATION_ERROR", .apiError, false), (400, nil, .httpStatus, false),
      (500, "INTERNAL_ERROR", .apiError, true), (503, nil, .httpStatus, true),
      (504, "REQUEST_TIMED_OUT", .apiError, true), (302, nil, .httpStatus, false),
      (200, "INTERNAL_ERROR", .apiError, false), (413, "AREA_TOO_LARGE", .apiError, false),
    ] as [(Int, String?, ErrorCode, Bool)])
  func mapsStatusesToCodes(status: Int, word: String?, code: ErrorCode, isRetryable: Bool) {
    let record = record(status, word.map { SampleYelp.error($0, "d") } ?? "<html>")

    #expect(record.code == code)
    #expect(record.isRetryable == isRetryable)
    #expect(record.status == status)
    #expect(record.attempts == 3)
    #expect(record.tool == "yelp-query")
    #expect((record.detail == nil) == (word == nil))
    #expect(record.retryAt == 1_798_135_200)
  }

  @Test func reportsAMalformedKeyAsUnauthorized() {
    let body = #"{"error":{"code":"VALIDATION_ERROR","field":"Authorization"}}"#

    #expect(record(400, body).code == .unauthorized)
  }

  /// Messages end without a full stop or a separator.
  @Test(
    arguments: [
      (SampleYelp.error("A_B", "Bad limit."), ": A_B: Bad limit"),
      (SampleYelp.error("A_B", "why?"), ": A_B: why?"), (SampleYelp.error("A_B", ""), ": A_B"),
      (SampleYelp.error("A_B", "."), ": A_B"), (SampleYelp.error("", "Bad."), ": Bad"),
      (#"{"error":{"code":5}}"#, ""), (#"{"error":{}}"#, ""), ("<html>", ""), ("", ""),
    ])
  func quotesTheMessageOfTheAPI(body: String, words: String) {
    #expect(record(400, body).message == "the API returned status 400" + words)
  }

  @Test(
    arguments: [
      (
        .parameter(name: "limit", reason: "\"51\" is not a whole number in 1…50"), .invalidInput,
        "invalid limit: \"51\" is not a whole number in 1…50"
      ),
      (
        .parameter(name: "sort_by", reason: "\"x\" is not one of a, b", suggestion: "a"),
        .invalidInput,
        "invalid sort_by: \"x\" is not one of a, b; did you mean \"a\""
      ),
      (.missing(["phone"]), .invalidInput, "missing phone"),
      (.missing(["name", "city"]), .invalidInput, "missing name, city"),
      (.missingLocation, .invalidInput, "missing location, or latitude and longitude"),
      (
        .decode(path: "/businesses/1", reason: "expected an object, found number"), .decode,
        "cannot decode the response: at \"/businesses/1\": expected an object, found number"
      ),
      (
        .decode(path: "", reason: "expected an object, found array"), .decode,
        "cannot decode the response: expected an object, found array"
      ),
    ] as [(YelpValidationError, ErrorCode, String)])
  func mapsValidationErrorsToCodes(error: YelpValidationError, code: ErrorCode, message: String) {
    let record = ErrorRecord(error, tool: "yelp-query")

    #expect(record.code == code)
    #expect(record.message == message)
    #expect(!record.isRetryable)
  }

  /// A cached response took no attempts.
  @Test(arguments: [(2, 2), (0, nil)] as [(Int, Int?)])
  func reportsStatusAndAttemptsOfInvalidResponses(attempts: Int, expected: Int?) {
    let error = YelpValidationError.decode(path: "/total", reason: "missing")
    let record = ErrorRecord(
      YelpFailure.invalidResponse(error, status: 200, attempts: attempts), tool: "yelp-query")

    #expect(record.code == .decode)
    #expect(record.status == 200 && record.attempts == expected)
  }

  @Test func keepsTheCodesOfRequestErrors() {
    let timeout = RequestError(.timeout(.seconds(30), phase: "answer"), attempts: 4)
    let spent = RequestError(.quotaExhausted(why: "the calls are used up", retryAt: 9))

    #expect(ErrorRecord(YelpFailure.request(timeout), tool: "t").code == .timeout)
    #expect(ErrorRecord(YelpFailure.request(timeout), tool: "t").attempts == 4)
    #expect(ErrorRecord(YelpFailure.request(spent), tool: "t").code == .quotaExhausted)
    #expect(ErrorRecord(YelpFailure.request(spent), tool: "t").retryAt == 9)
    let adapter = ErrorRecord(YelpFailure.adapter("status 3"), tool: "t")
    #expect(adapter.code == .invalidInput)
    #expect(adapter.message == "the adapter failed: status 3")
  }

  private func record(_ status: Int, _ body: String) -> ErrorRecord {
    var refusal = YelpRefusal(
      status: status, error: YelpServiceError(body: Array(body.utf8)), headers: [:], attempts: 3)
    refusal.retryAt = 1_798_135_200
    return ErrorRecord(YelpFailure.refused(refusal), tool: "yelp-query")
  }

  /// The API may quote the key that it rejects.
  @Test(arguments: ["SECRET/key+01", #"SECRET\/key\u002B01"#])
  func masksTheKey(written: String) throws {
    let secrets = SentSecrets()
    secrets.note("SECRET/key+01")
    let body =
      #"{"error":{"code":"\#(written)","description":"bad \#(written).","x":["\#(written)"]}}"#

    let record = record(400, body).hiding(secrets)

    #expect(record.message == "the API returned status 400: ***: bad ***")
    #expect(
      record.detail.map { String(decoding: $0, as: UTF8.self) }
        == #"{"code":"***","description":"bad ***.","x":["***"]}"#)
  }
}
