/// How far the strips or tiles of one TIFF page reach, from its two lists of
/// offsets and byte counts, of which none is kept.
struct TIFFStrips: Sendable {
  /// A list of numbers somewhere in the file.
  struct List: Sendable {
    /// Where the next number is.
    private(set) var place: Int
    /// Bytes of a number.
    let width: Int
    /// Numbers that were not read yet.
    private(set) var left: Int

    init(place: Int, width: Int, count: Int) {
      self.place = place
      self.width = width
      left = count
    }

    mutating func advance() {
      place += width
      left -= 1
    }
  }

  private var farthest = 0
  private var farthestIndex = -1
  private var farthestBytes: Int?
  private var offsets = 0
  private var counts = 0
  private var lastBytes = 0

  /// Where the strip ends that begins farthest in the file; where it begins
  /// when its length is not known, which is when the byte counts came first
  /// and it is not the last one of them.
  var end: Int {
    let bytes = farthestBytes ?? (farthestIndex == counts - 1 ? lastBytes : 0)
    return min(farthest, 1 << 60) + min(bytes, 1 << 60)
  }

  mutating func add(offset: Int) {
    if offset > farthest {
      farthest = offset
      farthestIndex = offsets
      farthestBytes = nil
    }
    offsets += 1
  }

  mutating func add(byteCount: Int) {
    if counts == farthestIndex { farthestBytes = byteCount }
    lastBytes = byteCount
    counts += 1
  }
}
