import TestSupport
import Testing

@testable import WirelineCities
@testable import WirelineCore

/// Cities that share name and country with another one nearby.
@Suite struct CityDuplicateTests {
  private typealias Row = CityDatabase.Row

  private static let places = PlaceTable(
    places: """
      1\t500000\t1\t39.1\t-94.578\tKansas City
      2\t150000\t0\t39.114\t-94.627\tKansas City

      """,
    areas: "US\tKS\tKansas\tAmerica/Chicago\t\nUS\tMO\tMissouri\tAmerica/Chicago\t\n",
    regions: "US\tKS\tKansas|KS\nUS\tMO\tMissouri|MO\n")

  @Test(
    arguments: [
      ("kansas city", [1, 2]), ("kansas city, ks", [2]), ("kansas city, kansas", [2]),
      ("kansas city, mo", [1]), ("kansas city, missouri", [1]),
    ] as [(String, [Int64])])
  func citiesInDifferentRegionsAreNotDuplicates(query: String, expected: [Int64]) throws {
    let database = try CityDatabase(
      [
        Row(id: 1, name: "Kansas City", latitude: "39.099731", longitude: "-94.578568"),
        Row(id: 2, name: "Kansas City", latitude: "39.114170", longitude: "-94.627441"),
      ], places: Self.places)

    #expect(try database.find(query) == expected)
  }

  @Test(arguments: [
    ("TX", "AR", false), ("TX", "tx", true), ("TX", "", true), ("", "AR", true), ("", "", true),
  ])
  func unknownRegionsAreNotCompared(one: String, other: String, isDuplicate: Bool) throws {
    let database = try CityDatabase([
      Row(id: 1, name: "Texarkana", latitude: "33.425", population: 2, region: one),
      Row(id: 2, name: "Texarkana", latitude: "33.442", population: 1, region: other),
    ])

    let expected: [Int64] = isDuplicate ? [1] : [1, 2]
    #expect(try database.find("texarkana") == expected)
    let all = try database.find("texarkana") { options in
      options.isUnique = false
      options.minimumPopulation = 1
    }
    #expect(all == [1, 2])
  }

  @Test(arguments: ["ahaus", "de"])
  func sortingByNameKeepsFavorites(query: String) throws {
    let database = try CityDatabase([
      Row(id: 1, name: "Ahaus", country: "DE", latitude: "52.00", longitude: "7.00"),
      Row(id: 2, name: "Ahaus", country: "DE", latitude: "52.01", longitude: "7.01"),
      Row(id: 3, name: "Ahaus", country: "DE", latitude: "52.20", longitude: "7.00"),
      Row(id: 4, name: "Ahausen", country: "DE", latitude: "52.00", longitude: "7.00"),
    ])
    func find(favorites: Set<Int64>, isUnique: Bool = true) throws -> [Int64] {
      try database.find(query) { options in
        options.order = .name
        options.favorites = favorites
        options.isUnique = isUnique
      }
    }

    #expect(try find(favorites: [2]) == [1, 3, 2, 4])
    #expect(try find(favorites: [3]) == [1, 3, 4])
    #expect(try find(favorites: [], isUnique: false) == [1, 3, 2, 4])
  }

  /// Compares the duplicates with those of a search of all pairs, including some at a pole and at
  /// the date line.
  @Test(arguments: [(48.0, 2.0), (0.0, 0.0), (-16.8, 179.95), (89.85, 10.0)])
  func findsDuplicatesInCubes(latitude: Double, longitude: Double) throws {
    var random = SeededGenerator(seed: 7)
    var rows: [Row] = []
    var points: [GeographicPoint] = []
    for id in 1...400 {
      let north = latitude + Double.random(in: -0.1...0.1, using: &random)
      let east = longitude + Double.random(in: -0.2...0.2, using: &random)
      let wrapped = east > 180 ? east - 360 : east
      points.append(try #require(GeographicPoint(latitude: north, longitude: wrapped)))
      rows.append(
        Row(
          id: Int64(id), name: "A", latitude: "\(north)", longitude: "\(wrapped)",
          region: ["", "b", "c"][id % 3]))
    }
    var expected: Set<Int64> = []
    var shown: [Int] = []
    for index in rows.indices {
      let isDuplicate = shown.contains { other in
        let regions = Set([rows[index].region, rows[other].region])
        return (regions.count == 1 || regions.contains(""))
          && points[index].kilometres(to: points[other]) <= CityTable.duplicateDistance
      }
      if isDuplicate { expected.insert(rows[index].id) } else { shown.append(index) }
    }

    #expect(Self.duplicates(rows) == expected && expected.count < 400 && !expected.isEmpty)
  }

  /// A comparison of all pairs takes minutes. Not a trait of the test, because the time limit of
  /// Swift Testing includes waiting for other tests.
  @Test func marksDuplicatesOfManyCities() {
    let rows = (0..<12_000).map { index in
      Row(
        id: Int64(index), name: "San Jose", latitude: "\(Double(index / 120) - 50)",
        longitude: "\(Double(index % 120) - 60)")
    }

    let copies = rows.prefix(100).map { row in
      var copy = row
      copy.id += 12_000
      return copy
    }

    let start = ContinuousClock.now
    #expect(Self.duplicates(rows + copies) == Set(copies.map(\.id)))
    #expect(start.duration(to: .now) < .seconds(60))
  }

  /// The ids of the duplicates among rows of one name.
  private static func duplicates(_ rows: [Row]) -> Set<Int64> {
    var table = CityTable()
    for row in rows { row.withRow { _ = table.append($0) } }
    var areas = AreaTable(nil)
    table.locate(in: &areas, nil, hasGeoNamesIDs: false)
    table.sort()
    table.markDuplicates(areas)
    return Set(table.entries.filter(\.isDuplicate).map(\.id))
  }
}
