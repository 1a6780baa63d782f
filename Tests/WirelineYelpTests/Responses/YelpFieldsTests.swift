import Testing

@testable import WirelineCore
@testable import WirelineYelp

@Suite struct YelpFieldsTests {
  @Test(arguments: ["special_hours", "specialHours"])
  func readsSpecialHoursByBothNames(name: String) throws {
    let business = try YelpSamples.object(
      #"{"\#(name)":[{"date":"2026-12-25"}]}"#, .business)

    #expect(business.specialHours.map { $0["date"]?.string } == ["2026-12-25"])
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
