/// Counts the cities found, and keeps those within offset and limit.
struct CityResults {
  /// A city that was found, before its row is read.
  struct Hit {
    /// The position of the city in the index.
    let city: Int
    let kind: CityMatch.Kind
    /// The position of the alternate name by which the city was found.
    var alias: Int?
    var kilometres: Double?
  }

  let options: CitySearchOptions
  /// Whether to continue beyond the limit, to know the total.
  let countsAll: Bool
  /// The start of the names by which the cities were found.
  var fold: [UInt8] = []
  /// The cities found so far, including those before the offset and beyond the limit.
  private(set) var total = 0
  private(set) var hits: [Hit] = []

  var wantsMore: Bool { missing > 0 }

  /// The number of cities that complete the results, including those that the offset skips.
  var missing: Int {
    countsAll || options.limit == 0 ? .max : options.offset + options.limit - total
  }

  mutating func add(_ candidates: [CityCandidate], as kind: CityMatch.Kind) {
    for candidate in candidates {
      add(
        Hit(city: candidate.city, kind: kind, alias: candidate.isAlias ? candidate.position : nil))
    }
  }

  mutating func add(_ hit: Hit) {
    if total >= options.offset, options.limit == 0 || hits.count < options.limit {
      hits.append(hit)
    }
    total += 1
  }
}
