import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct FreshnessTests {
  @Test(
    arguments: [
      (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
      (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
      (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
    ])
  func formatsAndParsesDates(seconds: Int, text: String) {
    #expect(HTTPDate.text(seconds) == text)
    #expect(HTTPDate.seconds(text) == seconds)
  }

  /// RFC 9111 §4.2.1, §4.2.2, §5.3.
  @Test(
    arguments: [
      (200, ["Cache-Control": "max-age=60"], 60, .maxAge),
      (200, ["Cache-Control": "max-age=60", "Expires": CacheSample.date(-9)], 60, .maxAge),
      (200, ["Cache-Control": "max-age=0", "Expires": CacheSample.date(99)], 0, .maxAge),
      (200, ["Cache-Control": "max-age=x", "Expires": CacheSample.date(99)], 0, .maxAge),
      (200, ["Cache-Control": "s-maxage=60"], 0, .none),
      (200, ["Cache-Control": "s-maxage=60, max-age=1"], 1, .maxAge),
      (200, ["Expires": CacheSample.date(100)], 100, .expires),
      (200, ["Expires": CacheSample.date(-100)], 0, .expires), (200, ["Expires": "0"], 0, .expires),
      (200, ["Expires": "-1"], 0, .expires), (200, ["Expires": ""], 0, .expires),
      (200, ["Expires": "0", "Last-Modified": CacheSample.date(-1000)], 0, .expires),
      (200, ["Expires": "Sunday, 06-Nov-94 08:49:37 GMT"], 783_111_777, .expires),
      (200, ["Last-Modified": CacheSample.date(-1000)], 100, .heuristic),
      (200, ["Last-Modified": CacheSample.date(-864_000)], 86_400, .heuristic),
      (200, ["Last-Modified": CacheSample.date(-900_000)], 86_400, .heuristic),
      (200, ["Last-Modified": CacheSample.date(10)], 0, .heuristic),
      (200, ["Last-Modified": "yesterday"], 0, .none), (200, [:], 0, .none),
      (599, ["Last-Modified": CacheSample.date(-10), "Cache-Control": "public"], 1, .heuristic),
    ] as [(Int, HeaderFields, Int, FreshnessLifetime.Basis)])
  func computesLifetime(
    status: Int, fields: HeaderFields, seconds: Int, basis: FreshnessLifetime.Basis
  ) {
    let response = CacheSample.stored(fields, status: status)
    let lifetime = FreshnessLifetime(response, timeToLive: nil)

    #expect(lifetime.seconds == seconds)
    #expect(lifetime.basis == basis)
  }

  /// RFC 9110 §15.1.
  @Test func heuristicsApplyToSomeStatuses() {
    let statuses = (200...599).filter(FreshnessLifetime.isHeuristicallyCacheable)
    #expect(statuses == [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501])
  }

  @Test(
    arguments: [
      (200, "max-age=1", 300, .timeToLive), (200, "no-cache", 300, .timeToLive),
      (404, "max-age=1", 300, .timeToLive),
      (503, "max-age=1", 1, .maxAge), (302, "x", 0, .none),
    ] as [(Int, String, Int, FreshnessLifetime.Basis)])
  func appliesTimeToLiveToCacheableStatuses(
    status: Int, control: String, seconds: Int, basis: FreshnessLifetime.Basis
  ) {
    let response = CacheSample.stored(["Cache-Control": control], status: status)
    let lifetime = FreshnessLifetime(response, timeToLive: 300)

    #expect(lifetime.seconds == seconds)
    #expect(lifetime.basis == basis)
  }

  /// RFC 9111 §4.2.3: Age, then Date, request, response and current time relative to the start.
  @Test(
    arguments: [
      (nil, 0, 0, 0, 0, 0), (nil, 0, 0, 0, 12, 12), (nil, 0, -3, 0, 0, 3),
      ("30", 0, 0, 0, 12, 42), ("30", 0, -3, 0, 12, 45), (nil, -50, 0, 0, 12, 62),
      ("30", -50, 0, 0, 12, 62), ("70", -50, 0, 0, 12, 82), (nil, 50, 0, 0, 12, 12),
      (nil, 0, 0, 0, -100, 0), (nil, 0, 5, 0, 1, 1),
    ] as [(String?, Int, Int, Int, Int, Int)])
  func computesAge(announced: String?, date: Int, sent: Int, received: Int, now: Int, expected: Int)
  {
    var fields: HeaderFields = ["Date": CacheSample.date(date)]
    if let announced { fields.append("Age", announced) }
    let response = CacheSample.stored(
      fields, requestTime: CacheSample.start + sent, responseTime: CacheSample.start + received)

    #expect(ResponseAge.current(response, now: CacheSample.start + now) == expected)
  }

  /// RFC 9111 §5.1.
  @Test(
    arguments: [
      (["7200"], 7200), ([" 7200 "], 7200), (["7200, 0"], 7200), (["0, 7200"], 0),
      (["7200", "0"], 7200), (["0", "7200"], 0), (["abc"], 0), (["-7200"], 0), (["7200.0"], 0),
      ([""], 0), ([",7200"], 0), (["99999999999"], 2_147_483_648), ([], 0),
    ])
  func parsesAgeField(values: [String], seconds: Int) {
    let fields = HeaderFields(values.map { HeaderFields.Field(name: "Age", value: $0) })

    #expect(ResponseAge.announced(fields) == seconds)
  }

  @Test(arguments: [(59, true, 1, 0), (60, false, 0, 0), (61, false, -1, 1)])
  func becomesStaleAfterLifetime(now: Int, isFresh: Bool, left: Int, staleness: Int) {
    let response = CacheSample.stored(["Cache-Control": "max-age=60"])
    let freshness = ResponseFreshness(
      response, timeToLive: nil, now: CacheSample.start + now)

    #expect(freshness.isFresh == isFresh)
    #expect(freshness.left == left)
    #expect(freshness.staleness == staleness)
  }

  @Test func countsTimeToLiveFromReceipt() {
    let response = CacheSample.stored(["Age": "5000", "Date": CacheSample.date(-9000)])
    let freshness = ResponseFreshness(
      response, timeToLive: 300, now: CacheSample.start + 12)

    #expect(freshness.age == 12)
    #expect(freshness.isFresh)
  }
}
