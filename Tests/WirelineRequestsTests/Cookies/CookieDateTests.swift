import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct CookieDateTests {
  @Test(
    arguments: [
      "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
      "Sun Nov  6 08:49:37 1994", "Sun, 06-Nov-1994 08:49:37 GMT", "06 nov 94 8:49:37",
      "1994 November 6 08:49:37 PST", "08:49:37x 6th Novem 1994", "Nov/6/1994;08:49:37",
      "Sun, 6 Nov 1994 08:49:37 +0100",
    ])
  func parsesManyForms(text: String) { #expect(CookieDate.seconds(text) == 784_111_777) }

  @Test(
    arguments: [
      ("1 Jan 70 0:0:0", 0), ("1 Jan 69 0:0:0", 3_124_224_000), ("29 Feb 2000 0:0:0", 951_782_400),
      ("31 Dec 9999 23:59:59", 253_402_300_799), ("1 Jan 1601 00:00:00", -11_644_473_600),
    ])
  func parsesYears(text: String, seconds: Int) { #expect(CookieDate.seconds(text) == seconds) }

  @Test(
    arguments: [
      "", "0", "soon", "30 Feb 2000 0:0:0", "29 Feb 1900 0:0:0", "0 Jan 2000 0:0:0",
      "1 Jan 1600 0:0:0", "1 Jan 2000 24:0:0", "1 Jan 2000 0:60:0", "1 Jan 2000 0:0:60",
      "1 Jan 2000 0:0", "1 Jan 2000", "1 Jan 0:0:0", "1 2000 0:0:0", "32 Jan 2000 0:0:0",
      "1 Jan 20000 0:0:0", "1 Jan 2000 000:0:0", "1 Jan 1 0:0:0",
    ])
  func rejectsInvalidDates(text: String) { #expect(CookieDate.seconds(text) == nil) }

  @Test func survivesArbitraryText() {
    let sample = Array("Sun, 06-Nov-1994 08:49:37 GMT".utf8)
    var random = SeededGenerator(seed: 17)
    for end in 0..<24 {
      #expect(CookieDate.seconds(String(decoding: sample[..<end], as: UTF8.self)) == nil)
    }
    for _ in 0..<3000 {
      _ = CookieDate.seconds(String(decoding: random.mutation(of: sample), as: UTF8.self))
      _ = CookieDate.seconds(String(decoding: random.bytes(0...30), as: UTF8.self))
    }
  }
}
