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

  private func quota(_ remaining: Int, outstanding: Int = 0) -> YelpQuota {
    var quota = YelpQuota()
    quota.note(headers(remaining), outstanding: outstanding, now: Self.noon)
    return quota
  }

  @Test func admitsEveryCallWhileUnknown() {
    var quota = YelpQuota()

    for _ in 0..<1000 { #expect(quota.admit(reserve: 50, now: Self.noon) == .go) }

    #expect(!quota.isKnown && quota.remaining == nil)
  }

  @Test(
    arguments: [
      (3, 0, 3), (3, 1, 2), (3, 3, 0), (3, 9, 0), (0, 0, 0), (1, -5, 1), (300, 50, 250),
    ])
  func admitsCallsAboveTheReserve(remaining: Int, reserve: Int, admitted: Int) {
    var quota = quota(remaining)
    var count = 0

    while quota.admit(reserve: reserve, now: Self.noon) == .go { count += 1 }

    #expect(count == admitted)
    #expect(
      quota.admit(reserve: reserve, now: Self.noon) == .refuse(retryAt: Self.midnight))
  }

  /// The responses to four simultaneous calls in order of arrival: the remaining calls that each
  /// reports, the calls still in flight, and the resulting quota.
  @Test(
    arguments: [
      [(299, 3, 296), (298, 2, 296), (297, 1, 296), (296, 0, 296)],
      [(296, 3, 293), (297, 2, 294), (298, 1, 295), (299, 0, 296)],
      [(297, 3, 294), (299, 2, 295), (296, 1, 295), (298, 0, 296)],
      // With calls of other clients.
      [(290, 3, 287), (299, 2, 288), (289, 1, 288), (280, 0, 280)],
    ])
  func acceptsResponsesInAnyOrder(responses: [(reported: Int, outstanding: Int, known: Int)]) {
    var quota = quota(300)
    for outstanding in 0..<4 {
      #expect(quota.admit(reserve: 0, outstanding: outstanding, now: Self.noon) == .go)
    }

    for response in responses {
      quota.note(headers(response.reported), outstanding: response.outstanding, now: Self.noon)
      #expect(quota.remaining == response.known)
    }
  }

  /// The response to a call that was alone in flight is current, even if it reports more calls: the
  /// server may not have counted a call without a response.
  @Test func trustsTheResponseToASingleCall() {
    var quota = quota(100)
    _ = quota.admit(reserve: 0, outstanding: 0, now: Self.noon)
    quota.note(headers(nil), outstanding: 0, now: Self.noon)
    #expect(quota.remaining == 99)

    _ = quota.admit(reserve: 0, outstanding: 0, now: Self.noon)
    quota.note(headers(99), outstanding: 0, now: Self.noon)
    #expect(quota.remaining == 99)

    quota.note(headers(200), outstanding: 0, isAdmitted: false, now: Self.noon)
    #expect(quota.remaining == 99, "a call of which nothing was known may be of any moment")
  }

  /// Calls wait for the first response, and for those in flight when all calls seem spent.
  @Test func waitsForCallsInFlight() {
    var unknown = YelpQuota()
    #expect(unknown.admit(reserve: 0, outstanding: 0, patience: .first, now: Self.noon) == .go)
    #expect(unknown.admit(reserve: 0, outstanding: 1, patience: .first, now: Self.noon) == .wait)
    #expect(unknown.admit(reserve: 0, outstanding: 1, now: Self.noon) == .go)
    unknown.note(headers(nil), outstanding: 1, now: Self.noon)
    #expect(unknown.admit(reserve: 0, outstanding: 1, patience: .first, now: Self.noon) == .go)

    var spent = quota(0)
    #expect(spent.admit(reserve: 0, outstanding: 1, patience: .last, now: Self.noon) == .wait)
    #expect(
      spent.admit(reserve: 0, outstanding: 0, patience: .last, now: Self.noon)
        == .refuse(retryAt: Self.midnight))
  }

  /// The server may not have counted a call without a response.
  @Test func admitsOneCallAfterAFailure() {
    var quota = quota(1)
    #expect(quota.admit(reserve: 0, outstanding: 0, now: Self.noon) == .go)
    quota.note(headers(nil), outstanding: 0, now: Self.noon)

    #expect(quota.admit(reserve: 0, outstanding: 1, now: Self.noon) != .go)
    #expect(quota.admit(reserve: 0, outstanding: 0, now: Self.noon) == .go)
    #expect(quota.admit(reserve: 0, outstanding: 1, now: Self.noon) != .go)
    quota.note(headers(0), outstanding: 0, now: Self.noon)
    #expect(quota.admit(reserve: 0, outstanding: 0, now: Self.noon) != .go)
  }

  @Test func admitsCallsThatWereGivenBack() {
    var quota = quota(1)

    #expect(quota.admit(reserve: 0, now: Self.noon) == .go)
    #expect(quota.admit(reserve: 0, now: Self.noon) != .go)
    quota.releaseAdmission(now: Self.noon)
    #expect(quota.admit(reserve: 0, now: Self.noon) == .go)

    var unknown = YelpQuota()
    unknown.releaseAdmission(now: Self.noon)
    #expect(unknown == YelpQuota())
  }

  @Test func forgetsTheQuotaAfterTheReset() {
    var quota = quota(0)

    #expect(
      quota.admit(reserve: 0, now: Self.midnight - 1) == .refuse(retryAt: Self.midnight))
    #expect(quota.admit(reserve: 0, now: Self.midnight) == .go)
    #expect(quota == YelpQuota())
  }

  /// A reset several days ahead was reported by a wrong clock.
  @Test func ignoresResetsDaysAhead() {
    var quota = quota(0)

    #expect(quota.admit(reserve: 0, now: Self.midnight - 3 * 86_400) == .go)
  }

  @Test(
    arguments: [
      // From yesterday, with and without a known quota of today.
      (midnight + 86_400, headersReset: midnight, now: noon, 10),
      (nil, headersReset: midnight, now: midnight + 5, nil),
      // From tomorrow, by a server whose clock is ahead.
      (midnight, headersReset: midnight + 86_400, now: midnight - 5, 200),
      // The same reset with a small difference.
      (midnight, headersReset: midnight + 60, now: noon, 10),
    ] as [(Int?, headersReset: Int, now: Int, Int?)])
  func separatesDays(resetAt: Int?, headersReset: Int, now: Int, remaining: Int?) {
    var quota = YelpQuota()
    if let resetAt { quota.note(headers(10, resetAt: resetAt), outstanding: 0, now: now) }

    quota.note(headers(200, resetAt: headersReset), outstanding: 0, isAdmitted: false, now: now)

    #expect(quota.remaining == remaining)
  }

  @Test(arguments: [nil, noon + 10 * 86_400] as [Int?])
  func assumesAResetAtMidnight(resetAt: Int?) {
    var quota = YelpQuota()

    quota.note(headers(5, resetAt: resetAt), outstanding: 0, now: Self.noon)

    #expect(quota.resetAt == Self.midnight)
  }

  @Test func replacesTheQuotaOfAnotherPlan() {
    var quota = quota(0)
    quota.exhaust(retryAt: Self.midnight, now: Self.noon)

    quota.note(headers(5000, limit: 5001), outstanding: 1, now: Self.noon)

    #expect(quota.remaining == 4999 && quota.exhaustedUntil == nil && quota.dailyLimit == 5001)
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

  @Test(arguments: [(-1, 0), (0, 86_400), (-86_400, 0), (-86_401, -86_400), (86_399, 86_400)])
  func computesMidnightInUTC(now: Int, midnight: Int) {
    #expect(YelpQuota.midnight(after: now) == midnight)
  }

  @Test func refusesCallsUntilTheQuotaResets() {
    var quota = YelpQuota()
    for outstanding in 0..<2 { _ = quota.admit(reserve: 0, outstanding: outstanding, now: 0) }

    quota.exhaust(retryAt: Self.midnight, now: Self.noon)
    // A response that was sent before the refusal.
    quota.note(headers(7), outstanding: 0, now: Self.noon)

    #expect(
      quota.admit(reserve: 0, now: Self.midnight - 1) == .refuse(retryAt: Self.midnight))
    #expect(quota.admit(reserve: 0, now: Self.midnight) == .go)
  }

  /// A process without the file got a response, and the file has calls of other processes.
  @Test func deductsCallsOfOtherProcesses() {
    var own = YelpQuotaLedger()
    _ = own.admit(1, reserve: 0, now: Self.noon)
    _ = own.admit(1, reserve: 0, now: Self.noon)
    own.note(headers(10), by: 1, now: Self.noon + 1)
    var file = YelpQuotaLedger()
    file.note(headers(20), by: 2, now: Self.noon)
    for _ in 0..<3 { _ = file.admit(2, reserve: 0, now: Self.noon) }

    own.merge(file, 1, now: Self.noon + 1)

    #expect(own.outstanding == 4 && own.count(of: 2) == 3)
    #expect(own.quota.remaining == 6)
  }

  /// A server that counts calls and responds in random orders and loses some, and three processes,
  /// one of which exits at times: the quota never exceeds the calls that are left.
  @Test(arguments: 0..<40)
  func neverOverestimatesTheQuota(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var ledger = YelpQuotaLedger()
    var left = 300
    var sent: [Int] = []
    var counted: [(owner: Int, reported: Int)] = []
    for _ in 0..<2000 {
      switch Int.random(in: 0..<9, using: &random) {
      case 0...2:
        let owner = Int.random(in: 1...3, using: &random)
        let admission = ledger.admit(owner, reserve: 20, now: Self.noon)
        if admission == .go { sent.append(owner) }
      case 3, 4:
        guard let index = sent.indices.randomElement(using: &random) else { continue }
        left -= 1
        counted.append((sent.remove(at: index), left))
      case 5, 6:
        guard let index = counted.indices.randomElement(using: &random) else { continue }
        let response = counted.remove(at: index)
        let isLost = Int.random(in: 0..<10, using: &random) == 0
        ledger.note(headers(isLost ? nil : response.reported), by: response.owner, now: Self.noon)
      case 7:
        // Exits after the server counted its calls, but before the response.
        guard !sent.contains(3), Int.random(in: 0..<9, using: &random) == 0 else { continue }
        counted.removeAll { $0.owner == 3 }
        ledger.drop { $0.owner == 3 }
      default:
        guard let index = sent.indices.randomElement(using: &random) else { continue }
        ledger.releaseAdmission(sent.remove(at: index), now: Self.noon)
      }
      if let known = ledger.quota.remaining { #expect(known <= left - sent.count) }
      #expect(ledger.outstanding == sent.count + counted.count)
    }
    #expect(left >= 20)
  }
}
