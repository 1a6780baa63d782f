import Testing

@testable import WirelineCore
@testable import WirelineYelp

@Suite struct YelpQueryTests {
  @Test(
    arguments: [
      ["location": "Paris"], ["latitude": "1", "longitude": "2"],
      ["latitude": "-0", "longitude": "0"],
    ] as [KeyValuePairs<String, String>])
  func aPlaceIsATextOrTwoNumbers(values: KeyValuePairs<String, String>) throws {
    let question = try YelpQuery(.search, values)

    #expect(question.fault == nil)
    #expect(question.hasLocation && question.isComplete && question.hasSubject)
  }

  @Test(
    arguments: [
      (["latitude": "1"], "longitude", "required with latitude"),
      (["longitude": "1"], "latitude", "required with longitude"),
      (["location": "Paris", "longitude": "1"], "latitude", "required with longitude"),
      (
        ["location": "Paris", "latitude": "1", "longitude": "2"], "location",
        "cannot be used with latitude and longitude"
      ),
    ] as [(KeyValuePairs<String, String>, String, String)])
  func halfAPlaceIsNone(values: KeyValuePairs<String, String>, name: String, reason: String) throws
  {
    for endpoint in [YelpEndpoint.search, .transactions, .events, .featuredEvent] {
      #expect(
        try YelpQuery(endpoint, values).fault == .parameter(name: name, reason: reason))
    }
  }

  @Test(arguments: [YelpEndpoint.search, .transactions, .events, .featuredEvent])
  func aPlaceIsNeeded(endpoint: YelpEndpoint) {
    let question = YelpQuery(endpoint)

    #expect(question.fault == .missingLocation)
    #expect(question.fault?.description == "missing location, or latitude and longitude")
    #expect(!question.hasLocation && !question.isComplete && !question.hasSubject)
  }

  /// Where a place may be left out, half of one is wrong all the same.
  @Test(arguments: zip([YelpEndpoint.autocomplete, .chat], ["text", "query"]))
  func aPlaceThatMayBeLeftOutIsWholeToo(endpoint: YelpEndpoint, subject: String) throws {
    #expect(try YelpQuery(endpoint, [subject: "x"]).fault == nil)
    #expect(
      try YelpQuery(endpoint, [subject: "x", "latitude": "1", "longitude": "2"]).fault == nil)
    #expect(
      try YelpQuery(endpoint, [subject: "x", "longitude": "2"]).fault
        == .parameter(name: "latitude", reason: "required with longitude"))
  }

  @Test(
    arguments: [
      (.phone, ["phone"]), (.business, ["id"]), (.reviews, ["id"]), (.event, ["id"]),
      (.category, ["alias"]), (.autocomplete, ["text"]), (.chat, ["query"]), (.jobs, ["query"]),
      (.match, ["name", "address1", "city", "state", "country"]), (.engagement, ["business_ids"]),
      (.insights, ["business_ids", "date_range_start", "date_range_end"]),
      (.openings, ["id", "covers", "date", "time"]), (.serviceOfferings, ["id"]),
      (.reviewHighlights, ["id"]),
    ] as [(YelpEndpoint, [String])])
  func whatIsRequiredIsMissed(endpoint: YelpEndpoint, names: [String]) {
    let question = YelpQuery(endpoint)

    #expect(question.fault == .missing(names))
    #expect(
      question.fault?.description
        == "\(names.joined(separator: ", ")) \(names.count == 1 ? "is" : "are") missing")
    #expect(question.missing(beside: Set(names.dropFirst())) == Array(names.prefix(1)))
    #expect(!question.isComplete)
  }

  @Test func whatIsRequiredBesideAPlaceIsMissedAfterIt() throws {
    #expect(YelpQuery(.transactions).fault == .missingLocation)
    #expect(try YelpQuery(.transactions, ["location": "Paris"]).fault == .missing(["type"]))
    #expect(YelpQuery(.categories).fault == nil)
    #expect(YelpQuery(.categories).isComplete && !YelpQuery(.categories).hasSubject)
  }

  @Test(
    arguments: [
      (["open_now": "true", "open_at": "1"], "open_now", "cannot be used with open_at"),
      (["open_at": "1", "open_now": "yes"], "open_now", "cannot be used with open_at"),
      (["open_now": "false", "open_at": "1"], nil, ""), (["open_now": "true"], nil, ""),
      (["limit": "50", "offset": "950"], nil, ""), (["offset": "1000"], nil, ""),
      (
        ["limit": "50", "offset": "951"], "offset",
        "offset plus limit is 1001, expected at most 1000"
      ),
      (
        ["limit": "1", "offset": "1000"], "offset",
        "offset plus limit is 1001, expected at most 1000"
      ),
    ] as [(KeyValuePairs<String, String>, String?, String)])
  func parametersOfASearchHaveToAgree(
    values: KeyValuePairs<String, String>, name: String?, reason: String
  ) throws {
    var question = try YelpQuery(.search, ["location": "Paris"])
    for (name, text) in values { try question.set(name, text) }

    #expect(question.fault == name.map { .parameter(name: $0, reason: reason) })
  }

  @Test(
    arguments: [
      (.events, "start_date", "end_date", "2026-12-24", "2026-12-25", true),
      (.events, "start_date", "end_date", "1000", "1000", true),
      // As numbers: as texts they would be in order.
      (.events, "start_date", "end_date", "1000", "999", false),
      (.events, "start_date", "end_date", "2026-12-25", "2026-12-24", false),
      (.insights, "date_range_start", "date_range_end", "202512", "202601", true),
      (.insights, "date_range_start", "date_range_end", "2026-01", "202601", true),
      (.insights, "date_range_start", "date_range_end", "202602", "2026-01", false),
      (.engagement, "date_range_start", "date_range_end", "202602", "202601", false),
    ] as [(YelpEndpoint, String, String, String, String, Bool)])
  func anEndIsNotBeforeItsStart(
    endpoint: YelpEndpoint, start: String, end: String, first: String, last: String, isTaken: Bool
  ) throws {
    let subject = endpoint == .events ? "location" : "business_ids"
    let question = try YelpQuery(endpoint, [subject: "x", end: last, start: first])

    #expect(
      question.fault == (isTaken ? nil : .parameter(name: end, reason: "earlier than \(start)")))
    #expect(throws: Never.self) { try YelpQuery(endpoint, [start: first]).checkConflicts() }
  }

  @Test(arguments: YelpEndpoint.allCases)
  func anEmptyTextSaysNothing(endpoint: YelpEndpoint) throws {
    var question = YelpQuery(endpoint)
    for parameter in endpoint.parameters where parameter.name != "address1" {
      try question.set(parameter.name, "") { Issue.record("\($0)") }
    }

    #expect(question == YelpQuery(endpoint))
  }

  /// The API wants it, if only empty.
  @Test func anEmptyAddressIsSent() throws {
    let question = try YelpQuery(
      .match, ["name": "x", "address1": "", "city": "y", "state": "CA", "country": "us"])

    #expect(question.values["address1"] == .text(""))
    #expect(question.fault == nil)
  }

  @Test func anotherParameterIsRefused() {
    let fault = #expect(throws: YelpValidationError.self) {
      try YelpQuery(.reviewHighlights, ["term": "x"])
    }

    #expect(fault?.description == "invalid term: review-highlights does not have this parameter")
    // Not even an empty one.
    #expect(throws: YelpValidationError.self) { try YelpQuery(.phone, ["location": ""]) }
  }

  @Test func aFaultNamesTheParameterAndWhatWasMeant() {
    let fault = #expect(throws: YelpValidationError.self) {
      try YelpQuery(.match, ["match_threshold": "strikt"])
    }

    #expect(
      fault?.description
        == """
        invalid match_threshold: "strikt" is not one of none, default, strict; did you mean "strict"
        """
    )
  }

  @Test func valuesAreReplacedAndTakenOut() throws {
    var question = try YelpQuery(.search, ["limit": "20", "limit": "30"])
    #expect(question.number("limit") == 30)
    #expect(question.number("term") == nil)

    question.remove("limit")
    #expect(question == YelpQuery(.search))
  }

  @Test(
    arguments: [
      (.search, 200, 200), (.reviews, 0, 0), (.events, 999, 999), (.search, 1000, nil),
      (.search, -1, nil), (.search, .max, nil), (.phone, 200, nil),
    ] as [(YelpEndpoint, Int, Int?)])
  func aListGoesOnWhereItBrokeOff(endpoint: YelpEndpoint, offset: Int, expected: Int?) {
    var question = YelpQuery(endpoint)
    question.resume(at: offset)

    #expect(question.number("offset") == expected)
  }
}
