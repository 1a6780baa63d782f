/// The rows of a new database, sorted before they are inserted, so that the database is written
/// sequentially. All bytes are in one arena: 200,000 rows need about 20 MB.
struct CityTable: Sendable {
  // Numbers only: sorting moves entries without retaining anything.
  struct Entry: Sendable {
    /// The first eight bytes of the folded name, which decide most comparisons.
    let prefix: UInt64
    let id: Int64
    /// The offset of the row in the arena: each `Part` after its length in two bytes.
    fileprivate let start: UInt32
    fileprivate(set) var population: UInt32
    /// The position in the table of large places; -1 for other cities. An optional would take four
    /// more bytes.
    fileprivate var storedPlace: Int32 = -1
    /// The position in the file.
    fileprivate let index: UInt32
    /// The id of the area in the database; 0 if unknown.
    var area: UInt32 = 0
    /// Whether the city is the same as a preceding one.
    var isDuplicate = false
  }

  private var arena: [UInt8] = []
  var entries: [Entry] = []
  /// The ids of places that the file does not contain.
  var added: [Int64] = []

  /// - Returns: false for a row that is too long.
  mutating func append(_ row: CityRow) -> Bool {
    let start = arena.count
    var isShort = appendPart { CityFolding.append(row.name, to: &$0) }
    let fold = start + 2..<arena.count
    for part in [
      row.country, row.name, row.latitude, row.longitude, row.more, row.region, row.alternates,
    ] {
      isShort = isShort && appendPart { $0.append(contentsOf: part) }
    }
    guard isShort, let begin = UInt32(exactly: start) else {
      arena.removeLast(arena.count - start)
      return false
    }
    entries.append(
      Entry(
        prefix: CityIndex.prefix(arena[fold]), id: row.id, start: begin,
        population: UInt32(clamping: row.population), index: UInt32(clamping: row.index)))
    return true
  }

  /// - Returns: false for a part that is too long.
  private mutating func appendPart(_ append: (inout [UInt8]) -> Void) -> Bool {
    let start = arena.count
    arena.append(0)
    arena.append(0)
    append(&arena)
    let length = arena.count - start - 2
    arena[start] = UInt8(truncatingIfNeeded: length)
    arena[start + 1] = UInt8(truncatingIfNeeded: length >> 8)
    return length <= UInt16.max
  }

  /// Removes rows with the id of an earlier row; returns their positions in the file.
  mutating func removeRepeated() -> [Int] {
    var seen = Set<Int64>(minimumCapacity: entries.count)
    var positions: [Int] = []
    entries.removeAll { entry in
      let isRepeated = !seen.insert(entry.id).inserted
      if isRepeated { positions.append(Int(entry.index)) }
      return isRepeated
    }
    return positions
  }

  /// Sorts the rows by folded name, population (the largest first), country and id. All searches
  /// return equally good matches in this order.
  mutating func sort() {
    // Taken out of self, whose arena the comparison reads while the rows are modified.
    var rows: [Entry] = []
    swap(&rows, &entries)
    sort(&rows)
    swap(&rows, &entries)
  }

  func sort(_ rows: inout [Entry]) {
    arena.withUnsafeBytes { arena in
      rows.sort { one, two in
        if one.prefix != two.prefix { return one.prefix < two.prefix }
        return Entry.precedes(one, two, in: arena)
      }
    }
  }

  /// Whether a row precedes another one if they have the same name.
  func precedesInName(_ one: Int, _ two: Int) -> Bool {
    arena.withUnsafeBytes { Entry.precedesInName(entries[one], entries[two], in: $0) }
  }

  mutating func connect(_ row: Int, to place: Int, of places: LargePlaces) {
    entries[row].storedPlace = Int32(place)
    if entries[row].population > 0 { return }
    entries[row].population = places.places[place].population
  }

  /// The country codes of two bytes.
  var countries: Set<UInt16> {
    Set(
      entries.indices.lazy.compactMap { row in
        withRow(row) { CountryCode.number($0.part(.country, in: $1)) }
      })
  }

  func withRow<Value, Failure: Error>(
    _ index: Int, _ body: (Entry, UnsafeRawBufferPointer) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try arena.withUnsafeBufferPointer { arena throws(Failure) in
      try body(entries[index], UnsafeRawBufferPointer(arena))
    }
  }
}

extension CityTable.Entry {
  /// The position in the table of large places; nil for other cities.
  var place: Int32? { storedPlace < 0 ? nil : storedPlace }

  enum Part: Int { case fold, country, name, latitude, longitude, more, region, alternates }

  /// The negative population, and 1 for duplicates, which come last.
  var unpopularity: Int32 { isDuplicate ? 1 : -Int32(clamping: population) }

  func part(_ part: Part, in arena: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let range = range(of: part, in: arena)
    return UnsafeRawBufferPointer(rebasing: arena[range])
  }

  /// The parts of `CityTexts` with their lengths.
  func texts(in arena: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let (first, last) = (range(of: .country, in: arena), range(of: .more, in: arena))
    return UnsafeRawBufferPointer(rebasing: arena[first.lowerBound - 2..<last.upperBound])
  }

  private func range(of part: Part, in arena: UnsafeRawBufferPointer) -> Range<Int> {
    // Skips the preceding parts by their lengths: stored offsets would take 14 more bytes per row.
    var begin = Int(start) + 2
    func length() -> Int { Int(arena[begin - 2]) | Int(arena[begin - 1]) << 8 }
    for _ in 0..<part.rawValue { begin += length() + 2 }
    return begin..<begin + length()
  }

  /// Whether a row precedes another one in the order of names.
  fileprivate static func precedes(
    _ one: Self, _ two: Self, in arena: UnsafeRawBufferPointer
  ) -> Bool {
    let order = CityIndex.order(one.part(.fold, in: arena), two.part(.fold, in: arena))
    return order == 0 ? precedesInName(one, two, in: arena) : order < 0
  }

  /// Whether a row precedes another one with the same name.
  fileprivate static func precedesInName(
    _ one: Self, _ two: Self, in arena: UnsafeRawBufferPointer
  ) -> Bool {
    if one.unpopularity != two.unpopularity { return one.unpopularity < two.unpopularity }
    let order = CityIndex.order(one.part(.country, in: arena), two.part(.country, in: arena))
    return order == 0 ? one.id < two.id : order < 0
  }
}
