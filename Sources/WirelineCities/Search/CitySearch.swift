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
  /// - Parameter countsAll: whether to count the cities beyond the limit, which takes a little
  ///   longer.
  func find(
    _ query: CityQuery, with options: CitySearchOptions = CitySearchOptions(),
    countsAll: Bool = false
  ) throws(CityStoreError) -> CityResults {
    var results = CityResults(options: options, countsAll: countsAll)
    if query.isEmpty { return results }
    try find(query.interpretation, of: query, in: &results)
    if results.total == 0 { try findAlternatives(of: query, in: &results) }
    try readMatches(of: &results)
    return results
  }

  private func findAlternatives(
    of query: CityQuery, in results: inout CityResults
  ) throws(CityStoreError) {
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

  /// Reads the rows of the cities found.
  private func readMatches(of results: inout CityResults) throws(CityStoreError) {
    results.matches.reserveCapacity(results.hits.count)
    for hit in results.hits {
      let city = try rows.city(at: hit.city)
      // A main name that begins with the query too needs no explanation.
      let isByAlias =
        hit.isAlias
        && (hit.kind == .fuzzy || !CityFolding.fold(city.name).starts(with: results.fold))
      results.matches.append(
        CityMatch(
          city: city, kind: isByAlias && hit.kind == .name ? .alias : hit.kind,
          matched: isByAlias ? index.spelling(index.name(hit.position)) : nil,
          rank: results.options.offset + results.matches.count + 1, kilometres: hit.kilometres,
          isFavorite: results.options.favorites.contains(city.id)))
    }
  }

  /// Returns the city with an id, or nil if it does not exist.
  func city(_ identifier: Int64) throws(CityStoreError) -> City? { try rows.city(identifier) }

  /// The favourites that the options accept, with the current data of their cities. Orphans, which
  /// the data no longer contains, have the data with which they were stored.
  func matches(
    of favorites: [Favorite], with options: CitySearchOptions = CitySearchOptions()
  ) throws(CityStoreError) -> [CityMatch] {
    var found: [CityMatch] = []
    for favorite in favorites {
      let current = try city(favorite.city.id)
      let city = current ?? favorite.city
      guard options.accepts(city) else { continue }
      found.append(
        CityMatch(
          city: city, rank: found.count + 1, isFavorite: true, isOrphan: current == nil))
    }
    return found
  }

  /// Finds the cities closest to a point, the closest first.
  ///
  /// - Parameter kilometres: the maximum distance; nil for no limit.
  func find(
    near point: GeographicPoint, within kilometres: Double?,
    with options: CitySearchOptions = CitySearchOptions()
  ) throws(CityStoreError) -> CityResults {
    var results = CityResults(options: options, countsAll: false)
    // The square of a chord: half a chord is the sine of half the angle.
    let widest = kilometres.map { kilometres in
      let angle = min(kilometres / GeographicPoint.earthRadius, .pi)
      return 4 * sin(angle / 2) * sin(angle / 2)
    }
    // The search divides the tree in place; a second reference, in `self`, would copy it.
    var tree = tree ?? PointTree(index.cities.map { $0.vector })
    self.tree = nil
    let found = tree.nearest(to: point.vector, within: widest, limit: results.missing) {
      accepts($0, CityFilter(), with: options)
    }
    self.tree = tree
    results.add(
      found.map {
        CityCandidate(
          city: $0.index, score: 0, position: $0.index, kind: .near,
          kilometres: GeographicPoint.kilometres(chord: $0.chord))
      })
    try readMatches(of: &results)
    return results
  }

  /// Finds cities by one interpretation of a query.
  private func find(
    _ interpretation: CityQuery.Interpretation, of query: CityQuery,
    acceptsUnknownRegion: Bool = false, in results: inout CityResults
  ) throws(CityStoreError) {
    let mode = results.options.mode
    let filter = try filter(interpretation, of: query, acceptsUnknownRegion: acceptsUnknownRegion)
    let fold = interpretation.fold
    let isEvery = fold == Self.everyName
    if fold.isEmpty || isEvery {
      // `, fr` finds every city of the country. Ignored characters alone, as in `'`, find nothing.
      guard isEvery || interpretation.countries != nil else { return }
      let match: CityMatch.Kind = isEvery ? .name : .country
      _ = findNames(CityCriteria(fold: [], match: match, filter: filter), in: &results)
      return
    }
    var criteria = CityCriteria(
      fold: fold, filter: filter, isWhole: mode == .exact || interpretation.isWhole)
    // `paris, fr` means Paris, not Parisot.
    if mode == .prefix, !criteria.isWhole, !criteria.filter.isEmpty {
      criteria.isWhole = true
      _ = findNames(criteria, in: &results)
      if results.total > 0 { return }
      criteria.isWhole = false
    }
    let found = findNames(criteria, in: &results)
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
        results.add(found)
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
  ) throws(CityStoreError) -> CityFilter {
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
  ) throws(CityStoreError) {
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
          CityCandidate(city: city, score: 0, position: city, kind: .country), criteria.filter,
          with: results.options, into: &ranked)
      }
      results.add(ranked.sorted())
    }
  }
}
