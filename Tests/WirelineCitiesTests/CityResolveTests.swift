import Testing

@testable import WirelineCities
@testable import WirelineCore

/// The city that a line of a list means.
@Suite struct CityResolveTests {
  private typealias Row = CityDatabase.Row

  private static let rows = [
    Row(id: 1, name: "Paris", country: "FR", population: 2_000_000),
    Row(id: 2, name: "Paris", country: "US", population: 25_000, region: "TX"),
    Row(id: 3, name: "Parisot", country: "FR"),
    Row(id: 4, name: "Warsaw", country: "PL", population: 1_700_000, alternates: "Warszawa,Paris"),
    Row(id: 5, name: "Frankfurt am Main", country: "DE", population: 750_000),
    Row(id: 6, name: "Halle", country: "DE"),
    Row(id: 7, name: "Halle", country: "DE", latitude: "5"),
  ]

  private func resolve(_ text: String) throws -> CityResolution? {
    try CityDatabase(Self.rows).search.resolve(try CityQuery(text), with: CitySearchOptions())
  }

  @Test(
    arguments: [
      ("PARIS", 1, .name, nil), ("Paris, TX", 2, .name, nil), ("paris tx us", 2, .name, nil),
      ("Warszawa", 4, .alias, "Warszawa"), ("Prais", 1, .fuzzy, nil),
      ("Prais, TX", 2, .fuzzy, nil), ("Warzsawa, Poland", 4, .fuzzy, "Warszawa"),
      ("Frankfurt", 5, .name, nil), ("Frankfurt, Germany", 5, .name, nil),
      ("Paris, Atlantis", 1, .name, nil), ("Paris, Atlantis, US", 2, .name, nil),
    ] as [(String, Int64, CityMatch.Kind, String?)])
  func findsMostProbableCity(
    text: String, id: Int64, kind: CityMatch.Kind, matched: String?
  ) throws {
    let resolution = try #require(try resolve(text))

    #expect(resolution.match.city.id == id)
    #expect(resolution.match.kind == kind && resolution.match.matched == matched)
    #expect(resolution.match.city.id != resolution.runnerUp?.id)
    #expect((0...1).contains(resolution.confidence))
  }

  @Test(arguments: ["xyzzy", "", "'", ",", ",,,", "Parx, TX, Texas, US"])
  func findsNothing(text: String) throws {
    #expect(try resolve(text) == nil)
  }

  /// Each text means a city more probably than the next.
  @Test func confidenceFollowsEvidence() throws {
    let texts = ["Paris, FR", "Prais, FR", "Halle"]
    let confidences = try texts.map { try #require(try resolve($0)).confidence }

    #expect(confidences == confidences.sorted(by: >), "\(confidences)")
    #expect(confidences[0] > 0.9 && confidences[2] <= 0.5)
    #expect(try resolve("Paris")?.runnerUp != nil)
  }

  @Test func favoritesChangeNothing() throws {
    let rows = [1, 2].map { Row(id: $0, name: "Ahaus", country: "DE") }
    let search = try CityDatabase(rows).search
    let query = try CityQuery("ahaus")

    let resolution = try search.resolve(query, with: CitySearchOptions(favorites: [2]))

    #expect(
      try resolution?.confidence == search.resolve(query, with: CitySearchOptions())?.confidence)
    #expect(resolution?.match.city.id == 1 && resolution?.runnerUp == nil)
  }

  /// The sketches of names omit no name with typing errors.
  @Test func sketchesKeepSimilarNames() {
    var random = SystemRandomNumberGenerator()
    var distance = EditDistance()
    for _ in 0..<2000 {
      func name() -> [UInt32] {
        (0..<Int.random(in: 0...5, using: &random)).map { _ in
          [0x61, 0x62, 0x63, 0x430, 0x6771].randomElement(using: &random) ?? 0
        }
      }
      let (one, two) = (name(), name())
      for limit in 1...2 where distance.errors(from: one, to: two, limit: limit)?.whole != nil {
        #expect(NameSketch(one).isSimilar(to: NameSketch(two), errors: limit), "\(one) \(two)")
      }
    }
  }
}
