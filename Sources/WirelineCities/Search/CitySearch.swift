internal import WirelineCore

/// Searches a city database.
///
/// Statements are prepared once. Use an instance from one thread at a time.
final class CitySearch {
  private let store: CityStore
  let statements: CityStatements
  /// Columns loaded on first use, for queries that the index cannot answer.
  private var loaded: CityColumns?
  private(set) var favorites: FavoriteRows?
  /// The first ids for starts of names, because a stream repeats short ones and those of many names
  /// take a millisecond.
  var remembered: [RankedPrefix: [Int64]] = [:]

  /// - Parameter isStream: whether many searches are worth more memory.
  init(_ store: CityStore, isStream: Bool = false) {
    self.store = store
    statements = CityStatements(store.database)
    // 16 MB instead of 2 MB. If it fails, searches are slower.
    if isStream { try? store.database.execute("PRAGMA cache_size = -16384") }
  }

  /// Finds cities by name, then by country.
  ///
  /// - Parameters:
  ///   - countsAll: whether to count the cities beyond the limit, which takes a little longer.
  ///   - body: receives each city in order.
  /// - Returns: the number of cities found; with `countsAll` including those beyond the limit.
  @discardableResult
  func find(
    _ query: CityQuery, with options: CitySearchOptions = CitySearchOptions(),
    countsAll: Bool = false, _ body: @escaping (CityMatch) -> Void
  ) throws(CityStoreError) -> Int {
    try reading { () throws(SQLiteError) in
      try loadFavorites(options.favorites)
      var results = CityResults(options, countsAll: countsAll, body)
      if query.isEmpty { return 0 }
      try find(query.interpretation, of: query, in: &results)
      if results.total > 0 { return results.total }
      let alternatives = query.alternatives
      for other in alternatives where results.total == 0 {
        try find(other, of: query, in: &results)
      }
      // The regions of small cities may be unknown.
      for other in [query.interpretation] + alternatives
      where results.total == 0 && (other.region ?? query.region) != nil {
        try find(other, of: query, acceptsUnknownRegion: true, in: &results)
      }
      return results.total
    }
  }

  /// Returns the city with an id, or nil if it does not exist.
  func city(_ identifier: Int64) throws(CityStoreError) -> City? {
    try reading { () throws(SQLiteError) in try statements.city(identifier) }
  }

  /// Finds the cities closest to a point, the closest first.
  ///
  /// - Parameter kilometres: the maximum distance; nil for no limit.
  @discardableResult
  func find(
    near point: GeographicPoint, within kilometres: Double?,
    with options: CitySearchOptions = CitySearchOptions(),
    _ body: @escaping (CityMatch) -> Void
  ) throws(CityStoreError) -> Int {
    try reading { () throws(SQLiteError) in
      var results = CityResults(options, countsAll: true, body)
      let wanted = options.limit == 0 ? Int.max : options.offset + options.limit
      let found = try columns().nearest(to: point, within: kilometres, limit: wanted) {
        options.accepts($0, unpopularity: $1, country: $2)
      }
      for (identifier, distance) in found where results.count() {
        guard let city = try statements.city(identifier) else { continue }
        results.pass(city, as: .near, kilometres: distance)
      }
      return results.total
    }
  }

  private func reading<Value>(
    _ body: () throws(SQLiteError) -> Value
  ) throws(CityStoreError) -> Value {
    try converting(CityStoreError.init(reading:), body)
  }

  private func loadFavorites(_ identifiers: Set<Int64>) throws(SQLiteError) {
    if identifiers == favorites?.identifiers ?? [] { return }
    remembered = [:]
    favorites = identifiers.isEmpty ? nil : try FavoriteRows(identifiers, store.database)
  }

  private func region(
    _ fold: [UInt8], acceptsUnknown: Bool
  ) throws(SQLiteError) -> CityFilter.Region {
    let isCode = fold.count < CountryNames.minimumLength
    try statements.bind(.regions, String(decoding: fold, as: UTF8.self), isWhole: isCode)
    let statement = try statements[.regions]
    defer { statement.reset() }
    var codes: [(country: [UInt8], code: [UInt8])] = []
    while try statement.step() {
      codes.append((Array(statement.bytes(0)), Array(statement.bytes(1))))
    }
    return CityFilter.Region(fold: fold, codes: codes, acceptsUnknown: acceptsUnknown)
  }

