internal import WirelineCore

/// The search by names and alternate names.
extension CitySearch {
  /// Finds cities by their names and alternate names.
  ///
  /// - Returns: the cities that were found.
  func findNames(
    _ criteria: CityCriteria, in results: inout CityResults
  ) throws(SQLiteError) -> [CityCandidate] {
    let (all, wholes) = index.names(beginningWith: criteria.fold)
    let range = criteria.isWhole ? wholes : all
    let options = results.options
    let isRanked = options.order == .rank
    let (beginsAliases, filter) = (criteria.beginsAliases, criteria.filter)
    var ranked = RankedCities(limit: results.missing)
    // The unpopularity of the largest city of this main name, which precedes the alternate names.
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
          position: position))
    }
    if isRanked, !options.favorites.isEmpty {
      for position in range {
        let city = index.city(of: index.name(position))
        if options.favorites.contains(index.cities[city].id) { add(position, isFavorite: true) }
      }
    }
    for position in wholes { add(position) }
    // Skips blocks and names that are not among the best, without reading their cities.
    var position = wholes.upperBound
    while position < range.upperBound {
      let block = position / CityIndex.blockLength
      let end = min(range.upperBound, (block + 1) * CityIndex.blockLength)
      if (isRanked ? Int64(index.lowestScore(block)) : 0) <= ranked.highestScore {
        for position in position..<end
        where (isRanked ? Int64(index.name(position).score) : 0) <= ranked.highestScore {
          add(position)
        }
      }
      position = end
    }
    let found = ranked.sorted()
    try deliver(found, as: criteria.match, by: criteria.fold, to: &results)
    return found
  }
}
