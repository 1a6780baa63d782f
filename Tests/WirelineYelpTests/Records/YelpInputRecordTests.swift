import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineYelp

@Suite struct YelpInputRecordTests {
  private static let names = JSONNames(YelpInputRecord.names)
  private static let city =
    #"{"id":2988507,"name":"Paris","country":"FR","latitude":48.85341000,"longitude":2.3488}"#
  private static let business = """
    {"id": "aB3_dE6-gH9iJ2kL5mN8oQ", "alias": "lous", "name": "Lou's", "phone": "+13145550100",
      "coordinates": {"latitude": 38.60, "longitude": -90.2}, "rating": 4.5, "location":
      {"address1": "1 Main St", "address2": null, "address3": "", "city": "St. Louis",
        "zip_code": "63101", "country": "US", "state": "MO",
        "display_address": ["1 Main St", "St. Louis, MO 63101"]}}
    """

  @Test(
    arguments: [
      (.search, city, ["latitude": "48.85341000", "longitude": "2.3488"]),
      (.categories, city, [:]), (.jobs, city, [:]), (.phone, city, [:]),
      (.autocomplete, city, ["latitude": "48.85341000", "longitude": "2.3488"]),
      (.search, business, ["latitude": "38.60", "longitude": "-90.2"]),
      (.phone, business, ["phone": "+13145550100"]),
      (.business, business, ["id": "aB3_dE6-gH9iJ2kL5mN8oQ"]),
      (.engagement, business, ["business_ids": "aB3_dE6-gH9iJ2kL5mN8oQ"]),
      (
        .match, business,
        [
          "name": "Lou's", "address1": "1 Main St", "city": "St. Louis", "state": "MO",
          "country": "US", "postal_code": "63101", "phone": "+13145550100", "latitude": "38.60",
          "longitude": "-90.2",
        ]
      ),
    ] as [(YelpEndpoint, String, [String: String])])
  func readsCitiesAndBusinesses(
    endpoint: YelpEndpoint, record: String, values: [String: String]
  ) throws {
    #expect(try filled(endpoint, record) == values)
  }

