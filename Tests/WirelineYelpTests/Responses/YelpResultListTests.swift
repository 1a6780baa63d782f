import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineRequests
@testable import WirelineYelp

@Suite struct YelpResultListTests {
  @Test(arguments: [100, 199, 300, 304, 400, 401, 403, 404, 429, 500, 503])
  func reportsOtherStatusesAsRefusals(status: Int) {
    let refusal = refusal(parse(.search, status, SampleYelp.search([])))

    #expect(refusal?.status == status)
    #expect(refusal?.error == nil)
    #expect(refusal?.attempts == 3)
    #expect(refusal?.headers == ["RateLimit-Remaining": "7"])
    #expect(refusal?.retryAt == nil)
  }

  /// The API sends some errors with a success status.
  @Test(arguments: YelpEndpoint.allCases) func reportsErrorsWithASuccessStatus(
    endpoint: YelpEndpoint
  ) {
    for body in [
      SampleYelp.error("INTERNAL_ERROR", "d"), #"{"errors":[{"error_code":"INTERNAL_ERROR"}]}"#,
    ] {
      let refusal = refusal(parse(endpoint, 200, body))
      #expect(refusal?.status == 200)
      #expect(refusal?.error?.code == "INTERNAL_ERROR")
    }
  }

  @Test func reportsInvalidResponses() {
    guard
      case .failure(
        .invalidResponse(.decode("/businesses", "missing"), status: 200, attempts: 3)) =
        parse(.search, 200, "{}")
    else {
      Issue.record("not an invalid response")
      return
    }
  }

  @Test func addsPages() throws {
    var list = try page(["a", "b"], source: "cache", elapsed: .seconds(1))
    list.add(try page(["b", "c"], source: "network", elapsed: nil))
    list.add(try page([nil, "a", nil, "d"], source: "cache", elapsed: .seconds(2)))

    #expect(list.results.map { $0["id"]?.string } == ["a", "b", "c", nil, nil, "d"])
    #expect(list.responses.count == 3)
    #expect(list.total == 2)
    #expect(list.bytes == 30)
    #expect(list.elapsed == .seconds(3))
    #expect(list.source == "network")
    #expect(list.url == "https://h/cache")
  }

  @Test(
    arguments: [
      ("network", "cache", "network"), ("cache", "network", "network"),
      ("cache", "stale", "cache"), (nil, "network", "network"), (nil, "cache", nil),
      ("joined", nil, "joined"),
    ] as [(String?, String?, String?)])
  func reportsTheNetworkAsSourceIfAnyPageIsFromThere(first: String?, next: String?, source: String?)
    throws
  {
    var list = try page([], source: first, elapsed: nil)
    list.add(try page([], source: next, elapsed: nil))

    #expect(list.source == source)
    #expect(list.elapsed == nil)
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
