internal import WirelineCore

/// Searches a city database.
///
/// Statements are prepared once. Use an instance from one thread at a time.
final class CitySearch {
  private let store: CityStore
  /// Prepared on first use: most runs make one kind of query once.
  private var prepared: [Kind: SQLiteStatement] = [:]
  private var ends: SQLiteStatement?
  /// Columns loaded on first use, for queries that the index cannot answer.
  private var loaded: CityColumns?
  private var hasAliases: Bool?

  private enum Kind {
    case prefix, exact, country, wholeCountry, alias, identifier, all

    var sql: String {
      // The columns that `city(_:)` reads, and the fold.
      let from = "SELECT id, name, country, latitude, longitude, more, fold FROM city"
      let order = "ORDER BY fold, unpopularity, country, id"
      return switch self {
      case .prefix: "\(from) WHERE fold >= ?1 AND fold < ?2 \(order)"
      case .exact: "\(from) WHERE fold = ?1 \(order)"
      case .country: "\(from) WHERE country >= ?1 AND country < ?2 \(order)"
      // For exactly one country the index returns the rows in order.
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

  init(_ store: CityStore) { self.store = store }

  /// Finds cities by name, then by country, ordered by name, population, country and id.
  ///
  /// - Parameters:
  ///   - countsAll: whether to count the cities beyond the limit, which takes a little longer.
  ///   - body: receives each city in order.
  /// - Returns: the number of cities found; with `countsAll` including those beyond the limit.
  @discardableResult
  func find(
    _ query: CityQuery, _ options: CitySearchOptions = CitySearchOptions(),
    countsAll: Bool = false, _ body: @escaping (CityMatch) -> Void
  ) throws(CityStoreError) -> Int {
    try reading { () throws(SQLiteError) in
      var results = CityResults(options, countsAll: countsAll, body)
      if query.isEmpty {
        if options.emptyFindsAll { try rows(.all, .name, nil, &results) }
        return results.total
      }
      try find(query.interpretation, options.mode, &results)
      if results.total == 0 {
        for other in query.alternatives where results.total == 0 {
          try find(other, options.mode, &results)
        }
      }
      return results.total
    }
  }

  /// Returns the city with an id, or nil if it does not exist.
  func city(_ identifier: Int64) throws(CityStoreError) -> City? {
    try reading { () throws(SQLiteError) in try row(identifier) }
  }

  /// Finds the cities closest to a point, the closest first.
  ///
  /// - Parameter kilometres: the maximum distance; nil for no limit.
  @discardableResult
  func find(
    near point: GeographicPoint, within kilometres: Double?,
    _ options: CitySearchOptions = CitySearchOptions(), _ body: @escaping (CityMatch) -> Void
  ) throws(CityStoreError) -> Int {
    try reading { () throws(SQLiteError) in
      var results = CityResults(options, countsAll: true, body)
      let wanted = options.limit == 0 ? Int.max : options.offset + options.limit
      let found = try columns().nearest(to: point, within: kilometres, limit: wanted) {
        results.accepts($0, country: $1)
      }
      for (identifier, distance) in found {
        guard let city = try row(identifier) else { continue }
        results.add(.near, kilometres: distance) { city }
      }
      return results.total
    }
  }

  /// Picks cities at random.
  @discardableResult
  func random(
    _ count: Int, _ options: CitySearchOptions = CitySearchOptions(),
    _ body: @escaping (CityMatch) -> Void
  ) throws(CityStoreError) -> Int {
    try reading { () throws(SQLiteError) in
      var options = options
      options.limit = max(count, 1)
      var results = CityResults(options, countsAll: false, body)
      let chosen = try columns().sample(count) { results.accepts($0, country: $1) }
      for identifier in chosen {
        guard let city = try row(identifier) else { continue }
        results.add(.id) { city }
      }
      return results.total
    }
  }

  private func reading<Value>(
    _ body: () throws(SQLiteError) -> Value
  ) throws(CityStoreError) -> Value {
    try converting(CityStoreError.init(reading:), body)
  }

  private func find(
    _ query: CityQuery.Interpretation, _ mode: CitySearchOptions.Mode, _ results: inout CityResults
  ) throws(SQLiteError) {
    let (fold, filter) = (query.fold, query.countries)
    if fold.isEmpty {
      // The query has only ignored characters, which never make a whole name.
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

  /// Passes on the rows of a prepared statement with bound parameters.
  ///
  /// - Parameter unless: a prefix of the folds of rows to skip.
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
      results.add(match) { Self.city(statement) }
    }
  }

  /// Finds cities by their alternate names, if the database has any; returns the ids found.
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
      // Already found by its main name.
      if statement.bytes(6).starts(with: fold) { continue }
      guard results.accepts(identifier, country: country), seen.insert(identifier).inserted else {
        continue
      }
      results.add(.name) { Self.city(statement) }
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
      if accepted { results.add(match) { city } }
    }
  }

  private func findByCountry(
    _ fold: [UInt8], _ seen: Set<Int64>, _ results: inout CityResults
  ) throws(SQLiteError) {
    guard results.wantsMore else { return }
    if fold.count >= CountryNames.minimumLength {
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
      try bindPrefix(.country, code)
      try rows(.country, .country, nil, unless: fold, seen: seen, &results)
    }
  }

  private static let endsOfCountries = """
    SELECT (SELECT min(country) FROM city WHERE country >= ?1 AND country < ?2),
      (SELECT max(country) FROM city WHERE country >= ?1 AND country < ?2)
    """

  /// The first and the last country whose code begins with `code`; nil for no country.
  private func countries(_ code: String) throws(SQLiteError) -> (first: String, last: String)? {
    if ends == nil { ends = try store.database.prepare(Self.endsOfCountries) }
    guard let ends else { return nil }
    try ends.bind(1, code)
    try ends.bind(2, code + "\u{10FFFF}")
    defer { ends.reset() }
    guard try ends.step(), !ends.isNull(0) else { return nil }
    return (ends.text(0), ends.text(1))
  }

  private func statement(_ kind: Kind) throws(SQLiteError) -> SQLiteStatement {
    if let statement = prepared[kind] { return statement }
    let statement = try store.database.prepare(kind.sql)
    prepared[kind] = statement
    return statement
  }

  private func bindFold(_ kind: Kind, _ fold: [UInt8]) throws(SQLiteError) {
    let text = String(decoding: fold, as: UTF8.self)
    if kind == .exact { try statement(kind).bind(1, text) } else { try bindPrefix(kind, text) }
  }

  private func bindPrefix(_ kind: Kind, _ text: String) throws(SQLiteError) {
    try statement(kind).bind(1, text)
    try statement(kind).bind(2, text + "\u{10FFFF}")
  }

  private func row(_ identifier: Int64) throws(SQLiteError) -> City? {
    let statement = try statement(.identifier)
    try statement.bind(1, identifier)
    defer { statement.reset() }
    return try statement.step() ? Self.city(statement) : nil
  }

  private static func city(_ statement: SQLiteStatement) -> City {
    City(statement, more: statement.text(5))
  }

  private func columns() throws(SQLiteError) -> CityColumns {
    if let loaded { return loaded }
    let columns = try CityColumns(store.database)
    loaded = columns
    return columns
  }
}
