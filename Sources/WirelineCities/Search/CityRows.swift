internal import WirelineCore

/// The rows of SQLite's tables. Statements are prepared on first use.
final class CityRows {
  private enum Query: String {
    case city = """
      SELECT id, name, country, latitude, longitude, more, population, area FROM city WHERE id = ?
      """
    // BINARY collation compares UTF-8 bytes.
    case regions = """
      SELECT r.country, r.code, a.id FROM region r
      LEFT JOIN area a ON a.region = r.code AND a.country = r.country
      WHERE r.fold >= ?1 AND r.fold <= ?2
      UNION ALL SELECT country, region, id FROM area WHERE region >= ?1 AND region <= ?2
      """
  }

  private let store: CityStore
  private let index: CityIndex
  private var prepared: [Query: SQLiteStatement] = [:]
  private var areas: [UInt32: City.Area] = [:]

  init(_ store: CityStore) { (self.store, index) = (store, store.index) }

  /// Passes the statement with its values to `body`, and resets it.
  private func read<Value>(
    _ query: Query, _ body: (SQLiteStatement) throws(SQLiteError) -> Value
  ) throws(CityStoreError) -> Value {
    try converting(CityStoreError.init(reading:)) { () throws(SQLiteError) in
      let row =
        if let known = prepared[query] { known } else { try store.database.prepare(query.rawValue) }
      prepared[query] = row
      defer { row.reset() }
      return try body(row)
    }
  }

  func city(_ identifier: Int64) throws(CityStoreError) -> City? {
    try read(.city) { row throws(SQLiteError) in
      try row.bind(1, identifier)
      guard try row.step() else { return nil }
      return try City(
        row, population: max(0, row.integer(6)), area: area(UInt32(clamping: row.integer(7))))
    }
  }

  /// - Parameter position: the position in the index, which also has the texts: reading them with
  ///   SQLite would take most of the time of a search.
  func city(at position: Int) throws(CityStoreError) -> City {
    let row = index.cities[position]
    let city = City(
      row.id, index.texts(row), population: Int64(row.population), area: area(row.area))
    guard let city else {
      throw .damaged(path: store.path, reason: "city \(row.id) has invalid values")
    }
    return city
  }

  private func area(_ identifier: UInt32) -> City.Area? {
    if identifier == 0 { return nil }
    if let area = areas[identifier] { return area }
    let (region, timezone) = index.area(identifier)
    let area = City.Area(
      region: String(decoding: region, as: UTF8.self),
      timezone: String(decoding: timezone, as: UTF8.self))
    areas[identifier] = area
    return area
  }

  /// Returns the regions that have a text as their code, and the regions and countries that have a
  /// name that begins with it.
  ///
  /// - Parameters:
  ///   - isWhole: whether the text is a whole name.
  ///   - acceptsUnknown: whether to accept cities of these countries whose area is unknown.
  func region(
    _ fold: [UInt8], isWhole: Bool = false, acceptsUnknown: Bool = false
  ) throws(CityStoreError) -> CityFilter.Region {
    try read(.regions) { row throws(SQLiteError) in
      let text = String(decoding: fold, as: UTF8.self)
      let isName = !isWhole && fold.count >= CountryNames.minimumLength
      try row.bind(1, text)
      // The last scalar of Unicode has the highest bytes.
      try row.bind(2, isName ? text + "\u{10FFFF}" : text)
      var region = CityFilter.Region()
      while try row.step() {
        let country = Array(row.bytes(0))
        if row.bytes(1).isEmpty { region.countries.append(country) }
        if let area = UInt32(exactly: row.integer(2)), area > 0 { region.areas.insert(area) }
        if acceptsUnknown { region.countriesOfUnknown.append(country) }
      }
      return region
    }
  }
}
