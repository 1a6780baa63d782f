import Testing

@testable import WirelineCore
@testable import WirelineRequests
@testable import WirelineYelp

@Suite struct YelpLinksTests {
  /// Locations are percent-encoded.
  @Test(
    arguments: [
      (.search, ["location": "São Paulo, SP"], "/search?location=S%C3%A3o%20Paulo%2C%20SP"),
      (
        .search, ["location": "a&b=c#d", "term": "fish + chips", "categories": "sushi,bars"],
        "/search?terms=fish%20%2B%20chips&category=sushi%2Cbars&location=a%26b%3Dc%23d"
      ),
      (
        .search, ["latitude": "37.7800", "longitude": "-122.4"],
        "/search?location=37.7800%2C-122.4"
      ),
      (
        .transactions, ["type": "delivery", "location": "NYC", "term": "pizza"],
        "/search?terms=pizza&location=NYC"
      ),
      (.business, ["id": "café-50%"], "/biz/caf%C3%A9-50%25"), (.reviews, ["id": "x"], "/biz/x"),
      (.reviewHighlights, ["id": "x"], "/biz/x"), (.serviceOfferings, ["id": "x"], "/biz/x"),
      (.openings, ["id": "https://www.yelp.com/biz/x?y=z"], "/biz/x"),
    ] as [(YelpEndpoint, KeyValuePairs<String, String>, String)])
  func linksToThePageOfAQuery(
    endpoint: YelpEndpoint, values: KeyValuePairs<String, String>, path: String
  ) throws {
    let links = try #require(YelpLinks(YelpQuery(endpoint, values)))

    #expect(links.web == "https://yelp.com" + path)
    #expect(links.app == "yelp4://" + path)
    #expect(throws: Never.self) { try RequestURL(links.web) }
  }

  @Test func linksToCheckIns() {
    #expect(
      YelpLinks.checkIns.map(\.value) == [
        "yelp4:///check_in/nearby", "yelp4:///check_ins", "yelp4:///check_in/rankings",
      ])
  }

  @Test func omitsLinksForOtherEndpoints() throws {
    let pages = YelpEndpoint.allCases.filter { YelpLinks(YelpQuery($0)) != nil }

    #expect(pages == [.search, .transactions])
    #expect(try YelpLinks(YelpQuery(.events, ["location": "Paris"])) == nil)
    #expect(try YelpLinks(YelpQuery(.event, ["id": "x"])) == nil)
  }
}
