import Testing

@testable import WirelineCore
@testable import WirelineRequests
@testable import WirelineYelp

@Suite struct YelpAllowanceTests {
  @Test(arguments: [0, 1, 3]) func admitsAsManyCallsAsTheBudget(budget: Int) {
    let allowance = YelpAllowance(budget: budget, reserve: 0, store: nil) { 1_795_290_000 }
    for call in 0..<budget { #expect(refusal(allowance, isFirst: call == 0) == nil) }

    #expect(!allowance.isExhausted)
    #expect(allowance.spent == budget)
    for _ in 0..<3 {
      #expect(
        refusal(allowance)?.reason
          == .quotaExhausted(
            why: "the budget of \(budget) call\(budget == 1 ? "" : "s") is used up", retryAt: nil))
    }
    #expect(allowance.isExhausted)
    #expect(allowance.spent == budget)
  }

  /// A reserve is ignored while the quota is unknown.
  @Test func admitsAllCallsWithoutABudget() {
    let allowance = YelpAllowance(budget: nil, reserve: 100, store: nil) { 1_795_290_000 }
    for _ in 0..<1000 { #expect(refusal(allowance) == nil) }

    #expect(allowance.spent == 1000)
    #expect(!allowance.isExhausted)
  }

  @Test(
    arguments: [
      (["RateLimit-ResetTime": "2026-12-25T00:00:00+00:00"], 1_798_156_800),
      // If the server reports no reset, the day ends at midnight.
      ([:], 1_798_156_800), (["RateLimit-ResetTime": "soon"], 1_798_156_800),
    ] as [(HeaderFields, Int)])
  func refusesCallsUntilTheReset(headers: HeaderFields, retryAt: Int) {
    let allowance = YelpAllowance(budget: 5, reserve: 0, store: nil) { 1_795_290_000 }
    #expect(refusal(allowance) == nil)

    #expect(allowance.exhaust(headers, now: 1_798_135_200) == retryAt)
    #expect(
      refusal(allowance)?.reason
        == .quotaExhausted(why: "the daily quota is used up", retryAt: retryAt))
    #expect(allowance.isExhausted)
    #expect(allowance.spent == 1)
  }

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
