import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct HTTPDateTests {
  @Test(
    arguments: [
      "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
      "Sun Nov  6 08:49:37 1994", "Sun, 06-Nov-1994 08:49:37 GMT", "06 nov 94 8:49:37",
      "1994 November 6 08:49:37 PST", "08:49:37x 6th Novem 1994", "Nov/6/1994;08:49:37",
      "Sun, 6 Nov 1994 08:49:37 +0100",
    ])
  func parsesManyForms(text: String) { #expect(HTTPDate.seconds(text) == 784_111_777) }

  @Test(
    arguments: [
      ("1 Jan 70 0:0:0", 0), ("1 Jan 69 0:0:0", 3_124_224_000), ("29 Feb 2000 0:0:0", 951_782_400),
      ("31 Dec 9999 23:59:59", 253_402_300_799), ("1 Jan 1601 00:00:00", -11_644_473_600),
    ])
  func parsesYears(text: String, seconds: Int) { #expect(HTTPDate.seconds(text) == seconds) }

  @Test(
    arguments: [
      "", "0", "soon", "30 Feb 2000 0:0:0", "29 Feb 1900 0:0:0", "0 Jan 2000 0:0:0",
      "1 Jan 1600 0:0:0", "1 Jan 2000 24:0:0", "1 Jan 2000 0:60:0", "1 Jan 2000 0:0:60",
      "1 Jan 2000 0:0", "1 Jan 2000", "1 Jan 0:0:0", "1 2000 0:0:0", "32 Jan 2000 0:0:0",
      "1 Jan 20000 0:0:0", "1 Jan 2000 000:0:0", "1 Jan 1 0:0:0",
    ])
  func rejectsInvalidDates(text: String) { #expect(HTTPDate.seconds(text) == nil) }

  @Test func survivesArbitraryText() {
    for text in SeededGenerator.texts(like: "Sun, 06-Nov-1994 08:49:37 GMT") {
      _ = HTTPDate.seconds(text)
    }
  }

  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    "sun, 06 nov 1994 08:49:37 gmt", "SUNDAY, 06-NOV-94 08:49:37 GMT",
  ])
  func parsesExactForms(text: String) {
    #expect(HTTPDate.exact(text, now: 1_800_000_000) == 784_111_777)
    for end in text.indices {
      #expect(HTTPDate.exact(String(text[..<end]), now: 0) == nil)
    }
  }

  /// RFC 9111 §5.3: dates that a cache must treat as past.
  @Test(arguments: [
    "Sun, 06 Nov 94 08:49:37 GMT", "Sun 06 Nov 1994 08:49:37 GMT",
    "Sun,  06 Nov 1994 08:49:37 GMT", "Sun, 06-Nov-1994 08:49:37 GMT",
    "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT",
    "Sun, 06 Nov 1994 08:49:37 CET", "Xyz, 06 Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 08:49:37 GMT ", "Sun, 06 Xxx 1994 08:49:37 GMT",
    "Sun, 06-Nov-94 08:49:37 GMT", "Sun Nov 6 08:49:37 1994", "0", "-1", "",
  ])
  func exactRejectsOtherForms(text: String) {
    #expect(HTTPDate.exact(text, now: 1_800_000_000) == nil)
  }

  /// RFC 9110 §5.6.7: at most 50 years in the future.
  @Test(arguments: [
    ("74", 2026, 2074), ("76", 2026, 2076), ("77", 2026, 1977), ("00", 2026, 2000),
    ("94", 2026, 1994), ("49", 1999, 1949), ("48", 1999, 1948), ("50", 1999, 1950),
  ])
  func interpretsTwoDigitYears(year: String, now: Int, expected: Int) {
    let seconds = CivilDate.days(year: now, month: 6, day: 1) * 86_400
    #expect(
      HTTPDate.seconds("Sun, 01-Jan-\(year) 00:00:00 GMT", now: seconds)
        == CivilDate.days(year: expected, month: 1, day: 1) * 86_400)
  }
}
