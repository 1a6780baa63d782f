internal import Glibc
internal import WirelineCore

/// Searches a city database.
///
/// Statements are prepared once. Use an instance from one thread at a time.
final class CitySearch {
  let index: CityIndex
  let rows: CityRows
  /// Created on first use.
  private var tree: PointTree?
  private(set) lazy var sketches = NameSketch.all(index)

  init(_ store: CityStore) {
    index = store.index
    rows = CityRows(store)
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
    countsAll: Bool = false, _ body: (CityMatch) -> Void
  ) throws(CityStoreError) -> Int {
    try reading { () throws(SQLiteError) in
      var results = CityResults(options: options, countsAll: countsAll)
      if query.isEmpty { return 0 }
      try find(query.interpretation, of: query, in: &results)
      if results.total == 0 { try findAlternatives(of: query, in: &results) }
      try pass(results, to: body)
      return results.total
    }
  }

  private func findAlternatives(
    of query: CityQuery, in results: inout CityResults
  ) throws(SQLiteError) {
    let alternatives = query.alternatives
    for other in alternatives where results.total == 0 {
      try find(other, of: query, in: &results)
    }
    // The regions of small cities may be unknown.
    for other in [query.interpretation] + alternatives
    where results.total == 0 && (other.region ?? query.region) != nil {
      try find(other, of: query, acceptsUnknownRegion: true, in: &results)
    }
  }

  /// Reads the cities and passes them on.
  private func pass(
    _ results: CityResults, to body: (CityMatch) -> Void
  ) throws(SQLiteError) {
    for (position, hit) in results.hits.enumerated() {
      var match = CityMatch(
        city: try rows.city(at: hit.city), kind: hit.kind,
        rank: results.options.offset + position + 1, kilometres: hit.kilometres)
      // A main name that begins with the query too needs no explanation.
      if let alias = hit.alias,
        hit.kind == .fuzzy || !CityFolding.fold(match.city.name).starts(with: results.fold)
      {
        if hit.kind == .name { match.kind = .alias }
        match.matched = index.spelling(index.name(alias))
      }
      body(match)
    }
  }

  /// Returns the city with an id, or nil if it does not exist.
  func city(_ identifier: Int64) throws(CityStoreError) -> City? {
    try reading { () throws(SQLiteError) in try rows.city(identifier) }
  }

  /// The favourites that the options accept, with the current data of their cities. Orphans, which
  /// the data no longer contains, have the data with which they were stored.
  func cities(
    of favorites: [Favorite], with options: CitySearchOptions = CitySearchOptions()
  ) throws(CityStoreError) -> [(city: City, isOrphan: Bool)] {
    var found: [(city: City, isOrphan: Bool)] = []
    for favorite in favorites {
      let current = try city(favorite.city.id)
      let city = current ?? favorite.city
      if options.accepts(city) { found.append((city, isOrphan: current == nil)) }
    }
    return found
  }

  /// Finds the cities closest to a point, the closest first.
  ///
  /// - Parameter kilometres: the maximum distance; nil for no limit.
  @discardableResult
  func find(
    near point: GeographicPoint, within kilometres: Double?,
    with options: CitySearchOptions = CitySearchOptions(), _ body: (CityMatch) -> Void
  ) throws(CityStoreError) -> Int {
    try reading { () throws(SQLiteError) in
      var results = CityResults(options: options, countsAll: false)
      for match in nearest(to: point, within: kilometres, limit: results.missing, options) {
        results.add(
          CityResults.Hit(
            city: match.index, kind: .near,
            kilometres: GeographicPoint.kilometres(chord: match.chord)))
      }
      try pass(results, to: body)
      return results.total
    }
  }

  private func nearest(
    to point: GeographicPoint, within kilometres: Double?, limit: Int, _ options: CitySearchOptions
  ) -> [PointTree.Match] {
    // The square of a chord: half a chord is the sine of half the angle.
    let widest = kilometres.map { kilometres in
      let angle = min(kilometres / GeographicPoint.earthRadius, .pi)
      return 4 * sin(angle / 2) * sin(angle / 2)
    }
    // The search divides the tree in place; a second reference, in `self`, would copy it.
    var tree = tree ?? PointTree(index.cities.map { $0.vector })
    self.tree = nil
    defer { self.tree = tree }
    return tree.nearest(to: point.vector, within: widest, limit: limit) {
      accepts($0, CityFilter(), with: options)
    }
  }

