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
    if !isWhole, try findBest(fold, text, filter, &results) { return [] }
    var candidates = try favorites(fold, isWhole, filter, results)
    if filter.regions.isEmpty {
      try gather(.whole, text, filter, last, &candidates, results)
      try gather(.wholeAlias, text, filter, last, &candidates, results)
      if !isWhole, Self.knownWholes(candidates) < results.missing {
        try gather(.popular, text, filter, nil, &candidates, results)
        // Every city has a main name.
        if !fold.isEmpty {
          try gather(.popularAlias, text, filter, nil, &candidates, results)
        }
      }
    } else {
      try gatherRows(.names, fold, isWhole, filter, &candidates, results)
      try gatherRows(.aliasNames, fold, isWhole, filter, &candidates, results)
    }
    for candidate in CityCandidate.ranked(candidates) where results.wantsMore {
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

  /// Passes on the favourites and the stored best matches of a prefix, if they are enough.
  private func findBest(
    _ fold: [UInt8], _ text: String, _ filter: CityFilter, _ results: inout CityResults
  ) throws(SQLiteError) -> Bool {
    let options = results.options
    guard filter.isEmpty, options.countries == nil, options.identifiers == nil, options.isUnique,
      results.total == 0, results.missing <= CityNameList.listLength
    else { return false }
    let candidates = try favorites(fold, false, filter, results)
    let favorites = CityCandidate.ranked(candidates).map(\.id)
    let count = results.missing + favorites.count
    guard let best = try statements.best(text, count: count) else { return false }
    let all = favorites + best.filter { !favorites.contains($0) }
    if all.count < results.missing { return false }
    for identifier in all where results.wantsMore { try deliver(identifier, .name, &results) }
    return true
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
      results.accepts(row.id, country: country)
        && row.region.withUnsafeBytes { filter.accepts(country, region: $0) }
    }
  }

  /// Adds the keys of cities; of cities with one whole name, no more than are missing.
  private func gather(
    _ kind: CityStatements.Kind, _ text: String, _ filter: CityFilter, _ last: Int64?,
    _ candidates: inout [CityCandidate], _ results: CityResults
  ) throws(SQLiteError) {
    let statement = try statements[kind]
    if let last {
      try statement.bind(1, text)
      try statement.bind(2, last)
    } else {
      try statements.bind(kind, text)
    }
    defer { statement.reset() }
    var count = 0
    while last == nil || count < results.missing, try statement.step() {
      let (identifier, country) = (statement.integer(0), statement.bytes(1))
      guard filter.accepts(country), results.accepts(identifier, country: country) else { continue }
      count += 1
      let unpopularity = statement.integer(2)
      let score =
        last == nil
        ? CityScore.prefix(unpopularity, isAlias: kind == .popularAlias)
        : CityScore.whole(unpopularity)
      candidates.append(CityCandidate(id: identifier, score: score))
    }
  }

  /// Adds cities of a region, which the keys do not contain.
  private func gatherRows(
    _ kind: CityStatements.Kind, _ fold: [UInt8], _ isWhole: Bool, _ filter: CityFilter,
    _ candidates: inout [CityCandidate], _ results: CityResults
  ) throws(SQLiteError) {
    let text = String(decoding: fold, as: UTF8.self)
    let last = results.options.maximumUnpopularity
    try statements.bind(kind, text, isWhole: isWhole, unpopularity: .min...last)
    let statement = try statements[kind]
    defer { statement.reset() }
    while try statement.step() {
      let (identifier, country) = (statement.integer(0), statement.bytes(2))
      guard results.accepts(identifier, country: country),
        filter.accepts(country, region: statement.bytes(7))
      else { continue }
      let unpopularity = statement.integer(8)
      let score =
        statement.bytes(9).elementsEqual(fold)
        ? CityScore.whole(unpopularity)
        : CityScore.prefix(unpopularity, isAlias: kind == .aliasNames)
      candidates.append(CityCandidate(id: identifier, score: score))
    }
  }
}
