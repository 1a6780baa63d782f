import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineYelp

@Suite struct YelpServiceErrorTests {
  /// The usual form, the form of the partner API, and the form of replies to reviews.
  @Test(
    arguments: [
      (
        #"{"error": {"code": "TOO_LARGE", "description": "51 is \u003e 50", "field": "limit"}}"#,
        "TOO_LARGE", "51 is > 50", "limit",
        #"{"code":"TOO_LARGE","description":"51 is \u003e 50","field":"limit"}"#
      ),
      (
        #"{"errors":[{"error_code":"A","error_message":"b","more_info":"c"},{"error_code":"B"}]}"#,
        "A", "b", nil, #"{"error_code":"A","error_message":"b","more_info":"c"}"#
      ),
      (#"{"errors":[{"error_code":"A","more_info":"c"}]}"#, "A", "c", nil, nil),
      (
        #"{"error":{"id":"TOKEN_INVALID","description":"d","http_code":401}}"#, "TOKEN_INVALID",
        "d", nil, #"{"id":"TOKEN_INVALID","description":"d","http_code":401}"#
      ),
      (#"{"error":{}}"#, "", "", nil, "{}"),
      (#"{"error":{"code":5,"description":[],"field":1}}"#, "", "", nil, nil),
    ] as [(String, String, String, String?, String?)])
  func parsesAllFormsOfErrors(
    body: String, code: String, description: String, field: String?, detail: String?
  ) throws {
    let error = try #require(YelpServiceError(body: Array(body.utf8)))

    #expect(error.code == code)
    #expect(error.description == description)
    #expect(error.field == field)
    if let detail { #expect(String(decoding: error.detail, as: UTF8.self) == detail) }
  }

  @Test(
    arguments: [
      "", "{}", "[]", "null", "<html>", #"{"error":null}"#, #"{"error":"text"}"#, #"{"error":[]}"#,
      #"{"errors":[]}"#, #"{"errors":{}}"#, #"{"errors":["x"]}"#, #"{"error":{"code":"x"}"#,
    ])
  func ignoresOtherBodies(body: String) {
    #expect(YelpServiceError(body: Array(body.utf8)) == nil)
  }

  @Test func recognizesAnExhaustedQuota() {
    let error = { (code: String) in
      YelpServiceError(body: Array(SampleYelp.error(code, "d").utf8))
    }

    #expect(error("ACCESS_LIMIT_REACHED")?.isQuotaExhausted == true)
    #expect(error("TOO_MANY_REQUESTS_PER_SECOND")?.isQuotaExhausted == false)
    #expect(error("")?.isQuotaExhausted == false)
  }

  @Test func acceptsRandomBytes() {
    let sample = #"{"errors":[{"error_code":"A","error_message":"b","more_info":"c"}]}"#
    for body in SeededGenerator.inputs(like: sample) {
      guard let error = YelpServiceError(body: body) else { continue }
      #expect((try? JSONView.parse(error.detail))?.type == .object)
    }
  }
}
