import Testing

@testable import WirelineCore
@testable import WirelineRequests
@testable import WirelineYelp

@Suite struct YelpRequestURLTests {
  @Test(
    arguments: [
      (
        .search,
        [
          "term": "coffee & tea", "longitude": "-122.4100", "latitude": "+37.78", "radius": "5km",
          "categories": "Coffee & Tea,bars", "locale": "en-us", "limit": "20", "offset": "40",
          "sort_by": "Rating", "price": "$,2", "open_at": "2026-12-24T18:00:00Z",
          "attributes": "hot-and-new, deals", "device_platform": "ios",
          "reservation_date": "2026-12-24", "reservation_time": "19:30", "reservation_covers": "2",
          "matches_party_size_param": "yes", "job_alias": "drain_cleaning",
        ],
        """
        businesses/search?attributes=hot_and_new%2Cdeals&categories=coffee%2Cbars\
        &device_platform=ios&job_alias=drain_cleaning&latitude=37.78&limit=20&locale=en_US\
        &longitude=-122.4100&matches_party_size_param=true&offset=40&open_at=1798135200\
        &price=1%2C2&radius=5000&reservation_covers=2&reservation_date=2026-12-24\
        &reservation_time=19%3A30&sort_by=rating&term=coffee%20%26%20tea
        """
      ),
      (
        .search, ["location": "São Paulo, 50% + 1=x/y?#", "open_now": "false", "term": ""],
        """
        businesses/search?location=S%C3%A3o%20Paulo%2C%2050%25%20%2B%201%3Dx%2Fy%3F%23\
        &open_now=false
        """
      ),
      (
        .phone, ["phone": "+1 (415) 555-0100", "locale": "fr_FR"],
        "businesses/search/phone?locale=fr_FR&phone=%2B14155550100"
      ),
      (
        .transactions,
        [
          "type": "restaurant-reservation", "location": "NYC", "term": "a+b", "categories": "sushi",
          "price": "$$$$",
        ],
        """
        transactions/restaurant_reservation/search?categories=sushi&location=NYC&price=4\
        &term=a%2Bb
        """
      ),
      (
        .business, ["id": "café-crème", "locale": "en_US", "device_platform": "android"],
        "businesses/caf%C3%A9-cr%C3%A8me?device_platform=android&locale=en_US"
      ),
      (.business, ["id": "50%25+b"], "businesses/50%2525%2Bb"),
      (
        .match,
        [
          "name": "Lou's & Co", "address1": "1 Main St #2", "address2": "2/F", "address3": "c",
          "city": "St. Louis", "state": "MO", "country": "us", "latitude": "38.6",
          "longitude": "-90.2", "phone": "+13145550100", "postal_code": "63101",
          "yelp_business_id": "aB3_dE6-gH9iJ2kL5mN8oQ", "limit": "3", "match_threshold": "default",
        ],
        """
        businesses/matches?address1=1%20Main%20St%20%232&address2=2%2FF&address3=c\
        &city=St.%20Louis&country=US&latitude=38.6&limit=3&longitude=-90.2\
        &match_threshold=default&name=Lou%27s%20%26%20Co&phone=%2B13145550100&postal_code=63101\
        &state=MO&yelp_business_id=aB3_dE6-gH9iJ2kL5mN8oQ
        """
      ),
      (
        .match, ["name": "x", "address1": "", "city": "y", "state": "z", "country": "FR"],
        "businesses/matches?address1=&city=y&country=FR&name=x&state=z"
      ),
      (
        .reviews,
        ["id": "x~y", "sort_by": "yelp_sort", "limit": "0", "offset": "5", "locale": "de_CH"],
        "businesses/x~y/reviews?limit=0&locale=de_CH&offset=5&sort_by=yelp_sort"
      ),
      (
        .autocomplete,
        ["text": "dé li", "latitude": "-0", "longitude": "100", "locale": "ja_JP"],
        "autocomplete?latitude=-0&locale=ja_JP&longitude=100&text=d%C3%A9%20li"
      ),
      (
        .event, ["id": "https://www.yelp.com/events/caf%C3%A9-fair?x=y", "locale": "en_US"],
        "events/caf%C3%A9-fair?locale=en_US"
      ),
      (
        .events,
        [
          "location": "SF", "locale": "en_US", "offset": "3", "limit": "50", "sort_by": "asc",
          "sort_on": "time_start", "start_date": "1000", "end_date": "1970-01-02",
          "categories": "music,food_and_drink", "is_free": "no", "radius": "1mi",
          "excluded_events": "a,b",
        ],
        """
        events?categories=music%2Cfood-and-drink&end_date=86400&excluded_events=a%2Cb\
        &is_free=false&limit=50&locale=en_US&location=SF&offset=3&radius=1609&sort_by=asc\
        &sort_on=time_start&start_date=1000
        """
      ),
      (
        .featuredEvent, ["latitude": "1", "longitude": "2", "locale": "en_US"],
        "events/featured?latitude=1&locale=en_US&longitude=2"
      ),
      (.categories, [:], "categories"),
      (.categories, ["locale": "en_US"], "categories?locale=en_US"),
      (.category, ["alias": "Hot Dogs", "locale": "en_US"], "categories/hotdog?locale=en_US"),
      (
        .engagement,
        ["business_ids": "b,a", "date_range_start": "2025-12", "date_range_end": "202601"],
        "businesses/engagement?business_ids=b%2Ca&date_range_end=202601&date_range_start=202512"
      ),
      (
        .serviceOfferings, ["id": "x", "locale": "en_US"],
        "businesses/x/service_offerings?locale=en_US"
      ),
      (
        .insights, ["business_ids": "a", "date_range_start": "202512", "date_range_end": "202601"],
        "businesses/insights?business_ids=a&date_range_end=202601&date_range_start=202512"
      ),
      (
        .reviewHighlights,
        ["id": "x", "count": "5", "locale": "en_US", "device_platform": "mobile_generic"],
        "businesses/x/review_highlights?count=5&device_platform=mobile-generic&locale=en_US"
      ),
      (
        .openings,
        [
          "id": "x", "covers": "2", "date": "2026-12-24", "time": "19:30", "get_covers_range": "1",
        ],
        "bookings/x/openings?covers=2&date=2026-12-24&get_covers_range=true&time=19%3A30"
      ),
    ] as [(YelpEndpoint, KeyValuePairs<String, String>, String)])
  func writesParametersIntoTheURL(
    endpoint: YelpEndpoint, values: KeyValuePairs<String, String>, url: String
  ) throws {
    let query = try YelpQuery(endpoint, values)
    let request = try YelpRequestBuilder().request(query)

    #expect(query.error == nil)
    #expect(request.url.text == "https://api.yelp.com/v3/" + url)
    #expect(request.method == "GET")
    #expect(request.body == .none)
    #expect(request.headers == ["Accept": "application/json"])
    #expect(request.credential == "yelp")
  }

  /// Independent of the order in which parameters are set.
  @Test func givesEqualQueriesEqualURLs() throws {
    let building = try YelpRequestBuilder()
    let one = try YelpQuery(.search, ["term": "a", "location": "b", "limit": "5"])
    let other = try YelpQuery(.search, ["limit": "05", "location": "b", "term": "a"])

    #expect(building.request(one).url == building.request(other).url)
  }

  @Test func sendsTheLanguages() throws {
    let building = try YelpRequestBuilder(languages: "fr-FR, en;q=0.9")

    for endpoint in YelpEndpoint.allCases {
      let request = building.request(YelpQuery(endpoint))
      #expect(
        request.headers == ["Accept": "application/json", "Accept-Language": "fr-FR, en;q=0.9"])
    }
  }
}
