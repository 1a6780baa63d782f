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
    _ query: CityQuery, _ options: CitySearchOptions = CitySearchOptions(),
    countsAll: Bool = false, _ body: @escaping (CityMatch) -> Void
  ) throws(CityStoreError) -> Int {
    try reading { () throws(SQLiteError) in
      try loadFavorites(options.favorites)
      var results = CityResults(options, countsAll: countsAll, body)
      if query.isEmpty { return 0 }
      try find(query.interpretation, query, &results)
      if results.total > 0 { return results.total }
      let alternatives = query.alternatives
      for other in alternatives where results.total == 0 { try find(other, query, &results) }
      // The regions of small cities may be unknown.
      for other in [query.interpretation] + alternatives
      where results.total == 0 && (other.region ?? query.region) != nil {
        try find(other, query, acceptsUnknownRegion: true, &results)
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
    _ options: CitySearchOptions = CitySearchOptions(), _ body: @escaping (CityMatch) -> Void
  ) throws(CityStoreError) -> Int {
    try reading { () throws(SQLiteError) in
      var results = CityResults(options, countsAll: true, body)
      let wanted = options.limit == 0 ? Int.max : options.offset + options.limit
      let found = try columns().nearest(to: point, within: kilometres, limit: wanted) {
        isFound($0, unpopularity: $1, $2, results)
      }
      for (identifier, distance) in found where results.count() {
        guard let city = try statements.city(identifier) else { continue }
        results.pass(city, .near, kilometres: distance)
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
    _ fold: [UInt8], _ acceptsUnknown: Bool
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
    _ query: CityQuery.Interpretation, _ whole: CityQuery, acceptsUnknownRegion: Bool = false,
    _ results: inout CityResults
  ) throws(SQLiteError) {
    let mode = results.options.mode
    var filter = CityFilter(countries: [whole.country, query.countries].compactMap(\.self))
    for region in [whole.region, query.region].compactMap(\.self) {
      filter.regions.append(try self.region(region, acceptsUnknownRegion))
    }
    let fold = query.fold
    if fold.isEmpty {
      // The query has only ignored characters, which never make a whole name.
      if query.countries != nil { _ = try findNames([], .country, filter, &results) }
      return
    }
    if fold == Self.everyName {
      _ = try findNames([], .name, filter, &results)
      return
    }
    let isWhole = mode == .exact || query.isWhole
    // `paris, fr` means Paris, not Parisot.
    if mode == .prefix, !isWhole, !filter.isEmpty {
      _ = try findNames(fold, .name, filter, isWhole: true, &results)
      if results.total > 0 { return }
    }
    var seen = try findNames(fold, .name, filter, isWhole: isWhole, &results)
    if isWhole { return }
    if case .fuzzy(let errors) = mode {
      let text = String(decoding: fold, as: UTF8.self)
      let similar = try columns().rows(like: text, errors: errors)
      try findInColumns(similar, filter, &seen, &results)
    }
    if query.countries == nil, query.region == nil {
      try findByCountry(fold, filter, seen, &results)
    }
  }

  /// The query `*`, which finds every city.
  private static let everyName = [UInt8(ascii: "*")]

  func deliver(
    _ identifier: Int64, _ match: CityMatch.Kind, _ results: inout CityResults
  ) throws(SQLiteError) {
    // Cities outside offset and limit are counted without reading them.
    guard results.passesNext else {
      _ = results.count()
      return
    }
    guard let city = try statements.city(identifier) else { return }
    _ = results.count()
    results.pass(city, match)
  }

  /// Passes on the rows of a prepared statement with bound parameters, except twins that are not
  /// wanted.
  ///
  /// - Parameter fold: rows whose main name begins with it, or is equal to it, are skipped.
  func stream(
    _ kind: CityStatements.Kind, _ match: CityMatch.Kind, _ filter: CityFilter,
    without fold: [UInt8]? = nil, isWhole: Bool = false, _ seen: inout Set<Int64>,
    _ results: inout CityResults
  ) throws(SQLiteError) {
    let statement = try statements[kind]
    defer { statement.reset() }
    while results.wantsMore, try statement.step() {
      let identifier = statement.integer(CityColumn.id)
      let country = statement.bytes(CityColumn.country)
      let unpopularity = statement.integer(CityColumn.unpopularity)
      guard isFound(identifier, unpopularity: unpopularity, country, results),
        filter.accepts(country, region: statement.bytes(CityColumn.region))
      else { continue }
      if let fold {
        let name = statement.bytes(CityColumn.fold)
        if isWhole ? name.elementsEqual(fold) : name.starts(with: fold) { continue }
      }
      guard kind == .aliasNames ? seen.insert(identifier).inserted : !seen.contains(identifier)
      else { continue }
      if results.count() { results.pass(try statement.city(), match) }
    }
  }

  private func findInColumns(
    _ rows: [[CityCandidate]], _ filter: CityFilter, _ seen: inout Set<Int64>,
    _ results: inout CityResults
  ) throws(SQLiteError) {
    let options = results.options
    for group in rows where results.wantsMore {
      var group = group.filter {
        $0.score <= options.maximumUnpopularity || options.favorites.contains($0.id)
      }
      if options.order == .rank {
        for index in group.indices {
          group[index].isFavorite = options.favorites.contains(group[index].id)
        }
        group = CityCandidate.ranked(group)
      }
      for candidate in group where results.wantsMore && seen.insert(candidate.id).inserted {
        guard let (city, region) = try statements.cityAndRegion(candidate.id) else { continue }
        let isAccepted = Array(city.country.utf8).withUnsafeBytes { country in
          results.options.accepts(city.id, country: country)
            && region.withUnsafeBytes { filter.accepts(country, region: $0) }
        }
        if isAccepted, results.count() { results.pass(city, .fuzzy) }
      }
    }
  }

  private func findByCountry(
    _ fold: [UInt8], _ filter: CityFilter, _ seen: Set<Int64>, _ results: inout CityResults
  ) throws(SQLiteError) {
    guard results.wantsMore else { return }
    let code = String(decoding: fold, as: UTF8.self).uppercased()
    let codes = fold.count <= 2 ? [code] : CountryNames.codes(matching: fold)
    let isWhole = fold.count > 1
    let isRanked = results.options.order == .rank
    var seen = seen
    for code in codes where results.wantsMore {
      let favorites = isRanked ? favorites?.rows ?? [] : []
      for row in favorites where results.wantsMore {
        let isInCountry =
          isWhole ? row.country.elementsEqual(code.utf8) : row.country.starts(with: code.utf8)
        guard isInCountry, !row.fold.starts(with: fold), isAccepted(row, filter, results),
          seen.insert(row.id).inserted
        else { continue }
        try deliver(row.id, .country, &results)
      }
      let kind: CityStatements.Kind =
        isRanked ? (isWhole ? .country : .countries) : .countriesByName
      // Favourites, which may be twins, are in the order of names.
      let last = isRanked ? results.options.maximumUnpopularity : 1
      try statements.bind(kind, code, isWhole: isWhole, unpopularity: .min...last)
      try stream(kind, .country, filter, without: fold, &seen, &results)
    }
  }

  private func isFound(
    _ identifier: Int64, unpopularity: Int64, _ country: UnsafeRawBufferPointer,
    _ results: CityResults
  ) -> Bool {
    guard
      unpopularity <= results.options.maximumUnpopularity
        || results.options.favorites.contains(identifier)
    else { return false }
    return results.options.accepts(identifier, country: country)
  }

  private func columns() throws(SQLiteError) -> CityColumns {
    if let loaded { return loaded }
    let columns = try CityColumns(store.database)
    loaded = columns
    return columns
  }
}

/// The start of a name, without restrictions, and the number of cities to find.
struct RankedPrefix: Hashable {
  private let fold: [UInt8]
  let count: Int

  /// Nil for other searches, and for more cities than are worth remembering.
  init?(_ fold: [UInt8], _ results: CityResults) {
    let options = results.options
    guard options.countries == nil, options.identifiers == nil, options.isUnique,
      results.total == 0, results.missing <= 64
    else { return nil }
    self.fold = fold
    count = results.missing
  }
}
