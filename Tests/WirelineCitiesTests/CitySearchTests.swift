import Glibc
import TestSupport
import Testing

@testable import WirelineCities
@testable import WirelineCore

/// All kinds of searches, in data with populations and alternate names.
@Suite struct CitySearchTests {
  private typealias Row = CityDatabase.Row

  private let database: CityDatabase
  private var search: CitySearch { database.search }

  private static let rows = [
    Row(
      id: 1, name: "Paris", country: "US", latitude: "33.66", longitude: "-95.55",
      population: 25_000),
    Row(
      id: 2, name: "Paris", country: "FR", latitude: "48.85341", longitude: "2.3488",
      population: 2_138_551, more: #""population":2138551"#, alternates: "Parigi,Lutetia,Paris"),
    Row(id: 3, name: "Paris", country: "DK", latitude: "56.5", longitude: "9.1"),
    Row(id: 4, name: "Parisot", country: "FR", latitude: "44.26", longitude: "1.85"),
    Row(id: 5, name: "New York", country: "US", latitude: "40.71", longitude: "-74.0"),
    Row(id: 6, name: "York", country: "GB", latitude: "53.96", longitude: "-1.08"),
    Row(id: 7, name: "Yorkton", country: "CA", latitude: "51.21", longitude: "-102.46"),
    Row(id: 8, name: "San Francisco", country: "US", latitude: "37.77", longitude: "-122.42"),
    Row(id: 9, name: "Taveuni", country: "FJ", latitude: "-16.85", longitude: "-179.98"),
    Row(id: 10, name: "Alert", country: "CA", latitude: "82.5", longitude: "-62.35"),
    Row(id: 11, name: "Frý", country: "CZ", latitude: "49.0", longitude: "15.0"),
    Row(id: 12, name: "Washington, D. C.", country: "US"),
    Row(id: 13, name: "Aachen, Stadt", country: "DE"),
    Row(id: 14, name: "Aachen", country: "DE"),
    Row(id: 15, name: "Ho Chi Minh City", country: "VN"),
    Row(id: 16, name: "Ho", country: "CN"),
    Row(id: 17, name: "St. Louis", country: "US"),
    Row(id: 18, name: "Coeur d’Alene", country: "US"),
    Row(id: 19, name: "'s-Hertogenbosch", country: "NL"),
    Row(id: 20, name: "Bortnichi", country: "UA"),
    Row(id: 21, name: "Boston", country: "US"),
    Row(id: 22, name: "Kajok,", country: "TH"),
  ]

  init() throws { database = try CityDatabase(Self.rows) }

  private func find(
    _ query: String, _ change: (inout CitySearchOptions) -> Void = { _ in }
  ) throws -> [Int64] { try database.find(query, change) }

  @Test(
    arguments: [
      ("paris", [2, 1, 3, 4]), ("paris, fr", [2]), ("paris fr", [2]), ("PARIS,FR", [2]),
      ("paris, f", [2]), ("pari, fr", [2, 4]),
      ("paris us", [1]), ("paris xx", []), ("paris zz", []),
      ("parigi", [2]), ("lutetia", [2]), ("fr", [11, 2, 4]), (", fr", [2, 4]),
      ("new york", [5]), ("york", [6, 7]), ("york, gb", [6]), ("", []),
      ("paris france", [2]), ("york united kingdom", [6]), ("york UK", [6]), ("york U.K.", [6]),
      ("york united", []), ("new york usa", [5]), ("ho chi", [15]), ("ho vi", []),
      ("washington, d. c.", [12]), ("Washington, D.C.", [12]), ("washington", [12]),
      ("washington dc", [12]), ("Washington, DC", [12]), ("washington d c", [12]),
      ("washington dc, us", [12]), ("washington dx", []),
      ("aachen", [14, 13]), ("aachen, de", [14]), ("aachen, stadt", [13]),
      ("aachen, st", [13]), ("aachen, stadt, de", [13]), ("aachen,", [14, 13]),
      ("aachen, fr", []),
      ("st louis", [17]), ("st. louis", [17]), ("st.louis", [17]), ("coeur dalene", [18]),
      ("Coeur d'Alene", [18]), ("coeur d‘a", [18]), ("s hertogen", [19]), ("'s-Her", [19]),
      ("coeur d alene", [18]), ("coeur d alene us", [18]), ("coeur d alene, us", [18]),
      ("'", []), (".", []), ("-", []), (",", []),
    ] as [(String, [Int64])])
  func findsByName(query: String, expected: [Int64]) throws {
    #expect(try find(query) == expected)
  }

  @Test(
    arguments: [
      ("Washington, D. C.", .exact, [12]), ("aachen, stadt", .exact, [13]),
      ("aachen, de", .exact, [14]), ("kajok,", .exact, [22]), ("st louis", .exact, [17]),
      ("bostn", .fuzzy(1), [21, 20]),
      ("bortni", .fuzzy(2), [20]), ("paris", .exact, [2, 1, 3]), ("pari", .exact, []),
      ("yrok", .fuzzy(1), [6, 7]), ("prais", .fuzzy(1), [2, 1, 3, 4]),
      ("pa", .fuzzy(2), [2, 1, 3, 4]), ("xx", .fuzzy(2), []), ("sna francsico", .fuzzy(2), [8]),
      ("sna francsico", .fuzzy(1), []),
    ] as [(String, CitySearchOptions.Mode, [Int64])])
  func findsByMode(query: String, mode: CitySearchOptions.Mode, expected: [Int64]) throws {
    #expect(try find(query) { $0.mode = mode } == expected)
  }

  @Test func filtersByCountry() throws {
    #expect(try find("paris") { $0.countries = CountryFilter(codes: ["US", "DK"]) } == [1, 3])
    #expect(try find("york") { $0.countries = CountryFilter(codes: ["CA"]) } == [7])
    #expect(try find("paris") { $0.identifiers = [3, 4] } == [3, 4])
  }

  @Test func appliesOffsetAndLimit() throws {
    let all = try find("*") { $0.limit = 0 }

    #expect(all.count == Self.rows.count && Set(all).count == all.count)
    var paged: [Int64] = []
    for offset in stride(from: 0, to: all.count, by: 4) {
      paged += try find("*") { ($0.limit, $0.offset) = (4, offset) }
    }
    #expect(paged == all)
    var options = CitySearchOptions()
    options.limit = 2
    #expect(try search.find(try CityQuery("paris"), with: options, countsAll: true).total == 4)
  }

  @Test(
    arguments: [
      ("48.85,2.35", nil, [2, 4]), ("48.85,2.35", 1.0, [2]), ("48.85,2.35", 0.01, []),
      // Across the date line and the pole.
      ("-16.85,179.98", 10, [9]), ("89.9,117.65", 900, [10]), ("90,0", 900, [10]),
    ] as [(String, Double?, [Int64])])
  func findsByDistance(text: String, kilometres: Double?, expected: [Int64]) throws {
    let point = try #require(GeographicPoint(text))
    var options = CitySearchOptions()
    options.limit = 2
    let found = try search.find(near: point, within: kilometres, with: options).matches

    #expect(found.map(\.city.id) == expected)
    let distances = found.compactMap(\.kilometres)
    #expect(distances == distances.sorted() && distances.count == found.count)
  }

  @Test(arguments: [1, 7, 50])
  func treeFindsSamePointsAsLinearSearch(limit: Int) {
    var random = SeededGenerator(seed: 41)
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    func vector(_ latitude: Double, _ longitude: Double) -> SIMD3<Double> {
      GeographicPoint(latitude: latitude, longitude: longitude)?.vector ?? .zero
    }
    // Some points are equal, which have one coordinate in common with others.
    let points = (0..<1500).map { _ in
      vector(number(-90...90).rounded(), number(-180...180).rounded())
    }
    var tree = PointTree(points)
    for _ in 0..<60 {
      let centre = vector([90, -90, number(-90...90)].randomElement(using: &random) ?? 0, 180)
      let chords = points.map { (($0 - centre) * ($0 - centre)).sum() }
      let nearest = points.indices.filter { $0 % 3 > 0 && chords[$0] <= 1 }
        .sorted { (chords[$0], $0) < (chords[$1], $1) }.prefix(limit)
      let found = tree.nearest(to: centre, within: 1, limit: limit) { $0 % 3 > 0 }
      #expect(found.map(\.index) == Array(nearest))
    }
  }

  /// Points at sea, at the poles and on the date line, and the formula of haversines.
  @Test func findsNearestCityByHaversine() throws {
    var random = SeededGenerator(seed: 38)
    func degrees(_ limit: Double) -> Double {
      (Double.random(in: -limit...limit, using: &random) * 10_000).rounded() / 10_000
    }
    let rows = (1...500).map { id in
      CityDatabase.Row(
        id: id, name: "City \(id)", latitude: "\(degrees(80))", longitude: "\(degrees(180))")
    }
    let database = try CityDatabase(rows)
    var options = CitySearchOptions()
    options.limit = 1
    let special = [(90.0, 0.0), (-90, 77), (0, 180), (0, -180), (90, -180), (-89.9999, 180)]

    for (latitude, longitude) in special + (0..<500).map({ _ in (degrees(90), degrees(180)) }) {
      let point = try #require(GeographicPoint(latitude: latitude, longitude: longitude))
      let found = try database.search.find(near: point, within: nil, with: options).matches

      let match = try #require(found.first)
      let distances = rows.map { row in
        Self.haversine(point, Double(row.latitude) ?? 0, Double(row.longitude) ?? 0)
      }
      let nearest = try #require(distances.min())
      #expect(abs(nearest - distances[Int(match.city.id) - 1]) < 1e-6)
      #expect(abs(nearest - (match.kilometres ?? 0)) < 1e-6)
    }
  }

  /// The distance in kilometres.
  private static func haversine(
    _ point: GeographicPoint, _ latitude: Double, _ longitude: Double
  ) -> Double {
    func half(_ degrees: Double) -> Double { pow(sin(degrees * .pi / 360), 2) }
    func cosine(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }
    let value =
      half(latitude - point.latitude)
      + cosine(latitude) * cosine(point.latitude) * half(longitude - point.longitude)
    return 2 * GeographicPoint.earthRadius * asin(min(1, value.squareRoot()))
  }

  /// Favourites are stored without population.
  @Test func filtersFavoritesByCurrentData() throws {
    let stored = [1, 2, 99].map { (id: Int64) in
      let old = City(id: id, name: "Old", country: "XX", latitude: "0", longitude: "0")
      return Favorite(city: old, addedAt: 0)
    }

    let large = try search.matches(
      of: stored, with: CitySearchOptions(minimumPopulation: 1_000_000))
    let all = try search.matches(of: stored)

    #expect(large.map { $0.city.id } == [2])
    #expect(all.map { $0.city.name } == ["Paris", "Paris", "Old"])
    #expect(all.map { $0.isOrphan } == [false, false, true])
  }

  @Test(arguments: ["", "1", "a,b", "91,0", "0,181", "1,2,3", "nan,0", "0x10,3", "inf,0"])
  func rejectsInvalidPoint(text: String) { #expect(GeographicPoint(text) == nil) }
}
