import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineYelp

@Suite struct YelpQuotaTests {
  /// 2024-03-27T12:00:00Z, and the midnight after it.
  private static let noon = 1_711_540_800
  private static let midnight = 1_711_584_000

  private func headers(
    _ remaining: Int?, limit: Int? = 300, resetAt: Int? = midnight
  ) -> YelpRateHeaders {
    YelpRateHeaders(dailyLimit: limit, remaining: remaining, resetAt: resetAt)
  }

  private func quota(_ remaining: Int) -> YelpQuota {
    var quota = YelpQuota()
    quota.note(headers(remaining), now: Self.noon)
    return quota
  }

  @Test func admitsEveryCallWhileUnknown() {
    var quota = YelpQuota()

    for _ in 0..<1000 { #expect(quota.admit(reserve: 50) == nil) }

    #expect(quota == YelpQuota())
  }

  @Test(
    arguments: [
      (3, 0, 3), (3, 1, 2), (3, 3, 0), (3, 9, 0), (0, 0, 0), (300, 50, 250),
    ])
  func admitsCallsAboveTheReserve(remaining: Int, reserve: Int, admitted: Int) {
    var quota = quota(remaining)
    var count = 0

    while quota.admit(reserve: reserve) == nil { count += 1 }

    #expect(count == admitted)
    #expect(quota.admit(reserve: reserve) == Self.midnight)
  }

  /// The remaining calls that the responses to four simultaneous calls report, in order of arrival.
  @Test(
    arguments: [
      ([299, 298, 297, 296], 296), ([296, 297, 298, 299], 296), ([297, 299, 296, 298], 296),
      // With calls of other clients.
      ([290, 299, 289, 280], 280),
    ])
  func acceptsResponsesInAnyOrder(reported: [Int], remaining: Int) {
    var quota = quota(300)
    for _ in 0..<4 { #expect(quota.admit(reserve: 0) == nil) }

    for left in reported { quota.note(headers(left), now: Self.noon) }
    quota.note(headers(nil), now: Self.noon)

    #expect(quota.remaining == remaining)
  }

  @Test func admitsCallsThatWereGivenBack() {
    var quota = quota(1)

    #expect(quota.admit(reserve: 0) == nil)
    #expect(quota.admit(reserve: 0) != nil)
    quota.releaseAdmission()
    #expect(quota.admit(reserve: 0) == nil)

    var unknown = YelpQuota()
    unknown.releaseAdmission()
    #expect(unknown == YelpQuota())
  }

  /// A reset several days ahead was reported by a wrong clock.
  @Test(
    arguments: [(midnight - 1, false), (midnight, true), (midnight - 3 * 86_400, true)])
  func forgetsTheQuotaAfterTheReset(now: Int, isForgotten: Bool) {
    var quota = quota(0)

    quota.resetIfExpired(now: now)

    #expect((quota == YelpQuota()) == isForgotten)
  }

  @Test(
    arguments: [
      // From yesterday, with and without a known quota of today.
      (midnight + 86_400, headersReset: midnight, now: noon, 10),
      (nil, headersReset: midnight, now: midnight + 5, nil),
      // From tomorrow, by a server whose clock is ahead.
      (midnight, headersReset: midnight + 86_400, now: midnight - 5, 200),
    ] as [(Int?, headersReset: Int, now: Int, Int?)])
  func separatesDays(resetAt: Int?, headersReset: Int, now: Int, remaining: Int?) {
    var quota = YelpQuota()
    if let resetAt { quota.note(headers(10, resetAt: resetAt), now: now) }

    quota.note(headers(200, resetAt: headersReset), now: now)

    #expect(quota.remaining == remaining)
  }

  @Test(arguments: [nil, noon + 10 * 86_400] as [Int?])
  func assumesAResetAtMidnight(resetAt: Int?) {
    var quota = YelpQuota()

    quota.note(headers(5, resetAt: resetAt), now: Self.noon)

    #expect(quota.resetAt == Self.midnight)
  }

  @Test func replacesTheQuotaOfAnotherPlan() {
    var quota = quota(0)

    quota.note(headers(5000, limit: 5001), now: Self.noon)

    #expect(quota.remaining == 5000 && quota.dailyLimit == 5001)
  }

  @Test(
    arguments: [
      (midnight as Int?, noon, midnight), (nil, noon, midnight), (nil, midnight, midnight + 86_400),
      (nil, midnight - 1, midnight + 59),
      // The reset is in the past or far ahead: the clocks differ.
      (midnight, midnight + 30, midnight + 90), (noon + 30 * 86_400, noon, midnight),
    ])
  func limitsRefusals(resetAt: Int?, now: Int, retryAt: Int) {
    #expect(YelpQuota.retryAt(headers(nil, resetAt: resetAt), now: now) == retryAt)
  }

  @Test func refusesCallsUntilTheQuotaResets() {
    var quota = YelpQuota()

    #expect(quota.exhaust(headers(nil, resetAt: nil), now: Self.noon) == Self.midnight)
    // A response that was sent before the refusal.
    quota.note(headers(7), now: Self.noon)

    #expect(quota.admit(reserve: 0) == Self.midnight)
  }
}
