/// A city that a ranked search found, before its other columns are read.
struct CityCandidate {
  let id: Int64
  /// `CityScore`, or the unpopularity.
  let score: Int64
  var isFavorite = false

  /// Sorts candidates by rank; equal ones stay in their order. Of several with one id, the first
  /// remains.
  static func ranked(_ candidates: [CityCandidate]) -> [CityCandidate] {
    let order = candidates.enumerated().sorted { one, two in
      let (left, right) = (one.element, two.element)
      if left.isFavorite != right.isFavorite { return left.isFavorite }
      return (left.score, one.offset) < (right.score, two.offset)
    }
    var seen: Set<Int64> = []
    return order.map(\.element).filter { seen.insert($0.id).inserted }
  }
}
