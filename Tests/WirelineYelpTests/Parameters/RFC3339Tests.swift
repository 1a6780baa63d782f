import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineYelp

@Suite struct RFC3339Tests {
  @Test(
    arguments: [
      ("1970-01-01", 0), ("2026-12-24", 1_798_070_400), ("2024-02-29", 1_709_164_800),
      ("2000-02-29", 951_782_400), ("1969-12-31T23:59:59Z", -1), ("0001-01-01", -62_135_596_800),
      ("9999-12-31T23:59:59Z", 253_402_300_799), ("2026-12-24T18:00", 1_798_135_200),
      ("2026-12-24T18:00:00", 1_798_135_200), ("2026-12-24t18:00:00z", 1_798_135_200),
      ("2026-12-24 18:00:00", 1_798_135_200), ("2026-12-24 18:00Z", 1_798_135_200),
      ("2026-12-24T18:00:00.25+01:00", 1_798_131_600), ("2026-12-24T18:00:00+0100", 1_798_131_600),
      ("2026-12-24T18:00:00+01", 1_798_131_600), ("2026-12-24T18:00:00-0730", 1_798_162_200),
      ("2026-12-24T18:00:00-00:00", 1_798_135_200),
      ("2026-12-24T18:00:00.999999999Z", 1_798_135_200),
      ("2026-12-24T00:00:00+23:59", 1_797_984_060),
      // A leap second counts as the first second of the next minute.
      ("2016-12-31T23:59:60Z", 1_483_228_800),
    ])
  func parsesTimes(text: String, seconds: Int) {
    #expect(RFC3339.seconds(text) == seconds)
  }

  @Test(
    arguments: [
      "", "2026", "2026-12", "2026-12-", "2026-12-2", "20261224", "2026-13-01", "2026-00-01",
      "2026-01-00", "2026-01-32", "2026-04-31", "2025-02-29", "1900-02-29", "2100-02-29",
      "2026-12-24T", "2026-12-24T18", "2026-12-24T18:", "2026-12-24T18:0", "2026-12-24T24:00",
      "2026-12-24T18:60", "2026-12-24T18:00:61", "2026-12-24T18:00:", "2026-12-24T18:00:00.",
      "2026-12-24T18:00.5", "2026-12-24T18:00:00ZZ", "2026-12-24T18:00:00+",
      "2026-12-24T18:00:00+1",
      "2026-12-24T18:00:00+01:", "2026-12-24T18:00:00+01:0", "2026-12-24T18:00:00+24:00",
      "2026-12-24T18:00:00+01:60", "2026-12-24T18:00:00 +01:00", "2026-12-24_18:00", " 2026-12-24",
      "2026-12-24 ", "+026-12-24", "2026-1２-24", "2026-12-24Z", "٢٠٢٦-12-24", "12026-12-24",
    ])
  func rejectsInvalidTimes(text: String) {
    #expect(RFC3339.seconds(text) == nil)
  }

  @Test func parsesOwnTimestamps() {
    var random = SeededGenerator(seed: 57)
    for _ in 0..<5000 {
      let seconds = Int.random(in: -62_135_596_800...253_402_300_799, using: &random)
      #expect(RFC3339.seconds(CivilDate.timestamp(seconds)) == seconds)
    }
  }

  @Test func survivesArbitraryText() {
    var random = SeededGenerator(seed: 58)
    let sample = Array("2026-12-24T18:00:00.25+01:00".utf8)
    // The prefixes that are valid times: date, minutes, seconds, fractions, offset.
    let validLengths = [10, 16, 19, 21, 22, 25, 28]
    for end in 0...sample.count {
      let text = String(decoding: sample[..<end], as: UTF8.self)
      #expect((RFC3339.seconds(text) != nil) == validLengths.contains(end), "\(text)")
    }
    for _ in 0..<5000 {
      let text = String(decoding: random.mutation(of: sample), as: UTF8.self)
      guard let seconds = RFC3339.seconds(text) else { continue }
      // From year 0 minus a day to year 9999 plus a day, because of offsets.
      #expect((-62_167_305_600...253_402_387_200).contains(seconds), "\(text)")
    }
  }
}
