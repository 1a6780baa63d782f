/// Searches a city database; statements are prepared once. Used by one thread
/// at a time.
package final class CitySearch {
  private let store: CityStore
  /// Prepared when first needed: most runs ask one kind of question once.
  private var prepared: [Kind: SQLiteStatement] = [:]
  private var ends: SQLiteStatement?

  private enum Kind {
    case name, nameInCountry, country
    /// One country and no other: the index gives it in order.
    case wholeCountry

    var condition: String {
      let name = "fold >= ?1 AND fold < ?2"
      let country = "country >= ?3 AND country < ?4"
      return switch self {
      case .name: name
      case .nameInCountry: "\(name) AND \(country)"
      case .country: country
      case .wholeCountry: "country = ?3"
      }
    }
  }

  package init(_ store: CityStore) { self.store = store }

  private func statement(_ kind: Kind) throws(SQLiteError) -> SQLiteStatement {
    if let statement = prepared[kind] { return statement }
    let statement = try store.database.prepare(
      """
      SELECT id, name, country, latitude, longitude, fold FROM city
      WHERE \(kind.condition) ORDER BY fold, country, id
      """)
    prepared[kind] = statement
    return statement
  }

  /// Finds cities: those whose name begins with the query, exact names first,
  /// then those whose country code does; by name, country and id.
  ///
  /// - Parameters:
  ///   - limit: cities at most; 0 is no limit.
  ///   - body: gets each city in order.
  /// - Returns: how many there were.
  @discardableResult
  package func find(
    _ query: CityQuery, limit: Int, _ body: (CityMatch) -> Void
  ) throws(CityStoreError) -> Int {
    if query.isEmpty { return 0 }
    do throws(SQLiteError) {
      var rank = 0
      let limit = limit == 0 ? Int.max : limit
      if let country = query.country {
        try findByName(try statement(.nameInCountry), query.fold, country, limit, &rank, body)
      } else {
        try findByName(try statement(.name), query.fold, nil, limit, &rank, body)
        if rank < limit { try findByCountry(query, limit, &rank, body) }
      }
      return rank
    } catch {
      throw .sqlite(error)
    }
  }

  /// How many cities `find` would give without a limit.
  package func count(_ query: CityQuery) throws(CityStoreError) -> Int {
    if query.isEmpty { return 0 }
    do throws(SQLiteError) {
      if let country = query.country {
        return try count(.nameInCountry, query.fold, country)
      }
      let byName = try count(.name, query.fold, nil)
      guard query.fold.count <= 2 else { return byName }
      let country = String(decoding: query.fold, as: UTF8.self).uppercased()
      // Those of the country, less those that their name has counted.
      return try byName + count(.country, query.fold, country)
        - count(.nameInCountry, query.fold, country)
    } catch {
      throw .sqlite(error)
    }
  }

  private func count(
    _ kind: Kind, _ fold: [UInt8], _ country: String?
  ) throws(SQLiteError) -> Int {
    let statement = try store.database.prepare(
      "SELECT count(*) FROM city WHERE \(kind.condition)")
    if kind != .country { try bindFold(statement, fold) }
    if let country { try bindCountry(statement, country) }
    return try statement.step() ? Int(statement.integer(0)) : 0
  }

  private func findByName(
    _ statement: SQLiteStatement, _ fold: [UInt8], _ country: String?, _ limit: Int,
    _ rank: inout Int, _ body: (CityMatch) -> Void
  ) throws(SQLiteError) {
    try bindFold(statement, fold)
    if let country { try bindCountry(statement, country) }
    defer { statement.reset() }
    while rank < limit, try statement.step() {
      rank += 1
      body(CityMatch(city: Self.city(statement), kind: .name, rank: rank))
    }
  }

  private func findByCountry(
    _ query: CityQuery, _ limit: Int, _ rank: inout Int, _ body: (CityMatch) -> Void
  ) throws(SQLiteError) {
    // Codes have two letters: a longer query is none's beginning.
    guard query.fold.count <= 2 else { return }
    let code = String(decoding: query.fold, as: UTF8.self).uppercased()
    guard let countries = try countries(code) else { return }
    let byCountry: SQLiteStatement
    if countries.first == countries.last {
      byCountry = try statement(.wholeCountry)
      try byCountry.bind(3, countries.first)
    } else {
      byCountry = try statement(.country)
      try bindCountry(byCountry, code)
    }
    defer { byCountry.reset() }
    while rank < limit, try byCountry.step() {
      // Found by its name before.
      if byCountry.bytes(5).starts(with: query.fold) { continue }
      rank += 1
      body(CityMatch(city: Self.city(byCountry), kind: .country, rank: rank))
    }
  }

  private static let endsOfCountries = """
    SELECT (SELECT min(country) FROM city WHERE country >= ?1 AND country < ?2),
      (SELECT max(country) FROM city WHERE country >= ?1 AND country < ?2)
    """

  /// The first and the last country whose code begins so; nil when none does.
  private func countries(_ code: String) throws(SQLiteError) -> (first: String, last: String)? {
    if ends == nil { ends = try store.database.prepare(Self.endsOfCountries) }
    guard let ends else { return nil }
    try ends.bind(1, code)
    try ends.bind(2, code + "\u{10FFFF}")
    defer { ends.reset() }
    guard try ends.step(), !ends.isNull(0) else { return nil }
    return (ends.text(0), ends.text(1))
  }

  private func bindFold(_ statement: SQLiteStatement, _ fold: [UInt8]) throws(SQLiteError) {
    try statement.bind(1, String(decoding: fold, as: UTF8.self))
    try statement.bind(2, String(decoding: fold, as: UTF8.self) + "\u{10FFFF}")
  }

  private func bindCountry(_ statement: SQLiteStatement, _ country: String) throws(SQLiteError) {
    try statement.bind(3, country)
    try statement.bind(4, country + "\u{10FFFF}")
  }

  private static func city(_ statement: SQLiteStatement) -> City {
    City(
      id: statement.integer(0), name: statement.text(1), country: statement.text(2),
      latitude: statement.text(3), longitude: statement.text(4))
  }
}
