/// A city that a ranked search found, before its other columns are read.
struct CityCandidate {
  let id: Int64
  /// `CityScore`, or the unpopularity.
  let score: Int64
  var isFavorite = false

  /// Sorts candidates by rank; equal ones stay in their order. Of several with one id, the first
  /// remains.
  static func ranked(_ candidates: [CityCandidate]) -> [CityCandidate] {
    // The standard library does not promise a stable sort, so the offset decides between equals.
    let order = candidates.enumerated().sorted { one, two in
      let (left, right) = (one.element, two.element)
      if left.isFavorite != right.isFavorite { return left.isFavorite }
      return (left.score, one.offset) < (right.score, two.offset)
    }
    var seen: Set<Int64> = []
    return order.map(\.element).filter { seen.insert($0.id).inserted }
  }
}

/// The rank of cities that match a text by name: the lowest score comes first.
///
/// Whole names of cities with known population come first, then names that begin with the text, by
/// population. A whole name of a city with unknown population ranks like a large city: `tok` is
/// rather the start of Tokyo than a hamlet in Alaska. Other beginnings of alternate names count
/// less than those of main names.
enum CityScore {
  /// Scores below this one are those of whole names with known population.
  // Populations have 32 bits (`CityTable.Entry`), so no other score is as low.
  static let known: Int64 = -1 << 40
  private static let wholeUnknown: Int64 = -1_000_000
  private static let aliasDivisor: Int64 = 50

  static func whole(_ unpopularity: Int64) -> Int64 {
    unpopularity < 0 ? known + unpopularity : wholeUnknown + unpopularity
  }

  static func prefix(_ unpopularity: Int64, isAlias: Bool) -> Int64 {
    isAlias ? unpopularity / aliasDivisor : unpopularity
  }
}
