/// A city that a search found, before its row is read.
struct CityCandidate: Comparable {
  /// The position of the city in the index.
  let city: Int
  /// The `CityScore`; 0 in the order of names.
  var score: Int64
  var isFavorite = false
  var isAlias = false
  /// The position of the name or, for searches by anything else, of the city.
  let position: Int
  let kind: CityMatch.Kind
  /// The distance from the requested point; nil for other searches.
  var kilometres: Double?

  /// The order of results: favourites, the lowest scores, main names, and the order of the index.
  static func < (one: CityCandidate, two: CityCandidate) -> Bool {
    if one.isFavorite != two.isFavorite { return one.isFavorite }
    if one.score != two.score { return one.score < two.score }
    return (one.isAlias ? 1 : 0, one.position) < (two.isAlias ? 1 : 0, two.position)
  }
}

/// The rank of cities that match a text by name: the lowest score comes first.
///
/// Whole names of cities with known population come first, then names that begin with the text, by
/// population. A whole name of a city with unknown population ranks like a large city: `tok` is
/// more likely the start of Tokyo than a hamlet in Alaska. Beginnings of alternate names count less
/// than those of main names, and so do whole alternate names of cities that are smaller than one
/// with this main name.
enum CityScore {
  // Populations have 31 bits (`CityIndex`), so no other score is as low.
  private static let known: Int64 = -1 << 40
  private static let wholeUnknown: Int64 = -1_000_000
  private static let aliasDivisor: Int32 = 50

  static func whole(_ unpopularity: Int32) -> Int64 {
    (unpopularity < 0 ? known : wholeUnknown) + Int64(unpopularity)
  }

  static func prefix(_ unpopularity: Int32, isAlias: Bool) -> Int32 {
    // A duplicate, whose unpopularity is 1, ranks like a city of unknown population.
    min(0, isAlias ? unpopularity / aliasDivisor : unpopularity)
  }
}

/// The first candidates in their order, each city once.
struct RankedCities {
  private let limit: Int
  private var candidates: [CityCandidate] = []
  /// The highest score with which a further candidate can be among the first. Favourites must be
  /// added first, and each kind of candidate in the order of positions.
  private(set) var highestScore = Int64.max

  init(limit: Int) { self.limit = limit }

  mutating func insert(_ candidate: CityCandidate) {
    guard limit > 1 else {
      if candidates.isEmpty { candidates.append(candidate) }
      if candidate < candidates[0] { candidates[0] = candidate }
      return limitScore()
    }
    candidates.append(candidate)
    // Sorting twice as many as needed takes less time than a binary search for each.
    if candidates.count / 2 >= limit { sort() }
  }

  mutating func sorted() -> [CityCandidate] {
    sort()
    return candidates
  }

  private mutating func sort() {
    candidates.sort()
    if limit > 1 {
      var seen: Set<Int> = []
      candidates.removeAll { !seen.insert($0.city).inserted }
    }
    guard candidates.count >= limit else { return }
    candidates.removeSubrange(limit...)
    limitScore()
  }

  private mutating func limitScore() {
    // A later main name with the score of the last candidate precedes it only if that candidate was
    // found by an alternate name.
    if let last = candidates.last {
      highestScore = last.isFavorite ? .min : last.isAlias ? last.score : last.score - 1
    }
  }
}
