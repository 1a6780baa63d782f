import Testing

@testable import WirelineCities
@testable import WirelineCore

/// The order of results.
@Suite struct CityRankTests {
  private typealias Row = CityDatabase.Row

  /// Cities with equal populations, whose alternate names have another order than their names.
  private static let ties: [Row] = (0..<240).map { index in
    let name = ["Sana", "Sao", "Santa", "Sar"][index % 4]
    return Row(
      id: Int64(500 - index), name: "\(name) \(index * 7 % 17)",
      country: ["US", "DE", "FR"][index % 3], latitude: "\(index % 80)",
      longitude: "\(index % 170)",
      population: [0, 20, 1000, 1020, 1_000_000, 50_000_000][index % 6],
      alternates: "San \(index * 11 % 23),Sant \(index % 5),Sa")
  }

  @Test func sortsCities() throws {
    let (names, countries) = (["Santa Cruz de", "Santa Cruz do", "São", "東"], ["US", "", "DE"])
    let rows = (0..<120).map { (index: Int) in
      Row(
        id: Int64(index * 37 % 120), name: names[index % 4], country: countries[index / 12 % 3],
        latitude: "\(index % 90)", longitude: "\(index)", population: Int64(index / 4 % 3))
    }

    let database = try CityDatabase(rows)
    let ids = withExtendedLifetime(database) { database.store.index.cities.map(\.id) }

    // The numbers of the names are their order.
    let expected = rows.sorted { one, two in
      let (left, right) = (names.firstIndex(of: one.name)!, names.firstIndex(of: two.name)!)
      return (left, -one.population, one.country, one.id)
        < (right, -two.population, two.country, two.id)
    }
    #expect(ids == expected.map(\.id))
  }

  /// Names of several blocks, whose first eight bytes are equal in some.
  @Test func rangesOfNamesEqualThoseOfLinearSearch() throws {
    let names = ["San Juan", "San Juan de", "San Juan del", "Santiago", "Sa"]
    let database = try CityDatabase(
      (0..<900).map { index in
        Row(id: Int64(index), name: "\(names[index % 5]) \(index % 70)", latitude: "\(index % 90)")
      })
    withExtendedLifetime(database) {
      let index = database.store.index
      let folds = index.names.map { Array(index.fold($0)) }
      let starts = Set(folds.flatMap { fold in (0...fold.count).map { Array(fold.prefix($0)) } })
      for start in starts.union([Array("san juan a".utf8), Array("t".utf8), [0xFF]]) {
        let expected = folds.indices.filter { folds[$0].starts(with: start) }
        let found = index.names(beginningWith: start)
        #expect(Array(found.all) == expected)
        #expect(Array(found.wholes) == expected.filter { folds[$0] == start })
      }
    }
  }

  @Test(
    arguments: ["s", "sa", "san", "sant", "sant 1", "sao"],
    [[], [301, 302, 470]] as [Set<Int64>])
  func pagesAreTheWholeList(query: String, favorites: Set<Int64>) throws {
    let database = try CityDatabase(Self.ties)
    func find(limit: Int, offset: Int) throws -> [Int64] {
      try database.find(query) { options in
        options.favorites = favorites
        options.limit = limit
        options.offset = offset
      }
    }

    let all = try find(limit: 0, offset: 0)

    let pages = try stride(from: 0, to: all.count, by: 7).map { try find(limit: 7, offset: $0) }
    #expect(Array(pages.joined()) == all)
    #expect(Set(all).count == all.count && all.count >= 48)
    #expect(try find(limit: 1, offset: 0) == [all[0]])
  }

  /// The favourite counts once among the whole names.
  @Test(arguments: [true, false])
  func findsLargeCityBesideFavorite(isUnique: Bool) throws {
    let database = try CityDatabase([
      Row(id: 1, name: "Lon", population: 10), Row(id: 2, name: "London", population: 9_000_000),
      Row(id: 3, name: "Lonely"),
    ])

    let found = try database.find("lon") { options in
      options.favorites = [1]
      options.limit = 2
      options.isUnique = isUnique
    }

    #expect(found == [1, 2])
  }

  @Test func leavesOutLongAlternateNames() throws {
    let (long, longest) = (String(repeating: "b", count: 401), String(repeating: "c", count: 400))
    let database = try CityDatabase(
      (1...3).map { id in
        Row(
          id: id, name: "City \(id)", latitude: "\(id)", population: 10,
          alternates: "x,\(long),\(longest),y")
      })

    #expect(try database.find("bb") == [])
    for query in ["ccc", "x", "y"] { #expect(try database.find(query) == [1, 2, 3]) }
  }
}
