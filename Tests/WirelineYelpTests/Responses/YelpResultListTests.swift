import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineRequests
@testable import WirelineYelp

@Suite struct YelpResultListTests {
  @Test(arguments: YelpResponseSample.all) func aSuccessIsParsed(sample: YelpResponseSample) throws
  {
    for status in [200, 201, 299] {
      let answer = try parse(sample.endpoint, status, sample.body).get()
      #expect(answer.results.count == sample.results.count)
    }
  }

  @Test(arguments: [100, 199, 300, 304, 400, 401, 403, 404, 429, 500, 503])
  func anotherStatusIsARefusal(status: Int) {
    let refusal = refusal(parse(.search, status, SampleYelp.search([])))

    #expect(refusal?.status == status)
    #expect(refusal?.error == nil)
    #expect(refusal?.attempts == 3)
    #expect(refusal?.headers == ["RateLimit-Remaining": "7"])
    #expect(refusal?.retryAt == nil)
  }

  @Test(
    arguments: [
      (400, SampleYelp.error("VALIDATION_ERROR", "d"), "VALIDATION_ERROR"),
      (500, #"{"errors":[{"error_code":"INTERNAL_SERVER_ERROR"}]}"#, "INTERNAL_SERVER_ERROR"),
      (
        401, #"{"error":{"id":"TOKEN_INVALID","description":"d","http_code":401}}"#, "TOKEN_INVALID"
      ),
      (504, "<html>", nil), (404, "", nil),
    ] as [(Int, String, String?)])
  func aRefusalHasTheWordsOfTheAPI(status: Int, body: String, code: String?) {
    let refusal = refusal(parse(.search, status, body))

    #expect(refusal?.status == status)
    #expect(refusal?.error?.code == code)
  }

  /// Some errors come with a status that says all is well.
  @Test(arguments: YelpEndpoint.allCases) func anErrorIsOneWithAnyStatus(endpoint: YelpEndpoint) {
    for body in [
      SampleYelp.error("INTERNAL_ERROR", "d"), #"{"errors":[{"error_code":"INTERNAL_ERROR"}]}"#,
    ] {
      let refusal = refusal(parse(endpoint, 200, body))
      #expect(refusal?.status == 200)
      #expect(refusal?.error?.code == "INTERNAL_ERROR")
    }
  }

  @Test func anErrorBesideNothingIsOne() {
    let body = #"{"businesses":[],"total":0,"error":{"code":"X","description":"d"}}"#

    #expect(refusal(parse(.search, 200, body))?.error?.code == "X")
  }

  @Test func anAnswerThatIsNoneIsAFault() {
    guard
      case .failure(
        .invalidResponse(.decode("/businesses", "missing"), status: 200, attempts: 3)) =
        parse(.search, 200, "{}")
    else {
      Issue.record("not a fault")
      return
    }
  }

  // MARK: Pages

  @Test func pagesAddUp() throws {
    var reply = try page(["a", "b"], source: "cache", elapsed: .seconds(1))
    reply.add(try page(["b", "c"], source: "network", elapsed: nil))
    reply.add(try page([nil, "a", nil, "d"], source: "cache", elapsed: .seconds(2)))

    #expect(reply.results.map { $0["id"]?.string } == ["a", "b", "c", nil, nil, "d"])
    #expect(reply.responses.count == 3)
    #expect(reply.total == 2)
    #expect(reply.bytes == 30)
    #expect(reply.elapsed == .seconds(3))
    #expect(reply.source == "network")
    #expect(reply.url == "https://h/cache")
  }

  @Test(
    arguments: [
      ("network", "cache", "network"), ("cache", "network", "network"),
      ("cache", "stale", "cache"), (nil, "network", "network"), (nil, "cache", nil),
      ("joined", nil, "joined"),
    ] as [(String?, String?, String?)])
  func theNetworkIsTheSourceIfAnyPageCameOverIt(first: String?, next: String?, source: String?)
    throws
  {
    var reply = try page([], source: first, elapsed: nil)
    reply.add(try page([], source: next, elapsed: nil))

    #expect(reply.source == source)
    #expect(reply.elapsed == nil)
  }

  @Test func onePageStaysAsItCame() throws {
    let reply = try page(["a", "a", nil], source: nil, elapsed: nil)

    #expect(reply.results.count == 3)
  }

  private func page(
    _ ids: [String?], source: String?, elapsed: Duration?
  ) throws -> YelpResultList {
    let list = ids.map { $0.map { #"{"id":"\#($0)"}"# } ?? "{}" }.joined(separator: ",")
    let body = #"{"businesses":[\#(list)],"total":\#(ids.count)}"#
    return YelpResultList(
      responses: [try YelpResponse(.search, body: Array(body.utf8))],
      url: "https://h/\(source ?? "")", source: source, elapsed: elapsed, bytes: 10)
  }

  private func parse(
    _ endpoint: YelpEndpoint, _ status: Int, _ body: String
  ) -> Result<YelpResponse, YelpFailure> {
    YelpResultList.parse(
      endpoint, status: status, body: Array(body.utf8), headers: ["RateLimit-Remaining": "7"],
      attempts: 3)
  }

  private func refusal(_ result: Result<YelpResponse, YelpFailure>) -> YelpRefusal? {
    guard case .failure(.refused(let refusal)) = result else { return nil }
    return refusal
  }
}
