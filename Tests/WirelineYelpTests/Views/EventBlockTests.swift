import Testing

@testable import WirelineCore
@testable import WirelineYelp

@Suite struct EventBlockTests {
  private static let event = #"""
    {"id":"e1","name":"Night Market","event_site_url":"https://www.yelp.com/events/e1",
    "tickets_url":"https://tickets.example/e1","attending_count":926,"interested_count":73,
    "cost":10,"cost_max":25.5,"is_canceled":true,"is_free":false,
    "location":{"display_address":["12 Harbour St","Springfield, CA 94110"]},
    "time_start":"2018-06-02T20:00:00-07:00","time_end":"2018-06-02T23:30:00-07:00"}
    """#

  @Test func showsAllFields() {
    #expect(
      ViewSample.printed(
        YelpViews.results(of: .events), [Self.event, #"{"name":"x","is_free":true}"#])
          == """
          Night Market  canceled
          time           2018-06-02T20:00:00-07:00 – 2018-06-02T23:30:00-07:00
          place          12 Harbour St, Springfield, CA 94110
          cost           10–25.5
          attending      926, 73 interested
          url            https://www.yelp.com/events/e1
          tickets        https://tickets.example/e1

          x
          cost           free

          """)
  }

  @Test(
    arguments: [
      (#""cost":10"#, "10"), (#""cost":10,"cost_max":10"#, "10"), (#""cost_max":3"#, "3"),
      (#""cost":7.5,"cost_max":null"#, "7.5"), (#""cost":0,"is_free":true"#, "free"),
    ])
  func showsCostsWithoutCurrency(fields: String, cost: String) {
    let text = ViewSample.printed(YelpViews.results(of: .events), ["{\(fields)}"])

    #expect(text == "cost           \(cost)\n")
  }
}
