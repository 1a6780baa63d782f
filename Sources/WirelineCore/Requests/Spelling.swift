/// The name that somebody who typed another one may have meant.
enum Spelling {
  /// The nearest of some names; nil where none is near.
  static func nearest(to name: String, among known: [String]) -> String? {
    let limit = max(2, name.utf8.count / 3)
    let near = known.map { (name: $0, distance: distance(name, $0)) }.min {
      $0.distance < $1.distance
    }
    return near.flatMap { $0.distance <= limit ? $0.name : nil }
  }

  /// Levenshtein's: insertions, deletions and substitutions of bytes.
  static func distance(_ one: String, _ other: String) -> Int {
    let (one, other) = (Array(one.utf8), Array(other.utf8))
    var row = Array(0...other.count)
    for (index, byte) in one.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in other.indices {
        let substituted = diagonal + (byte == other[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(substituted, diagonal + 1, row[column] + 1)
      }
    }
    return row[other.count]
  }
}