  /// Coordinates take precedence over a location, and a location over a name.
  @Test(
    arguments: [
      (#"{"name":"Paris","country":"FR"}"#, ["location": "Paris, FR"]),
      (#"{"name":"Paris","latitude":null}"#, ["location": "Paris"]),
      (#"{"location":"Paris","name":"x"}"#, ["location": "Paris"]),
      (#"{"location":75001}"#, ["location": "75001"]),
      (#"{"location":"","name":"Paris"}"#, ["location": "Paris"]),
      (#"{"location":"Paris","latitude":1,"longitude":2}"#, ["latitude": "1", "longitude": "2"]),
      (#"{"latitude":"48.85","longitude":"-2"}"#, ["latitude": "48.85", "longitude": "-2"]),
      (
        #"{"latitude":1,"longitude":2,"coordinates":{"latitude":3,"longitude":4}}"#,
        ["latitude": "1", "longitude": "2"]
      ),
      (#"{"coordinates":{"latitude":"3","longitude":4}}"#, ["latitude": "3", "longitude": "4"]),
      (#"{"coordinates":[3,4],"name":"x"}"#, ["location": "x"]),
      (
        #"{"name":"Lou's","coordinates":{"latitude":null,"longitude":null},"location":"#
          + #"{"display_address":["1 Main St","St. Louis, MO"]}}"#,
        ["location": "1 Main St, St. Louis, MO"]
      ),
      (
        #"{"name":"Lou's","location":{"city":"St. Louis","state":"MO","address1":null}}"#,
        ["location": "St. Louis, MO"]
      ),
      (#"{"name":"Paris","location":{"lat":1}}"#, ["location": "Paris"]),
      (#"{"term":"tea","location":"Paris"}"#, ["location": "Paris", "term": "tea"]),
      (#"{"rating":5}"#, [:]), ("{}", [:]), (#"{"location":""}"#, [:]),
      (#"{"location":null}"#, [:]),
    ] as [(String, [String: String])])
  func readsAllFormsOfLocations(record: String, values: [String: String]) throws {
    #expect(try filled(.search, record) == values)
  }

  @Test(
    arguments: [
      (.business, #"{"id":42}"#, ["id": "42"]), (.business, #"{"alias":"x"}"#, ["id": "x"]),
      (.event, #"{"id":"fair"}"#, ["id": "fair"]),
      (.category, #"{"alias":"sushi","id":"x"}"#, ["alias": "sushi"]),
      (.category, #"{"id":"Sushi Bars"}"#, ["alias": "sushi"]),
      (.phone, #"{"phone":"+1 (415) 555-0100"}"#, ["phone": "+14155550100"]),
      (
        .autocomplete, #"{"text":42,"latitude":1,"longitude":2}"#,
        ["text": "42", "latitude": "1", "longitude": "2"]
      ),
      (.chat, #"{"query":"q","chat_id":"c"}"#, ["query": "q", "chat_id": "c"]),
      (.jobs, #"{"query":"q","chat_id":"c"}"#, ["query": "q"]),
      (.engagement, #"{"business_ids":["a","b",3]}"#, ["business_ids": "a,b,3"]),
      (.engagement, #"{"business_ids":"a, b","id":"c"}"#, ["business_ids": "a,b"]),
      (.insights, #"{"business_ids":[],"id":"c"}"#, [:]),
      (
        .match, #"{"name":"a","city":"b","location":{"city":"c","state":"d","zip_code":94102}}"#,
        ["name": "a", "city": "b", "state": "d", "postal_code": "94102"]
      ),
      (.match, #"{"postal_code":"1","zip_code":"2"}"#, ["postal_code": "1"]),
      (.match, #"{"zip_code":"2","location":{"zip_code":"3"}}"#, ["postal_code": "2"]),
      (.match, #"{"location":"Paris","phone":""}"#, [:]),
    ] as [(YelpEndpoint, String, [String: String])])
  func readsFieldsByTheNamesOfTheAPI(
    endpoint: YelpEndpoint, record: String, values: [String: String]
  ) throws {
    #expect(try filled(endpoint, record) == values)
  }

  @Test(
    arguments: [
      (.search, #"{"latitude":[1],"longitude":2}"#, "latitude", "expected a string, found array"),
      (.search, #"{"location":["x"]}"#, "location", "expected a string, found array"),
      (
        .search, #"{"coordinates":{"latitude":[],"longitude":1}}"#, "coordinates.latitude",
        "expected a string, found array"
      ),
      (.search, #"{"latitude":91,"longitude":2}"#, "latitude", "\"91\" is not in -90…90 degrees"),
      (.business, #"{"id":true}"#, "id", "expected a string, found boolean"),
      (.business, #"{"id":"a/b"}"#, "id", "\"a/b\" is not an id or alias"),
      (
        .phone, #"{"phone":4155550100}"#, "phone",
        """
        "4155550100" is not an international number such as +33142685300, expected + and up to 31 \
        digits; did you mean "+14155550100"?
        """
      ),
      (
        .engagement, #"{"business_ids":["a",{}]}"#, "business_ids",
        "expected a string, found object"
      ),
      (
        .match, #"{"location":{"city":["x"]}}"#, "location.city", "expected a string, found array"
      ),
    ] as [(YelpEndpoint, String, String, String)])
  func reportsTheInvalidField(
    endpoint: YelpEndpoint, record: String, field: String, reason: String
  ) {
    let error = #expect(throws: InputRecordError.self) { try filled(endpoint, record) }

    #expect(error == .invalid(field: field, reason: reason))
  }

  @Test func recordsOverrideOptions() throws {
    var query = try YelpQuery(.search, ["term": "tea", "limit": "5"])
    try YelpInputRecord.fill(
      &query, from: object(#"{"term":"coffee","location":"Paris"}"#)
    ) { _ in }

    #expect(
      query.values.mapValues(\.text) == ["term": "coffee", "limit": "5", "location": "Paris"])
  }

  @Test(arguments: YelpEndpoint.allCases) func providesOnlyParametersOfTheEndpoint(
    endpoint: YelpEndpoint
  ) {
    let names = Set(endpoint.parameters.map(\.name))

    #expect(YelpInputRecord.parameters(of: endpoint).isSubset(of: names))
    #expect(endpoint.subject.map(YelpInputRecord.parameters(of: endpoint).contains) ?? true)
  }

  @Test(
    arguments: [
      (.search, "São Paulo", ["location": "São Paulo"]),
      (.events, "48.85,2.35", ["latitude": "48.85", "longitude": "2.35"]),
      (.search, "-48.85 , +2.350", ["latitude": "-48.85", "longitude": "2.350"]),
      (.transactions, "48.85\t-2.35", ["latitude": "48.85", "longitude": "-2.35"]),
      (.search, "-33,151", ["latitude": "-33", "longitude": "151"]),
      (.events, "48,2.5", ["latitude": "48", "longitude": "2.5"]),
      (.featuredEvent, "48,2", ["location": "48,2"]), (.search, "48.85", ["location": "48.85"]),
      (.search, "1.0 2.0 3.0", ["location": "1.0 2.0 3.0"]),
      (.search, "St. Louis", ["location": "St. Louis"]),
      (.phone, "+1 415 555 0100", ["phone": "+14155550100"]),
      (.business, "https://www.yelp.com/biz/x?y", ["id": "x"]), (.reviews, "x", ["id": "x"]),
      (.event, "x", ["id": "x"]), (.serviceOfferings, "x", ["id": "x"]),
      (.reviewHighlights, "x", ["id": "x"]), (.openings, "x", ["id": "x"]),
      (.category, "Hot Dogs", ["alias": "hotdog"]), (.autocomplete, "1.0,2.0", ["text": "1.0,2.0"]),
      (.chat, "tacos?", ["query": "tacos?"]), (.jobs, "a tap drips", ["query": "a tap drips"]),
      (.engagement, "a,b", ["business_ids": "a,b"]), (.insights, "a", ["business_ids": "a"]),
    ] as [(YelpEndpoint, String, [String: String])])
  func readsPlainTextAsTheSubject(endpoint: YelpEndpoint, text: String, values: [String: String])
    throws
  {
    var query = YelpQuery(endpoint)
    try YelpInputRecord.fill(&query, from: text) { Issue.record("\($0)") }

    #expect(query.values.mapValues(\.text) == values)
  }

  @Test(
    arguments: [
      (.match, "x", .syntax("match accepts records and options, not plain text")),
      (.categories, "x", .syntax("categories accepts records and options, not plain text")),
      (
        .search, "48.85,200.0",
        .invalid(field: "longitude", reason: "\"200.0\" is not in -180…180 degrees")
      ),
      (.business, "a b", .invalid(field: "id", reason: "\"a b\" is not an id or alias")),
    ] as [(YelpEndpoint, String, InputRecordError)])
  func rejectsOtherText(endpoint: YelpEndpoint, text: String, error: InputRecordError) {
    var query = YelpQuery(endpoint)

    #expect(throws: error) { try YelpInputRecord.fill(&query, from: text) { _ in } }
  }

  @Test(
    arguments: [
      (.missing(["phone"]), "field \"phone\" is missing: expected the field, or an option"),
      (
        .missingLocation,
        "field \"latitude\" is missing: expected latitude and longitude, or location"
      ),
      (
        .parameter(name: "limit", reason: "r", suggestion: "s"),
        "field \"limit\": r; did you mean \"s\"?"
      ),
      (.decode(path: "/a", reason: "r"), "r"),
    ] as [(YelpValidationError, String)])
  func convertsValidationErrors(error: YelpValidationError, text: String) {
    #expect(InputRecordError(error).description == text)
  }

  @Test(arguments: YelpEndpoint.allCases) func acceptsRandomRecords(endpoint: YelpEndpoint) {
    let inputs = [Self.business, Self.city].flatMap { SeededGenerator.inputs(like: $0, count: 50) }
    for bytes in inputs {
      guard let object = try? JSONObject(bytes, names: Self.names) else { continue }
      var query = YelpQuery(endpoint)
      try? YelpInputRecord.fill(&query, from: object) { _ in }
      #expect(Set(query.values.keys).isSubset(of: YelpInputRecord.parameters(of: endpoint)))
    }
  }

  private func object(_ text: String) throws -> JSONObject {
    try JSONObject(Array(text.utf8), names: Self.names)
  }

  private func filled(_ endpoint: YelpEndpoint, _ text: String) throws -> [String: String] {
    var query = YelpQuery(endpoint)
    try YelpInputRecord.fill(&query, from: object(text)) { _ in }
    return query.values.mapValues(\.text)
  }
}
