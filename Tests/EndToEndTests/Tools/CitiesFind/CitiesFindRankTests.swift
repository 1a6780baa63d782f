import TestSupport
import Testing

/// The order of results, in rows of the default city file.
@Suite struct CitiesFindRankTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.addCities(of: Self.cities)
  }

  private static let cities = Project.root + "/Tests/Fixtures/places/large-cities.jsonl"

  private func find(_ arguments: String..., stdin: ToolInput = .empty) throws -> ToolResult {
    try find(arguments, stdin: stdin)
  }

  private func find(_ arguments: [String], stdin: ToolInput = .empty) throws -> ToolResult {
    try Tool("cities-find", in: sandbox).run(arguments, stdin: stdin)
  }

  private func names(_ arguments: String...) throws -> [String] {
    try Tool("cities-find", in: sandbox).run(arguments).records(as: .city).map {
      "\($0["name"]?.string ?? "") \($0["country"]?.string ?? "")"
    }
  }

  /// The ids and English names of GeoNames' largest places.
  private static func largest(_ count: Int) throws -> [(id: String, name: String)] {
    let text = try #require(TextFile.read(Project.root + "/Sources/CPlaces/places.txt"))
    return text.split(separator: "\n").prefix(count).map { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      return (String(columns[0]), String(columns[5].split(separator: "|")[0]))
    }
  }

  @Test func findsThe200LargestPlacesByName() throws {
    let places = try Self.largest(200)

    let records = try find("--limit", "1", stdin: .lines(places.map(\.name)))
      .expect(exit: 0).records(as: .city)

    // The file has another id for Quezon City.
    let expected = places.map { $0.id == "1692192" ? "1692193" : $0.id }
    #expect(places.count == 200 && records.compactMap { $0["id"]?.text } == expected)
  }

  /// Searches by names in the languages of the places, and by their first four letters.
  @Test(arguments: [(100, 190), (4, 150)])
  func findsTheLargestPlacesByNativeName(letters: Int, count: Int) throws {
    let path = Project.root + "/Tests/Fixtures/places/native-names.txt"
    let places = try #require(TextFile.read(path)).split(separator: "\n").map {
      $0.split(separator: "\t").map(String.init)
    }

    let records = try find(
      "--limit", "1", stdin: .lines(places.map { String($0[1].prefix(letters)) })
    ).expect(exit: 0).records(as: .city)

    let found = records.count { record in
      guard let line = Int(record.ref) else { return false }
      return record["id"]?.text == places[line - 1][0]
    }
    #expect(places.count == 200 && found >= count)
  }

  private static let expected = [
    ("tok", "Tokyo JP"), ("lon", "London GB"), ("new y", "New York US"), ("ny", "New York"),
    ("nyc", "New York"), ("rome", "Roma IT"), ("berlin", "Berlin DE"), ("sao", "Sao Paulo BR"),
    ("munich", "M"), ("kyiv", "Kiev UA"), ("portland, or", "Portland US"),
    ("portland or", "Portland US"), ("portland, oregon", "Portland US"),
    ("portland, or, us", "Portland US"), ("l", "Lagos NG"), ("s", "Shanghai CN"),
    ("東京", "Tokyo JP"), ("Мюнхен", "M"), ("москва", "Moscow RU"), ("القاهرة", "Cairo EG"),
    ("北京", "Beijing CN"), ("Αθήνα", "Athens GR"), ("दिल्ली", "Delhi IN"), ("서울", "Seoul KR"),
    ("münchen, deutschland", "M"), ("Salzburg, Österreich", "Salzburg AT"),
    ("Sao Paulo brasil", "Sao Paulo BR"), ("Neuss, NRW", "Neuss DE"), ("JFK", "New York"),
    ("Neuss, Nordrhein-Westfalen", "Neuss DE"), ("京都, 日本", "Kyoto JP"),
    (#"{"name":"München","country":"Deutschland"}"#, "M"),
    (#"{"name":"Neuss","region":"Nordrhein-Westfalen"}"#, "Neuss DE"),
  ]

  @Test func ranksExpectedCityFirst() throws {
    let records = try find("--limit", "1", stdin: .lines(Self.expected.map(\.0)))
      .expect(exit: 0).records(as: .city)

    #expect(records.map(\.ref) == (1...Self.expected.count).map(String.init))
    for ((query, city), record) in zip(Self.expected, records) {
      let name = "\(record["name"]?.string ?? "") \(record["country"]?.string ?? "")"
      #expect(name.hasPrefix(city), "\(query)")
    }
  }

  @Test func minimumPopulationExcludesQuarters() throws {
    let near = ["--near", "48.8566,2.3522", "--limit", "3", "--min-population"]

    #expect(try find(near + ["1000000"]).records(as: .city).first?["name"]?.string == "Paris")
    #expect(try names("--min-population", "30000000", "tok") == [])
    #expect(try names("--min-population", "5000000", "--limit", "0", "lon") == ["London GB"])
  }
}

/// Cities that share name and country with another one nearby.
@Suite struct CitiesFindDuplicateTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    let rows = [
      (1, "Ahaus", 52.00, 7.00), (2, "Ahaus", 52.01, 7.01), (3, "Ahaus", 52.20, 7.00),
      (4, "Ahausen", 52.00, 7.00),
    ].map { #"{"_id":\#($0),"name":"\#($1)","country":"DE","lat":\#($2),"lon":\#($3)}"# }
    try sandbox.addCities(rows.joined(separator: "\n"))
  }

  private func ids(_ arguments: String...) throws -> [Int] {
    try Tool("cities-find", in: sandbox).run(arguments).records(as: .city).compactMap {
      $0["id"]?.integer
    }
  }

  @Test func showsDuplicatesOnce() throws {
    #expect(try ids("ahaus") == [1, 3, 4])
    #expect(try ids("--no-unique", "ahaus") == [1, 3, 2, 4])
    #expect(try ids("--exact", "ahaus") == [1, 3])
    #expect(try ids("--near", "52,7", "--radius", "10km") == [1, 4])
    #expect(try ids("--near", "52,7", "--radius", "10km", "--no-unique") == [1, 4, 2])
    #expect(try ids("--id", "2") == [2])
  }
}
