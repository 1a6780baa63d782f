import Testing

@testable import WirelineCore
@testable import WirelineYelp

@Suite struct YelpTimesTests {
  @Test(
    arguments: [
      ("0", "0"), ("1798135200", "1798135200"), ("2147483647", "2147483647"),
      ("2026-12-24", "1798070400"), ("2026-12-24T18:00:00Z", "1798135200"),
      ("2026-12-24 18:00", "1798135200"), ("2026-12-24T19:00:00+01:00", "1798135200"),
      ("2024-02-29", "1709164800"), ("2038-01-19T03:14:07Z", "2147483647"),
      ("1970-01-01", "0"),
    ])
  func acceptsSecondsAndTimes(text: String, sent: String) throws {
    #expect(try YelpRule.moment.value(text, warn: { _ in }) == .number(sent))
  }

  /// The API responds to a larger `open_at` than 2147483647 with status 500.
  @Test(
    arguments: [
      "", "-1", "2147483648", "2038-01-19T03:14:08Z", "1969-12-31T23:59:59Z", "2025-02-29",
      "2026-12-24T24:00", "tomorrow", "1.5", "+1", "1e9", "NaN", "99999999999999999999", "18:00",
      "12/24/2026",
    ])
  func rejectsOtherMoments(text: String) {
    #expect(
      YelpRule.moment.refusal(of: text)?.text
        == "\"\(text)\" is neither seconds since 1970 nor a time such as 2026-12-24T18:00:00Z")
  }

  @Test(arguments: ["2026-12-24", "2024-02-29", "2000-02-29", "2026-01-31", "2026-12-31"])
  func acceptsDates(text: String) throws {
    #expect(try YelpRule.date.value(text, warn: { _ in }) == .text(text))
  }

  @Test(
    arguments: [
      "", "2025-02-29", "1900-02-29", "2026-04-31", "2026-13-01", "2026-00-10", "2026-12-00",
      "2026-12-32", "26-12-24", "2026-1-24", "2026/12/24", "20261224", "24-12-2026",
      "2026-12-24T", "2026-12-24T18:00", " 2026-12-24", "２026-12-2",
    ])
  func rejectsOtherDates(text: String) {
    #expect(
      YelpRule.date.refusal(of: text)?.text == "\"\(text)\" is not a date such as 2026-12-24")
  }

  @Test(arguments: ["00:00", "18:30", "23:59"])
  func acceptsHoursAndMinutes(text: String) throws {
    #expect(try YelpRule.timeOfDay.value(text, warn: { _ in }) == .text(text))
  }

  @Test(
    arguments: [
      "", "24:00", "23:60", "9:30", "18.30", "1830", "18:30:00", "-1:30", "18:3", "6pm", "18:30Z",
      "1é:0", " 9:30",
    ])
  func rejectsOtherTimes(text: String) {
    #expect(
      YelpRule.timeOfDay.refusal(of: text)?.text == "\"\(text)\" is not a time such as 18:30")
  }

  @Test(
    arguments: zip(
      ["202611", "2026-11", "202601", "202612"], ["202611", "202611", "202601", "202612"]))
  func acceptsMonths(text: String, sent: String) throws {
    #expect(try YelpRule.month.value(text, warn: { _ in }) == .text(sent))
  }

  @Test(
    arguments: [
      "", "202513", "202500", "2025-13", "2025-1", "20251", "2025", "2025011", "2025-11-01",
      "-202511", "202511-", "2-02511", "20251-1", "2025/11", "2025 11", "-2511", "２０25",
    ])
  func rejectsOtherMonths(text: String) {
    #expect(
      YelpRule.month.refusal(of: text)?.text == "\"\(text)\" is not a year and month such as 202611"
    )
  }
}
