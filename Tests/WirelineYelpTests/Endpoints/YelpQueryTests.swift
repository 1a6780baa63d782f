import Testing

@testable import WirelineCore
@testable import WirelineYelp

@Suite struct YelpQueryTests {
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
  func rejectsIncompleteCoordinates(
    values: KeyValuePairs<String, String>, name: String, reason: String
  ) throws {
    for endpoint in [YelpEndpoint.search, .transactions, .events, .featuredEvent] {
      #expect(
        try YelpQuery(endpoint, values).error == .parameter(name: name, reason: reason))
    }
  }

  @Test(arguments: [YelpEndpoint.search, .transactions, .events, .featuredEvent])
  func requiresALocation(endpoint: YelpEndpoint) {
    let query = YelpQuery(endpoint)

    #expect(query.error == .missingLocation)
    #expect(query.error?.description == "missing location, or latitude and longitude")
    #expect(!query.hasLocation && !query.isComplete && !query.hasSubject)
  }

  /// Incomplete coordinates are also invalid where a location is optional.
  @Test(arguments: zip([YelpEndpoint.autocomplete, .chat], ["text", "query"]))
  func rejectsIncompleteOptionalCoordinates(endpoint: YelpEndpoint, subject: String) throws {
    #expect(try YelpQuery(endpoint, [subject: "x"]).error == nil)
    #expect(
      try YelpQuery(endpoint, [subject: "x", "latitude": "1", "longitude": "2"]).error == nil)
    #expect(
      try YelpQuery(endpoint, [subject: "x", "longitude": "2"]).error
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
  func reportsMissingParameters(endpoint: YelpEndpoint, names: [String]) {
    let query = YelpQuery(endpoint)

    #expect(query.error == .missing(names))
    #expect(query.error?.description == "missing \(names.joined(separator: ", "))")
    #expect(query.missing(beside: Set(names.dropFirst())) == Array(names.prefix(1)))
    #expect(!query.isComplete)
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
  func rejectsConflictingParameters(
    values: KeyValuePairs<String, String>, name: String?, reason: String
  ) throws {
    var query = try YelpQuery(.search, ["location": "Paris"])
    for (name, text) in values { try query.set(name, text) }

    #expect(query.error == name.map { .parameter(name: $0, reason: reason) })
  }

  @Test(
    arguments: [
      (.events, "start_date", "end_date", "2026-12-24", "2026-12-25", true),
      (.events, "start_date", "end_date", "1000", "1000", true),
      // In order as text, but not as numbers.
      (.events, "start_date", "end_date", "1000", "999", false),
      (.events, "start_date", "end_date", "2026-12-25", "2026-12-24", false),
      (.insights, "date_range_start", "date_range_end", "202512", "202601", true),
      (.insights, "date_range_start", "date_range_end", "2026-01", "202601", true),
      (.insights, "date_range_start", "date_range_end", "202602", "2026-01", false),
      (.engagement, "date_range_start", "date_range_end", "202602", "202601", false),
    ] as [(YelpEndpoint, String, String, String, String, Bool)])
  func rejectsAnEndBeforeTheStart(
    endpoint: YelpEndpoint, start: String, end: String, first: String, last: String, isValid: Bool
  ) throws {
    let subject = endpoint == .events ? "location" : "business_ids"
    let query = try YelpQuery(endpoint, [subject: "x", end: last, start: first])

    #expect(
      query.error == (isValid ? nil : .parameter(name: end, reason: "earlier than \(start)")))
    #expect(throws: Never.self) { try YelpQuery(endpoint, [start: first]).checkConflicts() }
  }

  @Test(arguments: YelpEndpoint.allCases)
  func ignoresEmptyText(endpoint: YelpEndpoint) throws {
    var query = YelpQuery(endpoint)
    for parameter in endpoint.parameters where parameter.name != "address1" {
      try query.set(parameter.name, "") { Issue.record("\($0)") }
    }

    #expect(query == YelpQuery(endpoint))
  }

  /// The API requires the address, even if empty.
  @Test func sendsAnEmptyAddress() throws {
    let query = try YelpQuery(
      .match, ["name": "x", "address1": "", "city": "y", "state": "CA", "country": "us"])

    #expect(query.values["address1"] == .text(""))
    #expect(query.error == nil)
  }

  @Test func replacesAndRemovesValues() throws {
    var query = try YelpQuery(.search, ["limit": "20", "limit": "30"])
    #expect(query.number("limit") == 30)
    #expect(query.number("term") == nil)

    query.remove("limit")
    #expect(query == YelpQuery(.search))
  }

  @Test(
    arguments: [
      (.search, 200, 200), (.reviews, 0, 0), (.events, 999, 999), (.search, 1000, nil),
      (.search, -1, nil), (.search, .max, nil), (.phone, 200, nil),
    ] as [(YelpEndpoint, Int, Int?)])
  func resumesAtAnOffset(endpoint: YelpEndpoint, offset: Int, expected: Int?) {
    var query = YelpQuery(endpoint)
    query.resume(at: offset)

    #expect(query.number("offset") == expected)
  }
}
