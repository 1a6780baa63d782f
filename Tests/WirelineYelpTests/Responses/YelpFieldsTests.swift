import Testing

@testable import WirelineCore
@testable import WirelineYelp

@Suite struct YelpFieldsTests {
  @Test func readsABusiness() throws {
    let business = try YelpSamples.object(YelpSamples.business, .business)

    #expect(business.link("image_url") == "https://img.example/q1.jpg")
    #expect(business.link("url") == "https://www.yelp.com/biz/harbour-diner")
    #expect(business["rating"]?.double == 4.5)
    #expect(business["coordinates"]?["longitude"]?.double == -122)
    #expect(business.strings("transactions") == ["delivery", "pickup"])
    #expect(business.strings("photos").count == 2)
    #expect(business.openingHours.first?["open"]?.elements.count == 5)
    #expect(business.isOpenNow == true)
    #expect(business.specialHours.map { $0["is_closed"]?.boolean } == [true, false])
    #expect(business["messaging"]?["use_case_text"]?.string == "Request a Quote")
    #expect(business["attributes"]?["ambience"]?["hip"]?.integer == 1)
  }

  @Test func readsABusinessWithNearlyNoFields() throws {
    let business = try YelpSamples.object(
      #"""
      {"id":"q","image_url":"","url":null,"price":null,"rating":4,"review_count":12.0,
      "coordinates":{"latitude":null,"longitude":null},"photos":["",null,"x"],"phone":""}
      """#, .business)

    #expect(business.link("image_url") == nil)
    #expect(business.link("url") == nil)
    #expect(business["price"]?.string == nil)
    #expect(business["rating"]?.double == 4)
    #expect(business["review_count"]?.integer == 12)
    #expect(business["coordinates"]?["latitude"]?.double == nil)
    #expect(business.strings("photos") == ["", "x"])
    #expect(business.isOpenNow == nil)
    #expect(business.openingHours.isEmpty)
  }

  @Test(arguments: ["special_hours", "specialHours"])
  func readsSpecialHoursByBothNames(name: String) throws {
    let business = try YelpSamples.object(
      #"{"\#(name)":[{"date":"2026-12-25"}]}"#, .business)

    #expect(business.specialHours.map { $0["date"]?.string } == ["2026-12-25"])
  }

  @Test(arguments: ["hours", "business_hours"])
  func readsHoursByBothNames(name: String) throws {
    let business = try YelpSamples.object(
      #"{"\#(name)":[{"hours_type":"BRUNCH","is_open_now":true}]}"#, .business)

    #expect(business.openingHours.map { $0["hours_type"]?.string } == ["BRUNCH"])
    #expect(business.isOpenNow == true)
  }

  @Test(arguments: [#""text""#, "1", "[]", #"{"a":{"b":[null]}}"#])
  func acceptsAttributesOfAnyType(value: String) throws {
    let business = try YelpSamples.object(#"{"attributes":\#(value)}"#, .business)

    #expect(business["attributes"].map { String(decoding: $0.raw, as: UTF8.self) } == value)
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
  func joinsAnAddress(text: String, line: String?) throws {
    #expect(try YelpSamples.object(text, .location).addressLine == line)
  }

  @Test(
    arguments: [
      (#""2016-08-29 00:41:13""#, "2016-08-29 00:41:13"), (#""yesterday""#, "yesterday"),
      (#""""#, ""), ("null", nil), ("1472431273", "2016-08-29T00:41:13Z"),
      ("-1", "1969-12-31T23:59:59Z"),
    ] as [(String, String?)])
  func readsATime(time: String, text: String?) throws {
    let review = try YelpSamples.object(#"{"time_created":\#(time)}"#, .review)

    #expect(review.time("time_created") == text)
  }

  @Test(arguments: ["1.5", "1e15", "-1e15"])
  func rejectsNumbersThatAreNotTimes(time: String) {
    #expect(throws: YelpValidationError.self) {
      try YelpSamples.object(#"{"time_created":\#(time)}"#, .review)
    }
  }

  @Test func acceptsUnknownKindsOfEventsAndChats() throws {
    let event = try YelpSamples.object(
      #"{"time_end":null,"cost":null,"tickets_url":"","category":"telepathy"}"#, .event)
    let response = try YelpSamples.object(YelpSamples.chat, .chat)

    #expect(event.time("time_end") == nil)
    #expect(event.link("tickets_url") == nil)
    #expect(response.strings("types") == ["business_search", "telepathy"])
    #expect(response["response"]?["tags"]?.elements.map(\.type) == [.object, .string])
  }
}
