internal import WirelineCore

/// Searches a city database; statements are prepared once. Used by one thread
/// at a time.
package final class CitySearch {
  private let store: CityStore
  /// Prepared when first needed: most runs ask one kind of question once.
  private var prepared: [Kind: SQLiteStatement] = [:]
  private var ends: SQLiteStatement?
  /// What lies in memory once something cannot be told by the database's order.
  private var loaded: CityColumns?
  private var hasAliases: Bool?

  private enum Kind: CaseIterable {
    case prefix, exact, country, wholeCountry, alias, identifier, all

    /// The columns that `city(_:)` reads.
    private static let columns = "id, name, country, latitude, longitude, more, fold"

    var sql: String {
      let from = "SELECT \(Self.columns) FROM city"
      let order = "ORDER BY fold, unpopularity, country, id"
      return switch self {
      case .prefix: "\(from) WHERE fold >= ?1 AND fold < ?2 \(order)"
      case .exact: "\(from) WHERE fold = ?1 \(order)"
      case .country: "\(from) WHERE country >= ?1 AND country < ?2 \(order)"
      // One country and no other: the index gives it in order.
      case .wholeCountry: "\(from) WHERE country = ?1 \(order)"
      case .alias:
        """
        SELECT c.id, c.name, c.country, c.latitude, c.longitude, c.more, c.fold
        FROM alias a JOIN city c ON c.id = a.id WHERE a.fold >= ?1 AND a.fold < ?2
        ORDER BY a.fold, c.unpopularity, c.country, c.id
        """
      case .identifier: "\(from) WHERE id = ?1"
      case .all: "\(from) \(order)"
      }
    }
  }

  package init(_ store: CityStore) { self.store = store }

  // MARK: Questions

  /// Finds cities by name, and then by country; by name, population, country and
  /// id.
  ///
  /// - Parameters:
  ///   - countsAll: whether the total is wanted, which takes a little longer.
  ///   - body: gets each city in order.
  /// - Returns: how many there are; with `countsAll` those beyond the limit too.
  @discardableResult
  package func find(
    _ query: CityQuery, _ options: CitySearchOptions = CitySearchOptions(),
    countsAll: Bool = false, _ body: @escaping (CityMatch) -> Void
  ) throws(CityStoreError) -> Int {
    var results = CityResults(options, countsAll: countsAll, body)
    do throws(SQLiteError) {
      if query.isEmpty {
        if options.emptyFindsAll { try rows(.all, .name, nil, &results) }
      } else {
        try find(query.reading, options.mode, &results)
        if results.total == 0 {
          for other in query.alternatives where results.total == 0 {
            try find(other, options.mode, &results)
          }
        }
      }
      return results.total
    } catch {
      throw CityStoreError(reading: error)
    }
  }

  /// The city of an id; nil when there is none.
  package func city(_ identifier: Int64) throws(CityStoreError) -> City? {
    do throws(SQLiteError) {
      return try row(identifier)
    } catch {
      throw CityStoreError(reading: error)
    }
  }

  /// The cities closest to a place, the closest first.
  ///
  /// - Parameter kilometres: how far at most; nil for any distance.
  @discardableResult
  package func find(
    near place: GeographicPoint, within kilometres: Double?,
    _ options: CitySearchOptions = CitySearchOptions(), _ body: @escaping (CityMatch) -> Void
  ) throws(CityStoreError) -> Int {
    var results = CityResults(options, countsAll: true, body)
    do throws(SQLiteError) {
      let wanted = options.limit == 0 ? Int.max : options.offset + options.limit
      let found = try columns().nearest(to: place, within: kilometres, limit: wanted) {
        results.accepts($0, country: $1)
      }
      for (identifier, distance) in found {
        guard let city = try row(identifier) else { continue }
        results.take(.near, kilometres: distance) { city }
      }
      return results.total
    } catch {
      throw CityStoreError(reading: error)
    }
  }

  /// Some cities, by chance.
  @discardableResult
  package func random(
    _ count: Int, _ options: CitySearchOptions = CitySearchOptions(),
    _ body: @escaping (CityMatch) -> Void
  ) throws(CityStoreError) -> Int {
    var options = options
    options.limit = max(count, 1)
    var results = CityResults(options, countsAll: false, body)
    do throws(SQLiteError) {
      let chosen = try columns().sample(count) { results.accepts($0, country: $1) }
      for identifier in chosen {
        guard let city = try row(identifier) else { continue }
        results.take(.id) { city }
      }
      return results.total
    } catch {
      throw CityStoreError(reading: error)
    }
  }

  // MARK: By name

  private func find(
    _ reading: CityQuery.Reading, _ mode: CitySearchOptions.Mode, _ results: inout CityResults
  ) throws(SQLiteError) {
    let (fold, filter) = (reading.fold, reading.countries)
    if fold.isEmpty {
      // A name has more than signs that make no difference.
      if let filter { try rows(.all, .country, filter, &results) }
      return
    }
    if mode == .exact {
      try bindFold(.exact, fold)
      try rows(.exact, .name, filter, &results)
      return
    }
    try bindFold(.prefix, fold)
    try rows(.prefix, .name, filter, &results)
    var seen = try findByAlias(fold, filter, &results)
    switch mode {
    case .word:
      try findInColumns(.word, try columns().rows(withWord: fold), filter, &seen, &results)
    case .fuzzy(let errors):
      let close = try columns().rows(like: String(decoding: fold, as: UTF8.self), errors: errors)
      try findInColumns(.fuzzy, close, filter, &seen, &results)
    case .prefix, .exact: break
    }
    if filter == nil { try findByCountry(fold, seen, &results) }
  }

  /// Steps through a prepared statement whose parameters are bound.
  ///
  /// - Parameter unless: rows whose fold begins so are left out.
  private func rows(
    _ kind: Kind, _ match: CityMatch.Kind, _ filter: CountryFilter?, unless fold: [UInt8]? = nil,
    seen: Set<Int64> = [], _ results: inout CityResults
  ) throws(SQLiteError) {
    let statement = try statement(kind)
    defer { statement.reset() }
    while results.wantsMore, try statement.step() {
      let country = statement.bytes(2)
      if let filter, !filter.accepts(country) { continue }
      if let fold, statement.bytes(6).starts(with: fold) { continue }
      let identifier = statement.integer(0)
      guard results.accepts(identifier, country: country) else { continue }
      if !seen.isEmpty, seen.contains(identifier) { continue }
      results.take(match) { Self.city(statement) }
    }
  }

  /// By other names, where the data has some.
  ///
  /// - Returns: the ids of those found.
  private func findByAlias(
    _ fold: [UInt8], _ filter: CountryFilter?, _ results: inout CityResults
  ) throws(SQLiteError) -> Set<Int64> {
    guard results.wantsMore, try knowsAliases() else { return [] }
    try bindFold(.alias, fold)
    let statement = try statement(.alias)
    defer { statement.reset() }
    var seen: Set<Int64> = []
    while results.wantsMore, try statement.step() {
      let (identifier, country) = (statement.integer(0), statement.bytes(2))
      if let filter, !filter.accepts(country) { continue }
      // Found by its own name before, or by another of its names.
      if statement.bytes(6).starts(with: fold) { continue }
      guard results.accepts(identifier, country: country), seen.insert(identifier).inserted else {
        continue
      }
      results.take(.name) { Self.city(statement) }
    }
    return seen
  }

  private func knowsAliases() throws(SQLiteError) -> Bool {
    if let hasAliases { return hasAliases }
    let found = try store.database.prepare("SELECT 1 FROM alias LIMIT 1").step()
    hasAliases = found
    return found
  }

  private func findInColumns(
    _ match: CityMatch.Kind, _ identifiers: [Int64], _ filter: CountryFilter?,
    _ seen: inout Set<Int64>, _ results: inout CityResults
  ) throws(SQLiteError) {
    for identifier in identifiers where results.wantsMore {
      guard seen.insert(identifier).inserted, let city = try row(identifier) else { continue }
      let accepted = Array(city.country.utf8).withUnsafeBytes { country in
        (filter?.accepts(country) ?? true) && results.accepts(identifier, country: country)
      }
      if accepted { results.take(match) { city } }
    }
  }

  // MARK: By country

  private func findByCountry(
    _ fold: [UInt8], _ seen: Set<Int64>, _ results: inout CityResults
  ) throws(SQLiteError) {
    guard results.wantsMore else { return }
    if fold.count > 2 {
      for code in CountryNames.codes(matching: fold) where results.wantsMore {
        try statement(.wholeCountry).bind(1, code)
        try rows(.wholeCountry, .country, nil, unless: fold, seen: seen, &results)
      }
      return
    }
    let code = String(decoding: fold, as: UTF8.self).uppercased()
    guard let countries = try countries(code) else { return }
    if countries.first == countries.last {
      try statement(.wholeCountry).bind(1, countries.first)
      try rows(.wholeCountry, .country, nil, unless: fold, seen: seen, &results)
    } else {
      try statement(.country).bind(1, code)
      try statement(.country).bind(2, code + "\u{10FFFF}")
      try rows(.country, .country, nil, unless: fold, seen: seen, &results)
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

  // MARK: Rows

  private func statement(_ kind: Kind) throws(SQLiteError) -> SQLiteStatement {
    if let statement = prepared[kind] { return statement }
    let statement = try store.database.prepare(kind.sql)
    prepared[kind] = statement
    return statement
  }

  private func bindFold(_ kind: Kind, _ fold: [UInt8]) throws(SQLiteError) {
    let statement = try statement(kind)
    let text = String(decoding: fold, as: UTF8.self)
    try statement.bind(1, text)
    if kind != .exact { try statement.bind(2, text + "\u{10FFFF}") }
  }

  private func row(_ identifier: Int64) throws(SQLiteError) -> City? {
    let statement = try statement(.identifier)
    try statement.bind(1, identifier)
    defer { statement.reset() }
    return try statement.step() ? Self.city(statement) : nil
  }

  private static func city(_ statement: SQLiteStatement) -> City {
    City(
      id: statement.integer(0), name: statement.text(1), country: statement.text(2),
      latitude: statement.text(3), longitude: statement.text(4), more: statement.text(5))
  }

  private func columns() throws(SQLiteError) -> CityColumns {
    if let loaded { return loaded }
    let columns = try CityColumns(store.database)
    loaded = columns
    return columns
  }
}
