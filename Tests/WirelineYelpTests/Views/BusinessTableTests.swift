import Testing

@testable import WirelineCore
@testable import WirelineYelp

@Suite struct BusinessTableTests {
  private static let records = [
    #"""
    {"id":"q1","name":"Harbour Diner","rating":4.5,"review_count":1204,"price":"$$",
    "is_closed":false,"distance":946.38,"business_hours":[{"is_open_now":true}],
    "location":{"display_address":["12 Harbour St","Bay"]},"ref":1,"rank":1}
    """#,
    #"""
    {"id":"q2","name":"東京","rating":4,"review_count":3,"is_closed":false,"distance":12345,
    "hours":[{"is_open_now":false}],"location":{"address1":"1 A St","city":"B"},"ref":1,"rank":2}
    """#,
    #"{"id":"q3","alias":"gone","name":null,"is_closed":true,"price":null}"#,
  ]

  @Test func showsBusinessesAsRows() {
    #expect(
      ViewSample.printed(YelpViews.businesses, Self.records) == """
        name           rating     reviews  price  status              distance  address
        Harbour Diner  ★★★★½ 4.5  1204     $$     open                946 m     12 Harbour St, Bay
        東京           ★★★★  4.0  3               closed              12.3 km   1 A St, B
        gone                                      permanently closed            \("")

        """)
  }

  /// Columns shrink before they are dropped, and the first ones are dropped last.
  @Test(
    arguments: zip(
      [80, 60, 45, 40, 30],
      [
        "name           rating     reviews  price  status         distance  address",
        "name      rating   reviews  price  status   distan…  address",
        "name      rat…  rev…  pri…  sta…  dis…  addr…", "name      rating    reviews  price  sta…",
        "name      rating    reviews  …",
      ]))
  func shrinksColumnsBeforeDroppingThem(width: Int, titles: String) {
    let lines = ViewSample.printed(YelpViews.businesses, width: width, Self.records)
      .split(separator: "\n")

    #expect(String(lines[0]) == titles)
    #expect(lines.allSatisfy { DisplayWidth.of(String($0)) <= width })
  }

  @Test func colorsStarsAndClosedBusinesses() {
    let text = ViewSample.printed(YelpViews.businesses, isColored: true, Self.records)

    #expect(text.contains("\u{1B}[38;2;211;35;35m★★★★½\u{1B}[0m 4.5"))
    #expect(text.contains("\u{1B}[33mpermanently closed\u{1B}[0m"))
  }

  @Test(
    arguments: [
      (#"{"name":3}"#, #"a record cannot be shown: at "/name": expected a string, found number"#),
      (
        #"{"hours":[{"open":{}}]}"#,
        #"a record cannot be shown: at "/hours/0/open": expected an array, found object"#
      ),
      (#"{"error":{"code":"dns","message":"m"}}"#, "m"), ("[]", "a record is not an object"),
      (#"{"name":"x"}"#, nil),
      (#"{"text":"x"}"#, "a record cannot be shown: it contains none of the displayed fields"),
    ] as [(String, String?)])
  func reportsRecordsThatAreNotBusinesses(record: String, message: String?) {
    // Rows of a table are buffered, so the valid row is not printed either.
    #expect(ViewSample.message(YelpViews.businesses, record) == message)
  }

  @Test func showsCategoriesAsRows() {
    #expect(
      ViewSample.printed(
        YelpViews.results(of: .categories),
        [
          #"{"alias":"absinthebars","title":"Absinthe Bars","parent_aliases":["bars","x"]}"#,
          #"{"alias":"bars","title":"B\u0007ars","parent_aliases":[]}"#,
        ]) == """
          alias         title          parents
          absinthebars  Absinthe Bars  bars, x
          bars          B\\x07ars       \("")

          """)
  }
}
