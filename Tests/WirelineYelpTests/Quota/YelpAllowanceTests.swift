import Testing

@testable import WirelineCore
@testable import WirelineRequests
@testable import WirelineYelp

@Suite struct YelpAllowanceTests {
  @Test func repeatsTheFirstRefusal() {
    let allowance = YelpAllowance(budget: 0, reserve: 0, store: nil) { 1_795_290_000 }
    #expect(refusal(allowance) != nil)
    _ = allowance.exhaust([:], now: 1_798_135_200)

    #expect(
      refusal(allowance)?.reason
        == .quotaExhausted(why: "the budget of 0 calls is used up", retryAt: nil))
  }

  /// Only calls that were sent count, even without a response.
  @Test func returnsCallsThatWereNotSent() throws {
    let allowance = YelpAllowance(budget: 1, reserve: 0, store: nil) { 1_795_290_000 }
    let url = try RequestURL("http://h/")
    let context = AttemptContext(ref: nil, attempt: 1)

    #expect(refusal(allowance) == nil)
    allowance.didFail(RequestError(.noResponse, isRequestSent: false), for: url, in: context)
    #expect(refusal(allowance) == nil)
    allowance.releaseAdmission()
    #expect(refusal(allowance) == nil)
    allowance.didFail(RequestError(.noResponse, isRequestSent: true), for: url, in: context)

    #expect(refusal(allowance) != nil)
    #expect(allowance.spent == 1)
  }

  private func refusal(_ allowance: YelpAllowance, isFirst: Bool = false) -> RequestError? {
    guard case .refuse(let error) = allowance.admit(isFirst: isFirst) else { return nil }
    return error
  }
}
