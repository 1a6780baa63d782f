/// The length of a name and the set of its letters, to find similar names without comparing all.
struct NameSketch {
  private let count: UInt8
  /// A bit for each letter, by the last six bits of its scalar.
  private let letters: UInt64

  init(_ letters: [UInt32]) {
    count = UInt8(clamping: letters.count)
    self.letters = letters.reduce(0) { $0 | 1 << UInt64($1 & 63) }
  }

  /// The sketches of all names.
  static func all(_ index: CityIndex) -> [NameSketch] {
    var letters: [UInt32] = []
    return index.names.map { position in
      CityFolding.decode(index.fold(position), to: &letters)
      return NameSketch(letters)
    }
  }

  /// Whether names may differ by at most a number of typing errors, each of which changes
  /// the length by at most 1, and adds and removes at most one letter.
  func isSimilar(to other: NameSketch, errors: Int) -> Bool {
    abs(Int(count) - Int(other.count)) <= errors
      && (letters & ~other.letters).nonzeroBitCount <= errors
      && (other.letters & ~letters).nonzeroBitCount <= errors
  }
}