  func reading<Value>(
    _ body: () throws(SQLiteError) -> Value
  ) throws(CityStoreError) -> Value {
    try converting(CityStoreError.init(reading:), body)
  }

  /// Finds cities by one interpretation of a query.
  private func find(
    _ interpretation: CityQuery.Interpretation, of query: CityQuery,
    acceptsUnknownRegion: Bool = false, in results: inout CityResults
  ) throws(SQLiteError) {
    let mode = results.options.mode
    let filter = try filter(interpretation, of: query, acceptsUnknownRegion: acceptsUnknownRegion)
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
    let found = try findNames(criteria, in: &results)
    if criteria.isWhole || !results.wantsMore { return }
    var seen = Set(found.map(\.city))
    if case .fuzzy(let errors) = mode {
      for similar in namesLike(criteria.text, errors: errors) where results.wantsMore {
        var ranked = RankedCities(limit: results.missing)
        for candidate in similar where !seen.contains(candidate.city) {
          insert(candidate, criteria.filter, with: results.options, into: &ranked)
        }
        let found = ranked.sorted()
        seen.formUnion(found.map(\.city))
        results.add(found, as: .fuzzy)
      }
    }
    if interpretation.countries == nil, interpretation.region == nil {
      criteria.match = .country
      try findByCountry(criteria, except: seen, in: &results)
    }
  }

  /// The countries and regions of an interpretation.
  func filter(
    _ interpretation: CityQuery.Interpretation, of query: CityQuery,
    acceptsUnknownRegion: Bool = false
  ) throws(SQLiteError) -> CityFilter {
    var filter = CityFilter()
    if let countries = query.country { filter.countries.append(countries) }
    if let countries = interpretation.countries { filter.countries.append(countries) }
    if let region = query.region {
      filter.regions.append(try rows.region(region, acceptsUnknown: acceptsUnknownRegion))
    }
    if let region = interpretation.region {
      filter.regions.append(try rows.region(region, acceptsUnknown: acceptsUnknownRegion))
    }
    if let name = query.countryName {
      var country = try rows.region(CityFolding.fold(name), isWhole: true)
      country.countries.append(Array(name.utf8))
      filter.regions.append(country)
    }
    return filter
  }

  /// The query `*`, which finds every city.
  private static let everyName = [UInt8(ascii: "*")]

  func accepts(_ city: Int, _ filter: CityFilter, with options: CitySearchOptions) -> Bool {
    let row = index.cities[city]
    guard options.accepts(row) else { return false }
    if filter.isEmpty, options.countries == nil { return true }
    let country = index.label(row.country)
    return options.countries?.accepts(country) != false && filter.accepts(country, area: row.area)
  }

  /// Inserts a candidate that was not found by its name, in its position in the order.
  private func insert(
    _ candidate: CityCandidate, _ filter: CityFilter, with options: CitySearchOptions,
    into ranked: inout RankedCities
  ) {
    guard accepts(candidate.city, filter, with: options) else { return }
    var candidate = candidate
    if options.order == .rank {
      let row = index.cities[candidate.city]
      candidate.isFavorite = options.favorites.contains(row.id)
      candidate.score = Int64(row.unpopularity)
    }
    ranked.insert(candidate)
  }

  private func findByCountry(
    _ criteria: CityCriteria, except seen: Set<Int>, in results: inout CityResults
  ) throws(SQLiteError) {
    let fold = criteria.fold
    let code = criteria.text.uppercased()
    var codes = fold.count <= 2 ? [code] : CountryNames.codes(matching: fold)
    if codes.isEmpty {
      // The names in other languages.
      codes = try rows.region(fold, isWhole: true).countries.map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    for code in codes where results.wantsMore {
      let country =
        fold.count == 1 ? CountryFilter(criteria.text) : CountryFilter(codes: [code])
      let isInCountry = index.labels.map(country.accepts)
      var ranked = RankedCities(limit: results.missing)
      for (city, row) in index.cities.enumerated()
      where isInCountry[min(Int(row.country), isInCountry.count - 1)] && !seen.contains(city) {
        insert(
          CityCandidate(city: city, score: 0, position: city), criteria.filter,
          with: results.options, into: &ranked)
      }
      results.add(ranked.sorted(), as: .country)
    }
  }
}
