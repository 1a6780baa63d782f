internal import WirelineCore

/// Searches a city database.
///
/// Statements are prepared once. Use an instance from one thread at a time.
final class CitySearch {
  private let store: CityStore
  private let statements: CityStatements
  /// Columns loaded on first use, for queries that the index cannot answer.
  private var loaded: CityColumns?
  private var hasAliases: Bool?

  init(_ store: CityStore) {
    self.store = store
    statements = CityStatements(store.database)
  }

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

  func city(_ identifier: Int64) throws(CityStoreError) -> City? {
    try reading { () throws(SQLiteError) in try statements.city(identifier) }
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
        guard let city = try statements.city(identifier) else { continue }
        results.add(.near, kilometres: distance) { city }
      }
      return results.total
    }
  }

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
        guard let city = try statements.city(identifier) else { continue }
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
    let text = String(decoding: fold, as: UTF8.self)
    if mode == .exact {
      try statements[.exact].bind(1, text)
      try rows(.exact, .name, filter, &results)
      return
    }
    try statements.bind(.prefix, text)
    try rows(.prefix, .name, filter, &results)
    var seen = try findByAlias(fold, filter, &results)
    switch mode {
    case .word:
      try findInColumns(.word, try columns().rows(withWord: fold), filter, &seen, &results)
    case .fuzzy(let errors):
      let close = try columns().rows(like: text, errors: errors)
      try findInColumns(.fuzzy, close, filter, &seen, &results)
    case .prefix, .exact: break
    }
    if filter == nil { try findByCountry(fold, seen, &results) }
  }

  /// Passes on the rows of a prepared statement with bound parameters.
  ///
  /// - Parameter unless: a prefix of the folds of rows to skip.
  private func rows(
    _ kind: CityStatements.Kind, _ match: CityMatch.Kind, _ filter: CountryFilter?,
    unless fold: [UInt8]? = nil,
    seen: Set<Int64> = [], _ results: inout CityResults
  ) throws(SQLiteError) {
    let statement = try statements[kind]
    defer { statement.reset() }
    while results.wantsMore, try statement.step() {
      let country = statement.bytes(2)
      if let filter, !filter.accepts(country) { continue }
      if let fold, statement.bytes(6).starts(with: fold) { continue }
      let identifier = statement.integer(0)
      guard results.accepts(identifier, country: country) else { continue }
      if !seen.isEmpty, seen.contains(identifier) { continue }
      results.add(match) { City(statement, more: statement.text(5)) }
    }
  }

  /// Finds cities by their alternate names, if the database has any; returns the ids found.
  private func findByAlias(
    _ fold: [UInt8], _ filter: CountryFilter?, _ results: inout CityResults
  ) throws(SQLiteError) -> Set<Int64> {
    guard results.wantsMore, try knowsAliases() else { return [] }
    try statements.bind(.alias, String(decoding: fold, as: UTF8.self))
    let statement = try statements[.alias]
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
      results.add(.name) { City(statement, more: statement.text(5)) }
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
      guard seen.insert(identifier).inserted, let city = try statements.city(identifier) else {
        continue
      }
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
    let code = String(decoding: fold, as: UTF8.self).uppercased()
    if fold.count == 1 {
      try statements.bind(.country, code)
      return try rows(.country, .country, nil, unless: fold, seen: seen, &results)
    }
    let codes = fold.count == 2 ? [code] : CountryNames.codes(matching: fold)
    for code in codes where results.wantsMore {
      try statements[.wholeCountry].bind(1, code)
      try rows(.wholeCountry, .country, nil, unless: fold, seen: seen, &results)
    }
  }

  private func columns() throws(SQLiteError) -> CityColumns {
    if let loaded { return loaded }
    let columns = try CityColumns(store.database)
    loaded = columns
    return columns
  }
}
