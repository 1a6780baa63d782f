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
          position: position))
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
    // Skips blocks and names that are not among the best, without reading their cities.
    let others = wholes.upperBound..<range.upperBound
    let length = CityIndex.blockLength
    for block in others.lowerBound / length..<others.upperBound.blocks
    where index.lowestScore(block) <= highest {
      let end = min((block + 1) * length, others.upperBound)
      for position in max(block * length, others.lowerBound)..<end
      where index.name(position).score <= highest {
        add(position)
      }
    }
    let found = ranked.sorted()
    results.fold = criteria.fold
    results.add(found, as: criteria.match)
    return found
  }
}
