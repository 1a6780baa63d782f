import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineRequests
@testable import WirelineYelp

@Suite struct YelpRateHeadersTests {
  /// The example in <https://docs.developer.yelp.com/docs/places-rate-limiting>.
  @Test func parsesTheDocumentedExample() {
    let headers = YelpRateHeaders([
      "Content-Type": "application/json", "RateLimit-DailyLimit": "500",
      "RateLimit-Remaining": "499", "RateLimit-ResourceDailyLimit": "100",
      "RateLimit-ResourceRemaining": "99", "RateLimit-ResetTime": "2024-03-28T00:00:00+00:00",
    ])

    #expect(
      headers
        == YelpRateHeaders(
          dailyLimit: 500, remaining: 499, resourceDailyLimit: 100, resourceRemaining: 99,
          resetAt: 1_711_584_000))
  }

  @Test(
    arguments: [
      ("0", 0), ("299", 299), (" 299\t", 299), ("299.0", 299), ("299.9", 299),
      ("1000000000000", 1_000_000_000_000), ("1000000000001", nil), ("", nil), (" ", nil),
      ("-1", nil), ("+1", nil), ("1e3", nil), ("0x10", nil), ("299.", nil), (".5", nil),
      ("1.2.3", nil), ("1,000", nil), ("many", nil), ("99999999999999999999999", nil),
      ("٣", nil), ("\u{0}", nil),
    ] as [(String, Int?)])
  func parsesCounts(value: String, count: Int?) {
    let headers = YelpRateHeaders(["ratelimit-remaining": value, "RATELIMIT-DAILYLIMIT": value])

    #expect(headers.remaining == count)
    #expect(headers.dailyLimit == count)
  }

  @Test(
    arguments: [
      ("2024-03-28T00:00:00Z", 1_711_584_000), ("2024-03-28T01:00:00+01:00", 1_711_584_000),
      ("2024-03-27T16:00:00.000-0800", 1_711_584_000), ("2024-03-28", 1_711_584_000),
      (" 2024-03-28T00:00:00Z ", 1_711_584_000), ("2024-02-30T00:00:00Z", nil),
      ("2024-03-28T24:00:00Z", nil), ("1711584000", nil), ("tomorrow", nil), ("", nil),
    ] as [(String, Int?)])
  func parsesTheReset(value: String, seconds: Int?) {
    #expect(YelpRateHeaders(["RateLimit-ResetTime": value]).resetAt == seconds)
  }
}
