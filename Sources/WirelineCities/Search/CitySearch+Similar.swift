internal import WirelineCore

/// The search by names with typing errors.
extension CitySearch {
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
            city: index.city(of: row), score: 0, isAlias: row.isAlias, position: position))
      }
    }
    return found
  }
}
