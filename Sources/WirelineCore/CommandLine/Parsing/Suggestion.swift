/// Suggests corrections of misspelled names.
package enum Suggestion {
  /// Returns the nearest name, or nil if none is close.
  ///
  /// A distant suggestion would mislead: allows one error, or two from 6 letters and three from 12.
  /// The first letter must be the same, except for one error in 5 letters or more.
  package static func nearest(to name: String, among known: [String]) -> String? {
    let typed = name.unicodeScalars.map(\.value)
    let limit = typed.count < 6 ? 1 : typed.count < 12 ? 2 : 3
    var distance = EditDistance()
    let near = known.compactMap { known -> (name: String, errors: Int)? in
      let letters = known.unicodeScalars.map(\.value)
      guard letters.count + limit >= typed.count else { return nil }
      return distance.errors(from: typed, to: letters, limit: limit)?.whole.map { (known, $0) }
    }.filter { $0.errors < 2 && typed.count > 4 || $0.name.first == name.first }
    return near.min { $0.errors < $1.errors }?.name
  }
}

/// The number of typing errors between two words: an insertion, a deletion, a substitution, or a
/// transposition of neighbours.
///
/// The optimal string alignment distance (Boytsov 2011, "restricted edit distance").
package struct EditDistance {
  package struct Errors: Equatable {
    /// The errors to the whole word; nil for more than the limit.
    package let whole: Int?
    /// The errors to the beginning of the word that is nearest.
    package let beginning: Int
  }

  // Rows of the distance table, reused for each pair of words.
  private var current: [Int] = []
  private var previous: [Int] = []
  private var beforeThat: [Int] = []

  package init() {}

  /// - Returns: nil if every beginning of the other word has more errors than the limit.
  package mutating func errors(from one: [UInt32], to other: [UInt32], limit: Int) -> Errors? {
    begin(width: one.count + 1)
    var best = one.count
    for (row, letter) in other.enumerated() {
      swap(&beforeThat, &previous)
      swap(&previous, &current)
      current[0] = row + 1
      var lowest = row + 1
      for column in one.indices {
        let substituted = previous[column] + (one[column] == letter ? 0 : 1)
        var errors = min(substituted, previous[column + 1] + 1, current[column] + 1)
        if column > 0, row > 0, one[column] == other[row - 1], one[column - 1] == letter {
          errors = min(errors, beforeThat[column - 1] + 1)
        }
        current[column + 1] = errors
        lowest = min(lowest, errors)
      }
      best = min(best, current[one.count])
      // A transposition across this row exceeds the limit too.
      if lowest > limit { return best > limit ? nil : Errors(whole: nil, beginning: best) }
    }
    let whole = current[one.count]
    return best > limit ? nil : Errors(whole: whole > limit ? nil : whole, beginning: best)
  }

  private mutating func begin(width: Int) {
    if current.count != width {
      current = Array(repeating: 0, count: width)
      previous = current
      beforeThat = current
    }
    for column in 0..<width { current[column] = column }
  }
}
