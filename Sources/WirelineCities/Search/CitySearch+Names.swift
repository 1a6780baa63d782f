internal import WirelineCore

/// The search by names and alternate names, in order of rank.
extension CitySearch {
  /// Finds cities by their names and alternate names.
  ///
  /// - Returns: the ids that were found, except those whose main name begins with the fold.
  func findNames(
    _ criteria: CityCriteria, in results: inout CityResults
  ) throws(SQLiteError) -> Set<Int64> {
    let (text, isWhole) = (criteria.text, criteria.isWhole)
    var seen: Set<Int64> = []
    if results.options.order == .name {
      for kind in [CityStatements.Kind.names, .aliasNames] {
        // Favourites may be twins.
        try statements.bind(kind, text, isWhole: isWhole, unpopularity: .min...1)
        try stream(kind, criteria, except: &seen, to: &results)
      }
      return seen
    }
    let key = isWhole || !criteria.filter.isEmpty ? nil : RankedPrefix(criteria.fold, results)
    if let known = key.flatMap({ remembered[$0] }) {
      for identifier in known { try deliver(identifier, as: criteria.match, to: &results) }
      return []
    }
    var candidates = try favorites?.candidates(for: criteria, results.options) ?? []
    // Names that begin with the text are too many to sort for short texts. Without a region, whole
    // names come first: an index holds only the known populations among the others, and the rest,
    // equal in rank, is read by name until the results are complete. Regions are in no index, so
    // with one all names are read and sorted.
    let hasRegion = !criteria.filter.regions.isEmpty
    for kind in [CityStatements.Kind.names, .aliasNames] {
      try gather(kind, criteria, for: results, into: &candidates)
    }
    // Whole names of known population precede all others, so enough of them are the results.
    if !isWhole, !hasRegion, Self.knownWholes(candidates) < results.missing {
      try gather(.popular, criteria, for: results, into: &candidates)
      // Every city has a main name.
      if !text.isEmpty { try gather(.popularAlias, criteria, for: results, into: &candidates) }
    }
    let ranked = CityCandidate.ranked(candidates)
    // With fewer, the cities read by name complete the results.
    if let key, ranked.count >= key.count { remember(ranked, for: key) }
    for candidate in ranked where results.wantsMore {
      seen.insert(candidate.id)
      try deliver(candidate.id, as: criteria.match, to: &results)
    }
    if isWhole || hasRegion { return seen }
    for kind in [CityStatements.Kind.names, .aliasNames] where kind == .names || !text.isEmpty {
      try statements.bind(kind, text, unpopularity: 0...results.options.maximumUnpopularity)
      try stream(kind, criteria, except: &seen, to: &results)
    }
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

  /// Adds cities by one kind of names: those that begin with the text for a popular kind or with a
  /// region, otherwise whole names, but no more cities than are missing.
  private func gather(
    _ kind: CityStatements.Kind, _ criteria: CityCriteria, for results: CityResults,
    into candidates: inout [CityCandidate]
  ) throws(SQLiteError) {
    let isPopular = kind == .popular || kind == .popularAlias
    let isWhole = !isPopular && (criteria.isWhole || criteria.filter.regions.isEmpty)
    try statements.bind(
      kind, criteria.text, isWhole: isWhole,
      unpopularity: isPopular ? nil : .min...results.options.maximumUnpopularity)
    let statement = try statements[kind]
    defer { statement.reset() }
    // Rows of one name are in the order of their scores, so those beyond the missing ones cannot be
    // among the results. Rows of different names are in the order of names, and all are read.
    var count = 0
    while !isWhole || count < results.missing, try statement.step() {
      let identifier = statement.integer(CityColumn.id)
      let country = statement.bytes(CityColumn.country)
      guard results.options.accepts(identifier, country: country),
        criteria.filter.accepts(country),
        // The keys of popular cities do not contain the region.
        isPopular || criteria.filter.accepts(country, region: statement.bytes(CityColumn.region))
      else { continue }
      count += 1
      let unpopularity = statement.integer(CityColumn.unpopularity)
      let score =
        statement.bytes(CityColumn.matchedFold).elementsEqual(criteria.fold)
        ? CityScore.whole(unpopularity)
        : CityScore.prefix(
          unpopularity, isAlias: kind == .popularAlias || kind == .aliasNames)
      candidates.append(CityCandidate(id: identifier, score: score))
    }
  }
}
