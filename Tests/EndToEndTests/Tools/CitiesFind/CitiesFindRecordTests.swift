import TestSupport
import Testing

/// Regions, coordinates and records as queries, in a GeoNames table.
@Suite struct CitiesFindRecordTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.addCities(of: Project.root + "/Tests/Fixtures/places/cities.zip")
  }

  private func find(_ arguments: [String], stdin: ToolInput = .empty) throws -> ToolResult {
    try Tool("cities-find", in: sandbox).run(arguments, stdin: stdin)
  }

  /// The ids that each line of stdin finds.
  private func ids(ofLines lines: [String]) throws -> [[Int]] {
    let records = try find([], stdin: .lines(lines)).expect(exit: 0).records(as: .city)
    return (1...lines.count).map { number in
      records.filter { $0.ref == "\(number)" }.compactMap { $0["id"]?.integer }
    }
  }

  private func ids(_ result: ToolResult) -> [Int] {
    result.records(as: .city).compactMap { $0["id"]?.integer }
  }

  private static let (paris, texas, england, alabama) = (2_988_507, 4_717_560, 2_655_603, 4_049_979)

  private static let regions: KeyValuePairs<String, [Int]> = [
    "Paris, Texas": [texas], "paris, tx": [texas], "paris, tex": [texas],
    "paris tx": [texas], "Paris, TX, US": [texas], "paris, tx, fr": [],
    "Birmingham, England": [england], "birmingham, al": [alabama],
    "birmingham, alabama, usa": [alabama], "Paris, Ile-de-France": [paris],
    "brum, england": [england], "paris": [paris, texas], "paris, zz": [],
  ]

  @Test func findsByRegion() throws {
    #expect(try ids(ofLines: Self.regions.map(\.key)) == Self.regions.map(\.value))
    #expect(ids(try find(["Paris, Texas"])) == [Self.texas])
  }

  private static let restrictions: KeyValuePairs<String, [Int]> = [
    #"{"name":"Paris","country":"US"}"#: [texas],
    #"{"name":"Paris","country":"France"}"#: [paris],
    #"{"name":"Birmingham","state":"Alabama"}"#: [alabama],
    #"{"name":"Birmingham","admin1":"ENG","country":"GB"}"#: [england],
    #"{"name":"Birmingham","admin1":"ENG","country":"US"}"#: [],
    #"{"name":"Paris","country":null,"state":""}"#: [paris, texas],
    #"{"name":"Birmingham","admin1":"-","state":"Alabama","country":7}"#: [alabama],
    #"{"query":"paris, fr","country":"US"}"#: [], "Birmingham, AL": [alabama],
  ]

  @Test func fieldsOfRecordRestrict() throws {
    #expect(try ids(ofLines: Self.restrictions.map(\.key)) == Self.restrictions.map(\.value))
  }

  @Test func recordsOfCitiesFindThemselves() throws {
    let all = try find(["--limit", "0", "*"]).text

    let again = try find(["--limit", "1"], stdin: .text(all))

    #expect(ids(again.expect(exit: 0)) == [Self.paris, Self.england, Self.alabama, Self.texas])
  }

  @Test(arguments: [
    (["--near", "-"], "latitude,longitude"), (["--near", "-"], "name;lat;lon"),
    (["--near", "-"], "id\tlat\tlon"), ([], "id,city"), ([], "query;id"),
  ])
  func refusesTables(options: [String], header: String) throws {
    let result = try find(options, stdin: .lines([header, "48.85,2.35", "51,0"]))

    result.expect(exit: 26).expect(says: "the input is a table", "--input-format")
    #expect(result.text == "" && result.messages.split(separator: "\n").count == 1)
  }

  @Test func geocodesCoordinatesOnStdin() throws {
    let input = [
      "48.86,2.35", #"{"id":"a","latitude":33.5,"longitude":-86.8}"#,
      #"{"id":"b","lat":52,"lng":-2,"note":"x"}"#, "33.7, -95.6", "nowhere",
      #"{"latitude":91,"longitude":0}"#, #"{"latitude":1}"#,
      // The coordinates of a business are in an object.
      #"{"id":"x","coordinates":{"latitude":48.85,"longitude":2.35},"name":"Café"}"#,
    ]

    let result = try find(["--near", "-", "--limit", "1", "--copy", "note"], stdin: .lines(input))

    let lines = result.expect(exit: 1).lines
    let records = try lines.map { try StrictJSON($0) }
    #expect(
      records.prefix(4).map { $0["id"]?.integer }
        == [Self.paris, Self.alabama, Self.england, Self.texas])
    #expect(records[1]["ref"]?.string == "a" && records[2]["note"]?.string == "x")
    #expect(
      records.suffix(4).map { $0["error"]?["code"]?.string }
        == ["invalid_input", "invalid_input", "invalid_input", nil])
    #expect(records.last?["id"]?.integer == Self.paris)
    try find(["--near", "-", "paris"]).expect(exit: 2)
  }

  /// Converters of tables write numbers as strings.
  @Test(arguments: [("csv", ","), ("csv", ";"), ("tsv", "\t")])
  func geocodesTables(format: String, separator: String) throws {
    let rows = [["id", "lat", "lng"], ["a", "48.86", " 2.35"], ["b", "33.5", "-86.8"]]

    let records = try find(
      ["--near", "-", "--limit", "1", "--input-format", format],
      stdin: .lines(rows.map { $0.joined(separator: separator) })
    )
    .expect(exit: 0).records(as: .city)

    #expect(records.map(\.ref) == [#""a""#, #""b""#])
    #expect(records.map { $0["id"]?.integer } == [Self.paris, Self.alabama])
    let again = try find(["--id"], stdin: .lines([#"{"id":"\#(Self.paris)"}"#])).expect(exit: 0)
    #expect(ids(again) == [Self.paris])
    try find(["--input-format", format, "paris"]).expect(exit: 2)
  }
}

/// Messages for a user at a terminal, which `script(1)` provides.
@Suite(.needs("script")) struct CitiesFindTerminalTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.addCities()
  }

  private func find(_ words: String) throws -> ToolResult {
    try Tool(path: "/usr/bin/script", in: sandbox).run(
      ["-qec", "\(Project.binaries)/cities-find \(words)", "/dev/null"],
      environment: ["TERM": "xterm"])
  }

  @Test(
    arguments: [
      ("Pariss", "no city matches \"Pariss\"", "did you mean \"Paris, FR\"?"),
      ("xyzzy", "no city matches \"xyzzy\"", "xyzzy"),
      ("12.5,2.35", "no city matches \"12.5,2.35\"", "give coordinates with --near"),
      ("2988507", "no city matches \"2988507\"", "give ids with --id"),
    ])
  func reportsMisses(query: String, message: String, hint: String) throws {
    let result = try find(query)

    #expect(result.expect(exit: 1).text.contains(message))
    #expect(result.text.contains(hint))
    try Tool("cities-find", in: sandbox)("-q", query).expect(exit: 1).expectSilence()
  }

  @Test(arguments: ["new york", "paris fr"])
  func suggestsQuotes(words: String) throws {
    #expect(try find(words).text.contains("quote a name of several words: \"\(words)\""))
    #expect(try !find("'\(words)'").text.contains("quote"))
    #expect(try !find("paris zurich").text.contains("quote"))
  }
}
