/// The number of typing errors between a query and a name or its prefixes: an extra, missing or
/// wrong letter, or two adjacent letters exchanged.
///
/// This is the optimal string alignment distance (Boytsov 2011, "restricted edit distance").
struct PrefixDistance {
  struct Errors: Equatable {
    let beginning: Int
    /// The errors to the whole name; nil for more than the limit.
    let whole: Int?
  }

  private let query: [UInt32]
  /// Rows of the table of distances, reused for each name.
  private var current: [Int]
  private var previous: [Int]
  private var beforeThat: [Int]
  let limit: Int

  /// - Parameter limit: the number of errors allowed; at most one in queries of less than five
  ///   letters, and none in queries of less than three.
  init(_ query: String, limit: Int) {
    self.query = query.unicodeScalars.map(\.value)
    let most = self.query.count < 3 ? 0 : self.query.count < 5 ? 1 : 2
    self.limit = min(limit, most)
    current = Array(0...self.query.count)
    previous = current
    beforeThat = current
  }

  /// The errors in a name in UTF-8; nil if every prefix of it has more than the limit.
  mutating func errors(in name: UnsafeRawBufferPointer) -> Errors? {
    let length = query.count
    for index in 0...length { current[index] = index }
    var best = length
    var offset = 0
    var last: UInt32 = 0
    var position = 0
    while position < length + limit, offset < name.count {
      let (scalar, bytes) = CityFolding.decode(name, at: offset)
      let letter = scalar ?? UInt32(name[offset])
      offset += bytes
      position += 1
      swap(&beforeThat, &previous)
      swap(&previous, &current)
      current[0] = position
      var lowest = position
      for index in 1...length {
        var errors = min(
          previous[index] + 1, current[index - 1] + 1,
          previous[index - 1] + (query[index - 1] == letter ? 0 : 1))
        if index > 1, position > 1, query[index - 1] == last, query[index - 2] == letter {
          errors = min(errors, beforeThat[index - 2] + 1)
        }
        current[index] = errors
        lowest = min(lowest, errors)
      }
      last = letter
      best = min(best, current[length])
      if lowest > limit { break }
    }
    guard best <= limit else { return nil }
    let isWhole = offset >= name.count && current[length] <= limit
    return Errors(beginning: best, whole: isWhole ? current[length] : nil)
  }
}
