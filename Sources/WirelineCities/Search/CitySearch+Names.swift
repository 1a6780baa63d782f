internal import WirelineCore

/// The search by names and alternate names.
extension CitySearch {
  /// Finds cities by their names and alternate names.
  ///
  /// - Returns: the cities that were found.
  func findNames(
    _ criteria: CityCriteria, in results: inout CityResults
  ) -> [CityCandidate] {
    let (all, wholes) = index.names(beginningWith: criteria.fold)
    let range = criteria.isWhole ? wholes : all
    let options = results.options
    let isRanked = options.order == .rank
    let (beginsAliases, filter) = (criteria.beginsAliases, criteria.filter)
    var ranked = RankedCities(limit: results.missing)
    /// The highest stored score of a name that can still be among the best.
    var highest = Int32.max
    // The unpopularity of the largest city with the text as its main name. Main names come first.
    var largest: Int32 = 0
    func add(_ position: Int, isFavorite: Bool = false) {
      let name = index.name(position)
      let city = index.city(of: name)
      let unpopularity = index.cities[city].unpopularity
      let isWhole = wholes.contains(position)
      let score =
        !isRanked
        ? 0
        : isWhole && !(name.isAlias && unpopularity > largest)
          ? CityScore.whole(unpopularity) : Int64(name.score)
      guard isFavorite || score <= ranked.highestScore,
        !name.isAlias || isWhole || beginsAliases, accepts(city, filter, with: options)
      else { return }
      if isWhole, !name.isAlias { largest = min(largest, unpopularity) }
      ranked.insert(
        CityCandidate(
          city: city, score: score, isFavorite: isFavorite, isAlias: name.isAlias,
          position: position, kind: criteria.match))
      let limit = ranked.highestScore
      highest = isRanked ? Int32(clamping: limit) : limit < 0 ? .min : .max
    }
    if isRanked, !options.favorites.isEmpty {
      for position in range {
        let city = index.city(of: index.name(position))
        if options.favorites.contains(index.cities[city].id) { add(position, isFavorite: true) }
      }
    }
    for position in wholes { add(position) }
    // Skips names that are not among the best, without reading their cities.
    var others = wholes.upperBound..<range.upperBound
    while let position = index.firstName(of: others, withScoreUpTo: highest) {
      add(position)
      others = position + 1..<others.upperBound
    }
    let found = ranked.sorted()
    results.fold = criteria.fold
    results.add(found)
    return found
  }

  /// Returns the cities whose names are similar to the query, then those whose names begin with
  /// something similar; each by the number of errors, the fewest first.
  ///
  /// - Parameter errors: the maximum number of errors; at most one in queries of less than five
  ///   letters, and none in queries of less than three.
  func namesLike(_ query: String, errors: Int) -> [[CityCandidate]] {
    // Scalars, not bytes: a wrong letter is one error in any script.
    let query = query.unicodeScalars.map(\.value)
    let limit = min(errors, query.count < 3 ? 0 : query.count < 5 ? 1 : 2)
    guard limit > 0 else { return [] }
    var distance = EditDistance()
    var name: [UInt32] = []
    var found: [[CityCandidate]] = Array(repeating: [], count: 2 * limit)
    for position in index.names {
      let row = index.name(position)
      CityFolding.decode(index.fold(position), to: &name)
      // Names that begin with the query are left to the prefix search.
      if let errors = distance.errors(from: query, to: name, limit: limit), errors.beginning > 0 {
        let bucket = errors.whole ?? limit + errors.beginning
        found[bucket - 1].append(
          CityCandidate(
            city: index.city(of: row), score: 0, isAlias: row.isAlias, position: position,
            kind: .fuzzy))
      }
    }
    return found
  }
}
