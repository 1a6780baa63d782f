import Testing

@testable import WirelineCore
@testable import WirelineYelp

@Suite struct YelpBusinessTests {
  @Test func detailsAreRead() throws {
    let business: YelpBusiness = try YelpSamples.model(YelpSamples.business)

    #expect(business.id == "q1")
    #expect(business.alias == "harbour-diner-springfield")
    #expect(business.name == "Harbour Diner")
    #expect(business.imageURL == "https://img.example/q1.jpg")
    #expect(business.url == "https://www.yelp.com/biz/harbour-diner")
    #expect(business.isClosed == false)
    #expect(business.isClaimed == true)
    #expect(business.reviewCount == 1204)
    #expect(business.rating == 4.5)
    #expect(business.price == "$$")
    #expect(business.categories.map(\.alias) == ["icecream", "diners"])
    #expect(business.coordinates?.latitudeDegrees == 37.7615)
    #expect(business.coordinates?.longitudeDegrees == -122)
    #expect(business.location?.city == "Springfield")
    #expect(business.transactions == ["delivery", "pickup"])
    #expect(business.phone == "+14155550100")
    #expect(business.displayPhone == "(415) 555-0100")
    #expect(business.distanceMeters == 946.38)
    #expect(business.photos.count == 2)
    #expect(business.hours.first?.periods.count == 5)
    #expect(business.isOpenNow == true)
    #expect(business.specialHours.map(\.isClosed) == [true, false])
    #expect(business.messaging?.useCaseText == "Request a Quote")
    #expect(business.attributes?["ambience"]?["hip"]?.integer == 1)
  }

  @Test func aSearchMayLackNearlyAll() throws {
    let business: YelpBusiness = try YelpSamples.model(
      #"""
      {"id":"q","image_url":"","url":null,"price":null,"rating":4,"review_count":12.0,
      "coordinates":{"latitude":null,"longitude":null},"photos":["",null,"x"],"phone":""}
      """#)

    #expect(business.imageURL == nil)
    #expect(business.url == nil)
    #expect(business.price == nil)
    #expect(business.rating == 4)
    #expect(business.reviewCount == 12)
    #expect(business.coordinates?.latitudeDegrees == nil)
    #expect(business.photos == ["x"])
    #expect(business.phone == "")
    #expect(business.isOpenNow == nil)
    #expect(business.location == nil)
  }

  @Test(arguments: ["special_hours", "specialHours"])
  func specialHoursHaveTwoNames(name: String) throws {
    let business: YelpBusiness = try YelpSamples.model(#"{"\#(name)":[{"date":"2026-12-25"}]}"#)

    #expect(business.specialHours.map(\.date) == ["2026-12-25"])
  }

  @Test(arguments: ["hours", "business_hours"])
  func hoursHaveTwoNames(name: String) throws {
    let business: YelpBusiness = try YelpSamples.model(
      #"{"\#(name)":[{"hours_type":"BRUNCH","is_open_now":true}]}"#)

    #expect(business.hours.map(\.type) == ["BRUNCH"])
    #expect(business.isOpenNow == true)
  }

  @Test(arguments: [#""text""#, "1", "[]", #"{"a":{"b":[null]}}"#])
  func attributesHaveAnyType(value: String) throws {
    let business: YelpBusiness = try YelpSamples.model(#"{"attributes":\#(value)}"#)

    #expect(business.attributes.map { String(decoding: $0.raw, as: UTF8.self) } == value)
  }

  @Test(
    arguments: [
      (YelpSamples.location, "12 Harbour St, Suite 5, Springfield, CA 94110"),
      (
        #"{"address1":"1 A St","address2":null,"address3":"","city":"B","state":"CA","#
          + #""zip_code":"9","country":"US"}"#, "1 A St, B, CA 9, US"
      ),
      (#"{"city":"Paris","display_address":[]}"#, "Paris"),
      (#"{"display_address":["","x"]}"#, "x"), ("{}", nil), (#"{"address1":""}"#, nil),
    ] as [(String, String?)])
  func anAddressIsALine(text: String, line: String?) throws {
    let location: YelpLocation = try YelpSamples.model(text)

    #expect(location.line == line)
  }

  @Test(
    arguments: [
      (#""start":"1130","end":"2200","is_overnight":false"#, 690, 1320, false, false),
      (#""start":"1800","end":"0200","is_overnight":true"#, 1080, 120, true, false),
      (#""start":"1800","end":"0200""#, 1080, 120, true, false),
      (#""start":"0000","end":"0000","is_overnight":true"#, 0, 0, true, true),
      (#""start":"0000","end":"2400""#, 0, 1440, false, true),
      (#""start":"0000","end":"0000","is_overnight":false"#, 0, 0, false, false),
      (#""start":"2460","end":"2401""#, nil, nil, false, false),
      (#""start":"900","end":"+100""#, nil, nil, false, false),
      (#""start":null"#, nil, nil, false, false),
    ] as [(String, Int?, Int?, Bool, Bool)])
  func aSpanKnowsItsTimes(
    members: String, start: Int?, end: Int?, endsNextDay: Bool, isWholeDay: Bool
  ) throws {
    let period: YelpOpenPeriod = try YelpSamples.model("{\(members)}")

    #expect(period.span.startMinutes == start)
    #expect(period.span.endMinutes == end)
    #expect(period.span.endsNextDay == endsNextDay)
    #expect(period.span.isWholeDay == isWholeDay)
  }

  @Test(
    arguments: [("0", .monday), ("6", .sunday), ("7", nil), ("-1", nil), ("null", nil)]
      as [(String, YelpWeekday?)])
  func daysCountFromMonday(day: String, weekday: YelpWeekday?) throws {
    let period: YelpOpenPeriod = try YelpSamples.model(#"{"day":\#(day)}"#)

    #expect(period.weekday == weekday)
  }

  @Test(
    arguments: [
      (0, 0, .thursday), (86_399, 0, .thursday), (86_400, 0, .friday), (-1, 0, .wednesday),
      (1_795_280_400, 0, .saturday), (86_399, 1, .friday), (0, -1, .wednesday),
      (-8 * 86_400, 0, .wednesday),
    ] as [(Int, Int, YelpWeekday)])
  func aMomentHasAWeekday(seconds: Int, offset: Int, weekday: YelpWeekday) {
    #expect(YelpWeekday(seconds: seconds, offset: offset) == weekday)
  }
}
