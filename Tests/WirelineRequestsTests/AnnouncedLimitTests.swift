import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct AnnouncedLimitTests {
  /// A response at 1,372,700,000 seconds since 1970, and what it announces.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let fields: HeaderFields
    let limit: AnnouncedLimit?

    init(_ name: String, _ text: String, _ limit: AnnouncedLimit?) {
      testDescription = name
      fields = AnnouncedLimitTests.fields(text)
      self.limit = limit
    }
  }

  static let now = 1_372_700_000

  static func fields(_ text: String) -> HeaderFields {
    HeaderFields(
      text.split(separator: "\n").map { line in
        let parts = line.split(separator: ":", maxSplits: 1).map { String($0).trimmingSpaces }
        return HeaderFields.Field(name: parts[0], value: parts.count > 1 ? parts[1] : "")
      })
  }

  private static func limit(
    _ remaining: Int, _ reset: Duration, of limit: Int? = nil
  ) -> AnnouncedLimit {
    AnnouncedLimit(remaining: remaining, reset: reset, limit: limit)
  }

  /// As the services have sent them.
  static let services = [
    Case(
      "GitHub",
      """
      date: Mon, 01 Jul 2013 17:27:06 GMT
      x-ratelimit-limit: 60
      x-ratelimit-remaining: 56
      x-ratelimit-used: 4
      x-ratelimit-resource: core
      x-ratelimit-reset: 1372700873
      """, limit(56, .seconds(873), of: 60)),
    Case(
      "GitLab",
      """
      RateLimit-Limit: 60
      RateLimit-Name: throttle_authenticated_web
      RateLimit-Observed: 60
      RateLimit-Remaining: 0
      RateLimit-Reset: 1372700040
      RateLimit-ResetTime: Mon, 01 Jul 2013 17:34:00 GMT
      """, limit(0, .seconds(40), of: 60)),
    Case(
      "OpenAI",
      """
      x-ratelimit-limit-requests: 60
      x-ratelimit-limit-tokens: 150000
      x-ratelimit-remaining-requests: 59
      x-ratelimit-remaining-tokens: 149984
      x-ratelimit-reset-requests: 1s
      x-ratelimit-reset-tokens: 6m0s
      """, limit(59, .seconds(1), of: 60)),
    Case(
      "OpenAI, no tokens left",
      """
      x-ratelimit-limit-tokens: 150000
      x-ratelimit-remaining-requests: 59
      x-ratelimit-remaining-tokens: 0
      x-ratelimit-reset-requests: 17ms
      x-ratelimit-reset-tokens: 1m30.5s
      """, limit(0, .milliseconds(90_500), of: 150_000)),
    Case(
      "Reddit", "X-Ratelimit-Remaining: 0.0\nX-Ratelimit-Reset: 12\nX-Ratelimit-Used: 600",
      limit(0, .seconds(12))),
    Case(
      "X", "x-rate-limit-limit: 15\nx-rate-limit-remaining: 0\nx-rate-limit-reset: 1372700060",
      limit(0, .seconds(60), of: 15)),
    Case(
      "milliseconds", "X-RateLimit-Remaining: 0\nX-RateLimit-Reset: 1372700001500",
      limit(0, .milliseconds(1500))),
    Case("Yelp", "RateLimit-DailyLimit: 5000\nRateLimit-Remaining: 0\nRateLimit-ResetTime: x", nil),
  ]

  static let drafts = [
    Case(
      "draft 6", "RateLimit-Limit: 10, 10;w=1, 50;w=60\nRateLimit-Remaining: 0\nRateLimit-Reset: 5",
      limit(0, .seconds(5), of: 10)),
    Case(
      "draft 7",
      "RateLimit-Policy: 100;w=10\nRateLimit: limit=100, remaining=0, reset=5",
      limit(0, .seconds(5), of: 100)),
    Case(
      "draft 8",
      #"RateLimit-Policy: "burst";q=100;w=60,"daily";q=1000;w=86400"# + "\n"
        + #"RateLimit: "burst";r=0;t=50, "daily";r=30;t=3600"#, limit(0, .seconds(50), of: 100)),
    Case(
      "draft 10, with a partition key", #"ratelimit: "a;b" ; r=0;t=30;pk=:cHsdsRa894==:"#,
      limit(0, .seconds(30))),
    Case("a token", "RateLimit: default;r=3;t=30", limit(3, .seconds(30))),
    Case(
      "the window instead of the reset",
      #"RateLimit: "a";r=0"# + "\n" + #"RateLimit-Policy: "a";q=5;w=60"#,
      limit(0, .seconds(60), of: 5)),
    Case(
      "two fields", "RateLimit: \"a\";r=2;t=9\nRateLimit: \"b\";r=0;t=3", limit(0, .seconds(3))),
  ]

  static let invalid =
    [
      "RateLimit: \"a\";r=0", "RateLimit: \"a\";t=5", "RateLimit: \"a;r=0;t=5", "RateLimit:",
      "RateLimit: \"a\";r=-1;t=5", "RateLimit: \"a\";r=x;t=5", "RateLimit: \"a\";r=0;t=0",
      "RateLimit: \"a\";r=0;t=5,", "RateLimit: \"a\";r=0;t=5 x",
      "RateLimit-Remaining: 0", "RateLimit-Reset: 5", "RateLimit-Remaining: 0\nRateLimit-Reset: -5",
      "RateLimit-Remaining:\nRateLimit-Reset: 5", "RateLimit-Remaining: 0\nRateLimit-Reset: 5x",
      "X-RateLimit-Remaining: none\nX-RateLimit-Reset: 5",
      "X-RateLimit-Remaining: 0\nX-RateLimit-Reset: 1372699999",
      "X-RateLimit-Remaining: 0\nX-RateLimit-Reset: 1m30",
      "X-RateLimit-Remaining: 0\nX-RateLimit-Reset: 1.2.3",
      "X-RateLimit-Remaining: 0\nX-RateLimit-Reset: 12345678901234567890",
      "X-RateLimit-Remaining-A: 0\nX-RateLimit-Reset-B: 5",
      "Content-Type: a/b\nX-Request-Id: 0\nRetry-After: 5\nRateLimited: 1",
    ].map { Case($0, $0, nil) }

  @Test(arguments: services + drafts + invalid)
  func readsFields(_ test: Case) {
    #expect(AnnouncedLimit(test.fields) { Self.now } == test.limit)
  }

  @Test func survivesArbitraryFields() {
    let texts = [
      #""burst";q=100;w=60, "daily";r=0;t=3600"#, "limit=100, remaining=0, reset=5", "1h2m30.5s",
      "1372700873",
    ]
    let names = ["RateLimit", "RateLimit-Policy", "RateLimit-Reset"]
    for text in texts.flatMap({ SeededGenerator.texts(like: $0, count: 500) }) {
      for name in names {
        let fields: HeaderFields = ["RateLimit-Remaining": "0", name: text]
        guard let limit = AnnouncedLimit(fields, now: { Self.now }) else { continue }
        #expect(limit.remaining >= 0 && limit.reset > .zero && limit.limit ?? 1 > 0)
        #expect(limit.reset <= .seconds(Int(Int32.max)))
      }
    }
    for text in SeededGenerator.texts(like: "X-RateLimit-Remaining-requests", count: 500) {
      _ = AnnouncedLimit([text: "0"]) { Self.now }
    }
  }
}
