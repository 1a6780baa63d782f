internal import WirelineCore

/// The search by names and alternate names, in order of rank.
extension CitySearch {
  /// Finds cities by their names and alternate names.
  ///
  /// - Returns: the ids that were found, except those whose main name begins with the fold.
  func findNames(
    _ fold: [UInt8], _ match: CityMatch.Kind, _ filter: CityFilter, isWhole: Bool = false,
    _ results: inout CityResults
  ) throws(SQLiteError) -> Set<Int64> {
    let text = String(decoding: fold, as: UTF8.self)
    let last = results.options.maximumUnpopularity
    var seen: Set<Int64> = []
    if results.options.order == .name {
      // Favourites may be twins.
      try statements.bind(.names, text, isWhole: isWhole, unpopularity: .min...1)
      try stream(.names, match, filter, &seen, &results)
      try statements.bind(.aliasNames, text, isWhole: isWhole, unpopularity: .min...1)
      try stream(.aliasNames, match, filter, without: fold, isWhole: isWhole, &seen, &results)
      return seen
    }
    let key = isWhole || !filter.isEmpty ? nil : RankedPrefix(fold, results)
    if let known = key.flatMap({ remembered[$0] }) {
      for identifier in known { try deliver(identifier, match, &results) }
      return []
    }
    var candidates = try favorites(fold, isWhole, filter, results)
    let hasRegion = !filter.regions.isEmpty
    for kind in [CityStatements.Kind.names, .aliasNames] {
      try gather(kind, fold, isWhole: isWhole || !hasRegion, filter, &candidates, results)
    }
    if !isWhole, !hasRegion, Self.knownWholes(candidates) < results.missing {
      try gather(.popular, fold, filter, &candidates, results)
      // Every city has a main name.
      if !fold.isEmpty { try gather(.popularAlias, fold, filter, &candidates, results) }
    }
    let ranked = CityCandidate.ranked(candidates)
    if let key, ranked.count >= key.count { remember(ranked, for: key) }
    for candidate in ranked where results.wantsMore {
      seen.insert(candidate.id)
      try deliver(candidate.id, match, &results)
    }
    if isWhole || !filter.regions.isEmpty { return seen }
    try statements.bind(.names, text, unpopularity: 0...last)
    try stream(.names, match, filter, &seen, &results)
    if fold.isEmpty { return seen }
    try statements.bind(.aliasNames, text, unpopularity: 0...last)
    try stream(.aliasNames, match, filter, without: fold, &seen, &results)
    return seen
  }

  /// The number of cities of known population with the whole name.
  private static func knownWholes(_ candidates: [CityCandidate]) -> Int {
    // A favourite is also among the others.
    Set(candidates.filter { $0.score < CityScore.known }.map(\.id)).count
  }

  private func remember(_ ranked: [CityCandidate], for key: RankedPrefix) {
    // The 209,557 names have 34,000 beginnings of four letters.
    if remembered.count >= 50_000 { remembered = [:] }
    remembered[key] = ranked.prefix(key.count).map(\.id)
  }

  private func favorites(
    _ fold: [UInt8], _ isWhole: Bool, _ filter: CityFilter, _ results: CityResults
  ) throws(SQLiteError) -> [CityCandidate] {
    guard let favorites else { return [] }
    return try favorites.candidates(fold, isWhole: isWhole) { isAccepted($0, filter, results) }
  }

  func isAccepted(
    _ row: FavoriteRows.Row, _ filter: CityFilter, _ results: CityResults
  ) -> Bool {
    row.country.withUnsafeBytes { country in
      results.options.accepts(row.id, country: country)
        && row.region.withUnsafeBytes { filter.accepts(country, region: $0) }
    }
  }

  /// Adds cities by their names; of cities with one whole name, no more than are missing.
  private func gather(
    _ kind: CityStatements.Kind, _ fold: [UInt8], isWhole: Bool = false, _ filter: CityFilter,
    _ candidates: inout [CityCandidate], _ results: CityResults
  ) throws(SQLiteError) {
    let isPopular = kind == .popular || kind == .popularAlias
    try statements.bind(
      kind, String(decoding: fold, as: UTF8.self), isWhole: isWhole,
      unpopularity: isPopular ? nil : .min...results.options.maximumUnpopularity)
    let statement = try statements[kind]
    defer { statement.reset() }
    var count = 0
    while !isWhole || count < results.missing, try statement.step() {
      let identifier = statement.integer(CityColumn.id)
      let country = statement.bytes(CityColumn.country)
      guard results.options.accepts(identifier, country: country), filter.accepts(country),
        // The keys of popular cities do not contain the region.
        isPopular || filter.accepts(country, region: statement.bytes(CityColumn.region))
      else { continue }
      count += 1
      let unpopularity = statement.integer(CityColumn.unpopularity)
      let score =
        statement.bytes(CityColumn.matchedFold).elementsEqual(fold)
        ? CityScore.whole(unpopularity)
        : CityScore.prefix(
          unpopularity, isAlias: kind == .popularAlias || kind == .aliasNames)
      candidates.append(CityCandidate(id: identifier, score: score))
    }
  }
}
