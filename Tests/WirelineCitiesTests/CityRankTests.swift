import Testing

@testable import WirelineCities
@testable import WirelineCore

/// The order of results, whether from stored lists or from a search.
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
  }

  @Test func findsAnyIDInLists() throws {
    let ids: [Int64] = [-1, .min, 0, -25, .max, 7]
    let database = try CityDatabase(
      ids.indices.map { index in
        Row(id: ids[index], name: "Ab\(index)", population: Int64(1000 - index))
      })

    for limit in 1...ids.count {
      #expect(try database.find("ab") { $0.limit = limit } == Array(ids.prefix(limit)))
    }
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

  /// Three names with a common beginning would have a list for each of its prefixes.
  @Test func limitsPrefixesOfLists() throws {
    let beginning = String(repeating: "a", count: 390)
    let database = try CityDatabase(Self.cities { "\(beginning) \($0)" })

    let statement = try database.store.database.prepare("SELECT max(length(fold)) FROM best")

    #expect(try statement.step())
    #expect(statement.integer(0) == 63)
    for count in [1, 63, 64, 65, 100] {
      #expect(try database.find(String(repeating: "a", count: count)) == [1, 2, 3])
    }
  }

  @Test func leavesOutLongAlternateNames() throws {
    let (long, longest) = (String(repeating: "b", count: 401), String(repeating: "c", count: 400))
    let database = try CityDatabase(Self.cities { _ in "x,\(long),\(longest),y" })

    #expect(try database.find("bb") == [])
    for query in ["cc", "x", "y"] { #expect(try database.find(query) == [1, 2, 3]) }
  }

  /// Three cities of the same size, with alternate names by id.
  private static func cities(_ alternates: (Int64) -> String) -> [Row] {
    let ids: [Int64] = [1, 2, 3]
    return ids.map { id in
      Row(
        id: id, name: "City \(id)", latitude: "\(id)", population: 10,
        alternates: alternates(id))
    }
  }
}
