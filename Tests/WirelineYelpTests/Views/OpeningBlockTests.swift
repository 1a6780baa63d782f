import Testing

@testable import WirelineCore
@testable import WirelineYelp

@Suite struct OpeningBlockTests {
  @Test func listsTimesByDay() {
    let days = [
      #"""
      {"date":"2026-12-01","times":[{"time":"18:30","credit_card_required":false},
      {"time":"19:00","credit_card_required":true},{"time":"19:30"}]}
      """#, #"{"date":"2026-12-02","times":[]}"#,
    ]
    #expect(
      ViewSample.printed(YelpViews.results(of: .openings), width: 44, days) == """
        2026-12-01     18:30, 19:00 (credit card),
                       19:30

        2026-12-02     none

        """)
    #expect(ViewSample.message(YelpViews.results(of: .openings), #"{"times":[]}"#) != nil)
  }
}
