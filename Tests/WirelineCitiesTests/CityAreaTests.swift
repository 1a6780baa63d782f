import TestSupport
import Testing

@testable import WirelineCities
@testable import WirelineCore

/// The regions and time zones of cities.
@Suite struct CityAreaTests {
  private typealias Row = CityDatabase.Row

  private static let places = PlaceTable(
    places: "100\t500000\t0\t48.1\t11.6\tMunich|München|Мюнхен\n",
    areas: """
      DE\t02\tBavaria\tEurope/Berlin\t200 50
      DE\t07\tNorth Rhine-Westphalia\tEurope/Berlin\t

      """,
    regions: "DE\t\tGermany|Deutschland\nDE\t02\tBavaria|Bayern|BY\nDE\t07\tNRW\n")

  private func area(of row: Row, with other: Row? = nil) throws -> City.Area? {
    let database = try CityDatabase([row] + (other.map { [$0] } ?? []), places: Self.places)
    return try database.search.city(row.id)?.area
  }

  private static let bavaria = City.Area(region: "Bavaria", timezone: "Europe/Berlin")
  private static let munich = Row(
    id: 100, name: "Munich", country: "DE", latitude: "48.1", longitude: "11.6")

  @Test func knowsAreaOfLargePlace() throws {
    #expect(try area(of: Self.munich) == Self.bavaria)
  }

  /// The ids of other sources are different cities.
  @Test func knowsAreasOfGeoNamesIDsOnly() throws {
    let small = Row(id: 250, name: "Dorf", country: "DE", latitude: "49", longitude: "11")
    var abroad = small
    abroad.country = "FR"

    #expect(try area(of: small, with: Self.munich) == Self.bavaria)
    #expect(try area(of: small) == nil)
    #expect(try area(of: abroad, with: Self.munich) == nil)
    #expect(
      try area(of: small, with: Row(id: 100, name: "Elsewhere", country: "DE")) == nil)
  }

  @Test(arguments: [
    ("Bayern", "Bavaria", "Europe/Berlin"), ("02", "Bavaria", "Europe/Berlin"),
    ("NRW", "NRW", ""), ("Atlantis", "Atlantis", ""),
  ])
  func sourceDecidesRegion(text: String, region: String, timezone: String) throws {
    var row = Self.munich
    row.region = text

    #expect(try area(of: row) == City.Area(region: region, timezone: timezone))
  }

  @Test(arguments: [
    "munich, bavaria", "munich, bayern", "munich, by", "munich, 02", "munich, deutschland",
    "münchen deutschland", "мюнхен, germany",
  ])
  func findsByNamesOfAreaAndCountry(query: String) throws {
    let database = try CityDatabase(
      [Self.munich, Row(id: 7, name: "Munich", country: "US")], places: Self.places)

    #expect(try database.find(query) == [100])
  }

  @Test func alternateNameIsReported() throws {
    let database = try CityDatabase([Self.munich], places: Self.places)

    let matches = try ["munich", "münchen", "мюн"].flatMap { query in
      try database.search.find(try CityQuery(query)).matches
    }

    #expect(matches.map(\.kind) == [.name, .alias, .alias])
    #expect(matches.map(\.matched) == [nil, "München", "Мюнхен"])
    #expect(matches.map(\.city.population) == [500_000, 500_000, 500_000])
  }

  @Test func wholeAlternateNameFollowsLargerCityOfThatName() throws {
    let database = try CityDatabase([
      Row(id: 1, name: "Paris", population: 2_000_000),
      Row(id: 2, name: "Warsaw", population: 1_700_000, alternates: "Paris"),
      Row(id: 3, name: "Paris", latitude: "40", population: 25_000),
      Row(id: 4, name: "Rome", latitude: "50", population: 2_000_000, alternates: "Roma,Il Roma"),
      Row(id: 5, name: "Roma", latitude: "60", population: 7000),
    ])

    #expect(try database.find("paris") == [1, 3, 2])
    #expect(try database.find("roma") == [4, 5])
    #expect(try database.find("il") == [])
    #expect(try database.find("il r") == [4])
    #expect(try database.find("paris") { $0.minimumPopulation = 30_000 } == [1, 2])
  }
}
