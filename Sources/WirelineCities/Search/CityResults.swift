/// Counts the cities found, and keeps those within offset and limit.
struct CityResults {
  let options: CitySearchOptions
  /// Whether to continue beyond the limit, to know the total.
  let countsAll: Bool
  /// The start of the names by which the cities were found.
  var fold: [UInt8] = []
  /// The number of cities found so far, including those before the offset and beyond the limit.
  private(set) var total = 0
  private(set) var hits: [CityCandidate] = []
  /// The cities within offset and limit, once the search has ended.
  var matches: [CityMatch] = []

  var wantsMore: Bool { missing > 0 }

  /// The number of cities that complete the results, including those that the offset skips.
  var missing: Int {
    countsAll || options.limit == 0 ? .max : options.offset + options.limit - total
  }

  mutating func add(_ candidates: [CityCandidate]) {
    for candidate in candidates {
      if total >= options.offset, options.limit == 0 || hits.count < options.limit {
        hits.append(candidate)
      }
      total += 1
    }
  }
}
