/// How many typing errors lie between two words: a letter too many, too few,
/// another one, or two neighbours exchanged.
///
/// The optimal string alignment distance (Boytsov 2011, "restricted edit
/// distance"), of bytes.
package struct EditDistance {
  /// Rows of the table of distances, used again for each pair of words.
  private var current: [Int] = []
  private var previous: [Int] = []
  private var beforeThat: [Int] = []

  package init() {}

  /// nil for more errors than the limit.
  package mutating func errors(from one: [UInt8], to other: [UInt8], limit: Int) -> Int? {
    guard abs(one.count - other.count) <= limit else { return nil }
    begin(width: one.count + 1)
    for (row, byte) in other.enumerated() {
      swap(&beforeThat, &previous)
      swap(&previous, &current)
      current[0] = row + 1
      var lowest = row + 1
      for column in one.indices {
        let substituted = previous[column] + (one[column] == byte ? 0 : 1)
        var errors = min(substituted, previous[column + 1] + 1, current[column] + 1)
        if column > 0, row > 0, one[column] == other[row - 1], one[column - 1] == byte {
          errors = min(errors, beforeThat[column - 1] + 1)
        }
        current[column + 1] = errors
        lowest = min(lowest, errors)
      }
      // The row before had one less at best, so an exchange over this one is too much as well.
      if lowest > limit { return nil }
    }
    return current[one.count] <= limit ? current[one.count] : nil
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
