import Testing

@testable import WirelineCore
@testable import WirelineYelp

@Suite struct BusinessCardTests {
  private func card(_ record: String, width: Int? = nil, isColored: Bool = false) -> String {
    ViewSample.printed(YelpViews.business, width: width, isColored: isColored, [record])
  }

  private static let record = #"""
    {"id":"q1","name":"Harbour Diner","is_closed":false,"is_claimed":true,"review_count":1204,
    "rating":4.5,"price":"$$","url":"https://www.yelp.com/biz/harbour-diner-springfield",
    "categories":[{"alias":"icecream","title":"Ice Cream & Frozen Yogurt"},{"alias":"diners"}],
    "location":{"display_address":["12 Harbour St","Springfield, CA 94110"]},
    "transactions":["delivery","pickup"],"phone":"+14155550100","display_phone":"(415) 555-0100",
    "photos":["https://img.example/1.jpg","https://img.example/2.jpg"],
    "hours":[{"hours_type":"REGULAR","is_open_now":true,"open":[
      {"is_overnight":false,"start":"1700","end":"2200","day":0},
      {"is_overnight":false,"start":"1130","end":"1430","day":0},
      {"is_overnight":false,"start":"0900","end":"2200","day":1},
      {"is_overnight":true,"start":"1800","end":"0200","day":4},
      {"is_overnight":true,"start":"0000","end":"0000","day":5}]}],
    "special_hours":[{"date":"2026-12-25","is_closed":true},
      {"date":"2026-12-31","start":"1800","end":"0300","is_overnight":true}],
    "messaging":{"url":"https://www.yelp.com/raq/q1","use_case_text":"Request a Quote"},
    "ref":1,"rank":1}
    """#

  @Test func showsAllFields() {
    #expect(
      card(Self.record) == """
        Harbour Diner
        ★★★★½ 4.5 · 1204 reviews · $$ · open
        Ice Cream & Frozen Yogurt, diners
        phone          (415) 555-0100
        address        12 Harbour St, Springfield, CA 94110
        url            https://www.yelp.com/biz/harbour-diner-springfield
        claimed        yes
        photos         2
        hours          Monday     11:30–14:30, 17:00–22:00
                       Tuesday    09:00–22:00
                       Wednesday  closed
                       Thursday   closed
                       Friday     18:00–02:00 (+1)
                       Saturday   open 24 hours
                       Sunday     closed
        special hours  2026-12-25  closed
                       2026-12-31  18:00–03:00 (+1)
        transactions   delivery, pickup
        messaging      Request a Quote
                       https://www.yelp.com/raq/q1

        """)
  }

  @Test func omitsMissingFields() {
    #expect(card(#"{"alias":"x","rating":0,"review_count":1}"#) == "x\n0.0 · 1 review\n")
    #expect(card(#"{"name":"","id":"q"}"#) == "q\n")
    #expect(
      card(#"{"name":"x","is_closed":true,"is_claimed":false,"messaging":{"url":"https://m"}}"#)
        == """
        x
        permanently closed
        claimed        no
        messaging      https://m

        """)
  }

  @Test func showsUnusualHours() {
    #expect(
      card(
        #"""
        {"name":"x","hours":[
        {"hours_type":"TAKE\u001b[1mOUT","open":[{"day":0,"start":"dawn","end":"1200"},
          {"day":0,"start":"0800"},{"day":9,"start":"0100","end":"0200"},{"day":6}]},
        {"open":[]},{"open":[{"day":7,"start":"0100","end":"0200"}]}],
        "special_hours":[{"start":"1000","end":"1100"},{"date":"2026-12-25"}]}
        """#) == """
          x
          hours          Monday     08:00–?, dawn–12:00
                         Tuesday    closed
                         Wednesday  closed
                         Thursday   closed
                         Friday     closed
                         Saturday   closed
                         Sunday     closed
          special hours  ?  10:00–11:00
                         2026-12-25  closed

          """)
  }

  @Test func highlightsTheName() {
    let text = card(Self.record, isColored: true)

    #expect(text.hasPrefix("\u{1B}[1mHarbour Diner\u{1B}[0m\n\u{1B}[38;2;211;35;35m★★★★½\u{1B}[0m"))
    #expect(text.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") == card(Self.record))
  }

  /// Values cannot control the terminal or imitate a heading.
  @Test func escapesControlCharacters() {
    let evil = #"\u001b[31m\u0007\u009b\u202e"#
    let text = card(
      #"""
      {"name":"\#(evil)\nname","price":"\#(evil)","url":"https://\#(evil)\n","phone":"\#(evil)",
      "categories":[{"title":"\#(evil)"}],"location":{"display_address":["\#(evil)"]},
      "transactions":["\#(evil)"],"messaging":{"url":"\#(evil)","use_case_text":"\#(evil)"},
      "hours":[{"hours_type":"\#(evil)","open":[{"day":0,"start":"\#(evil)"}]}],
      "special_hours":[{"date":"\#(evil)\n","start":"\#(evil)"}]}
      """#)

    #expect(text.split(separator: "\n").allSatisfy { TerminalText.escaped(String($0)) == $0 })
    #expect(text.contains(#"\x1b[31m\x07\x9b\u{202e}\nname"#))
  }
}
