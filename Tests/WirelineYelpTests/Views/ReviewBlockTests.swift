import Testing

@testable import WirelineCore
@testable import WirelineYelp

@Suite struct ReviewBlockTests {
  private static let review = #"""
    {"id":"r1","text":"Went back again to this place since the last time.\n\nOrdered the soup.",
    "url":"https://www.yelp.com/biz/harbour-diner?hrid=r1","rating":5,
    "time_created":"2016-08-29 00:41:13","user":{"name":"Ella A."},"ref":1,"rank":1}
    """#

  @Test func wrapsReviews() {
    #expect(
      ViewSample.printed(
        YelpViews.results(of: .reviews), width: 32,
        [Self.review, #"{"rating":2.5,"text":"日本語のテキスト"}"#]) == """
          ★★★★★ 5.0  2016-08-29  Ella A.
            Went back again to this place
            since the last time.

            Ordered the soup.
            https://www.yelp.com/biz/harbour-diner?hrid=r1

          ★★½   2.5
            日本語のテキスト

          """)
  }

  @Test(
    arguments: [
      (#""2016-08-29 00:41:13""#, "2016-08-29"), ("1472431273", "2016-08-29"),
      (#""2016-08-29T00:41:13Z""#, "2016-08-29"), (#""last \u001bweek""#, #"last \x1bweek"#),
    ])
  func showsTheDateOfAnyTime(time: String, date: String) {
    let text = ViewSample.printed(
      YelpViews.results(of: .reviews), [#"{"time_created":\#(time)}"#])

    #expect(text == date + "\n")
  }
}