  /// Finds cities by one interpretation of a query.
  private func find(
    _ interpretation: CityQuery.Interpretation, of query: CityQuery,
    acceptsUnknownRegion: Bool = false, in results: inout CityResults
  ) throws(SQLiteError) {
    let mode = results.options.mode
    let countries = [query.country, interpretation.countries].compactMap(\.self)
    var filter = CityFilter(countries: countries)
    for region in [query.region, interpretation.region].compactMap(\.self) {
      filter.regions.append(try self.region(region, acceptsUnknown: acceptsUnknownRegion))
    }
    let fold = interpretation.fold
    let isEvery = fold == Self.everyName
    if fold.isEmpty || isEvery {
      // `, fr` finds every city of the country. Ignored characters alone, as in `'`, find nothing.
      guard isEvery || interpretation.countries != nil else { return }
      let match: CityMatch.Kind = isEvery ? .name : .country
      _ = try findNames(CityCriteria(fold: [], match: match, filter: filter), in: &results)
      return
    }
    var criteria = CityCriteria(
      fold: fold, filter: filter, isWhole: mode == .exact || interpretation.isWhole)
    // `paris, fr` means Paris, not Parisot.
    if mode == .prefix, !criteria.isWhole, !criteria.filter.isEmpty {
      criteria.isWhole = true
      _ = try findNames(criteria, in: &results)
      if results.total > 0 { return }
      criteria.isWhole = false
    }
    var seen = try findNames(criteria, in: &results)
    if criteria.isWhole { return }
    if case .fuzzy(let errors) = mode {
      let similar = try columns().rows(like: criteria.text, errors: errors)
      try findInColumns(similar, criteria.filter, except: &seen, in: &results)
    }
    if interpretation.countries == nil, interpretation.region == nil {
      criteria.match = .country
      try findByCountry(criteria, except: seen, in: &results)
    }
  }

  /// The query `*`, which finds every city.
  private static let everyName = [UInt8(ascii: "*")]

  func deliver(
    _ identifier: Int64, as match: CityMatch.Kind, to results: inout CityResults
  ) throws(SQLiteError) {
    // Cities outside offset and limit are counted without reading them.
    guard results.passesNext else {
      _ = results.count()
      return
    }
    guard let city = try statements.city(identifier) else { return }
    _ = results.count()
    results.pass(city, as: match)
  }

  /// Passes on the rows of a prepared statement with bound parameters, except twins that are not
  /// wanted. Searches by anything but the main name omit the cities whose main name matches too.
  func stream(
    _ kind: CityStatements.Kind, _ criteria: CityCriteria, except seen: inout Set<Int64>,
    to results: inout CityResults
  ) throws(SQLiteError) {
    let statement = try statements[kind]
    defer { statement.reset() }
    while results.wantsMore, try statement.step() {
      let identifier = statement.integer(CityColumn.id)
      let country = statement.bytes(CityColumn.country)
      let unpopularity = statement.integer(CityColumn.unpopularity)
      guard
        results.options.accepts(identifier, unpopularity: unpopularity, country: country),
        criteria.filter.accepts(country, region: statement.bytes(CityColumn.region)),
        kind == .names || !criteria.matches(statement.bytes(CityColumn.fold)),
        kind == .aliasNames ? seen.insert(identifier).inserted : !seen.contains(identifier)
      else { continue }
      if results.count() { results.pass(try statement.city(), as: criteria.match) }
    }
  }

  private func findInColumns(
    _ groups: [[CityCandidate]], _ filter: CityFilter, except seen: inout Set<Int64>,
    in results: inout CityResults
  ) throws(SQLiteError) {
    let options = results.options
    for group in groups where results.wantsMore {
      var group = group.filter {
        $0.score <= options.maximumUnpopularity || options.favorites.contains($0.id)
      }
      if options.order == .rank {
        for index in group.indices {
          group[index].isFavorite = options.favorites.contains(group[index].id)
        }
        group = CityCandidate.ranked(group)
      }
      // The regions are not in the columns: rows are read by id until the results are complete.
      for candidate in group where results.wantsMore && seen.insert(candidate.id).inserted {
        guard let (city, region) = try statements.cityAndRegion(candidate.id) else { continue }
        let isAccepted = Array(city.country.utf8).withUnsafeBytes { country in
          options.accepts(city.id, country: country)
            && region.withUnsafeBytes { filter.accepts(country, region: $0) }
        }
        if isAccepted, results.count() { results.pass(city, as: .fuzzy) }
      }
    }
  }

  private func findByCountry(
    _ criteria: CityCriteria, except seen: Set<Int64>, in results: inout CityResults
  ) throws(SQLiteError) {
    guard results.wantsMore else { return }
    let fold = criteria.fold
    let code = criteria.text.uppercased()
    let codes = fold.count <= 2 ? [code] : CountryNames.codes(matching: fold)
    let isWhole = fold.count > 1
    let isRanked = results.options.order == .rank
    // The statement for a country finds the favourites again, which are first in order of rank.
    var seen = seen
    for code in codes where results.wantsMore {
      let favorites = isRanked ? favorites?.rows ?? [] : []
      for row in favorites where results.wantsMore {
        let isInCountry =
          isWhole ? row.country.elementsEqual(code.utf8) : row.country.starts(with: code.utf8)
        guard isInCountry, !row.fold.starts(with: fold),
          row.isAccepted(by: criteria.filter, results.options), seen.insert(row.id).inserted
        else { continue }
        try deliver(row.id, as: .country, to: &results)
      }
      let kind: CityStatements.Kind =
        isRanked ? (isWhole ? .country : .countries) : .countriesByName
      // Favourites, which may be twins, are in the order of names.
      let last = isRanked ? results.options.maximumUnpopularity : 1
      try statements.bind(kind, code, isWhole: isWhole, unpopularity: .min...last)
      try stream(kind, criteria, except: &seen, to: &results)
    }
  }

  private func columns() throws(SQLiteError) -> CityColumns {
    if let loaded { return loaded }
    let columns = try CityColumns(store.database)
    loaded = columns
    return columns
  }
}
