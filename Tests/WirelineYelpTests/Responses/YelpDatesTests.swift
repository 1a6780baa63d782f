import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineYelp

@Suite struct YelpDatesTests {
  @Test(
    arguments: [
      (.unix, #"{"time_created":"2016-08-29 00:41:13"}"#, #"{"time_created":1472431273}"#),
      (
        .iso, #"{"time_created":"2016-08-29 00:41:13"}"#,
        #"{"time_created":"2016-08-29T00:41:13Z"}"#
      ),
      (
        .unix, #"{"time_start":"2018-06-02T20:00:00-07:00","time_end":null}"#,
        #"{"time_start":1527994800,"time_end":null}"#
      ),
      (
        .iso, #"{"a":1.50,"time_start":"2018-06-02T20:00:00-07:00","b":[ 1 ]}"#,
        #"{"a":1.50,"time_start":"2018-06-03T03:00:00Z","b":[ 1 ]}"#
      ),
      (.iso, #"{"time_end":"2024-02-29"}"#, #"{"time_end":"2024-02-29T00:00:00Z"}"#),
    ] as [(YelpDates, String, String)])
  func convertsTimes(dates: YelpDates, object: String, converted: String) throws {
    #expect(try self.converted(dates, object) == converted)
  }

  @Test(
    arguments: [
      #"{"time_created":"soon"}"#, #"{"time_created":1472431273}"#, #"{"time_start":""}"#,
      #"{"time_start":"2025-02-29T10:00:00Z"}"#, #"{"date":"2026-12-24","time":"19:30"}"#,
      #"{ "user" : {"time_created":"2016-08-29 00:41:13"} }"#, "{}",
    ])
  func keepsOtherText(object: String) throws {
    for dates in YelpDates.allCases { #expect(try converted(dates, object) == object) }
  }

  @Test func acceptsRandomObjects() throws {
    let sample = #"{"time_created":"2016-08-29 00:41:13","time_end":null,"a":[{}]}"#
    for bytes in SeededGenerator.inputs(like: sample) {
      guard let view = try? JSONView.parse(bytes), view.type == .object else { continue }
      for dates in YelpDates.allCases {
        #expect(Array(dates.converted(view).fields).count == Array(view.fields).count)
      }
    }
  }

  private func converted(_ dates: YelpDates, _ object: String) throws -> String {
    let view = try JSONView.parse(Array(object.utf8))
    return String(decoding: dates.converted(view).raw, as: UTF8.self)
  }
}
