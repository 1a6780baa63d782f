internal import WirelineCore

/// The alternate names of all rows of a table, in the order of the index: by folded name, then by
/// city.
struct CityAliases {
  struct Name {
    let fold: UnsafeRawBufferPointer
    let row: Int
    /// The offset in the spellings; 0 for main names.
    let spelling: UInt32
  }

  private struct Entry {
    /// The first eight bytes of the folded name, which decide most comparisons.
    let prefix: UInt64
    let fold: Range<UInt32>
    let row: UInt32
    let spelling: UInt32
  }

  private var folds: [UInt8] = []
  /// The names as the source spells them, each after its length in two bytes.
  private var spellings: [UInt8] = []
  private var entries: [Entry] = []

  init(_ table: CityTable, _ places: LargePlaces?) {
    for row in table.entries.indices {
      table.withRow(row) { entry, arena in
        let own = entry.part(.fold, in: arena)
        add(entry.part(.alternates, in: arena), separator: UInt8(ascii: ","), to: row, own)
        if let place = entry.place, let places {
          let names = places.text(.names, of: Int(place))
          add(names, separator: UInt8(ascii: "|"), to: row, own)
        }
      }
    }
    sort(table)
  }

  /// Adds the names whose folded form differs from that of the main name.
  private mutating func add(
    _ names: UnsafeRawBufferPointer, separator: UInt8, to row: Int, _ own: UnsafeRawBufferPointer
  ) {
    if names.isEmpty { return }
    for name in names.split(separator: separator) where name.count <= CityRowText.maximumBytes {
      let start = folds.count
      CityFolding.append(UnsafeRawBufferPointer(rebasing: name), to: &folds)
      guard folds.count > start, !folds[start...].elementsEqual(own) else {
        folds.removeLast(folds.count - start)
        continue
      }
      spellings.append(UInt8(truncatingIfNeeded: name.count))
      spellings.append(UInt8(name.count >> 8))
      entries.append(
        Entry(
          prefix: CityIndex.prefix(folds[start...]),
          fold: UInt32(start)..<UInt32(folds.count), row: UInt32(row),
          spelling: UInt32(spellings.count)))
      spellings.append(contentsOf: name)
    }
  }

  /// Sorts the names. Of a city's names with the same folded form, only the first is kept.
  private mutating func sort(_ table: CityTable) {
    var sorted: [Entry] = []
    swap(&sorted, &entries)
    folds.withUnsafeBytes { folds in
      sorted.sort { one, two in
        let order = Self.order(one, two, in: folds)
        if order != 0 { return order < 0 }
        if one.row == two.row { return one.spelling < two.spelling }
        return table.precedesInName(Int(one.row), Int(two.row))
      }
      // In place, because memory is at its peak here.
      var count = 0
      for index in sorted.indices {
        let entry = sorted[index]
        if count > 0, sorted[count - 1].row == entry.row,
          Self.order(sorted[count - 1], entry, in: folds) == 0
        {
          continue
        }
        sorted[count] = entry
        count += 1
      }
      sorted.removeLast(sorted.count - count)
    }
    swap(&sorted, &entries)
  }

  private static func order(_ one: Entry, _ two: Entry, in folds: UnsafeRawBufferPointer) -> Int {
    if one.prefix != two.prefix { return one.prefix < two.prefix ? -1 : 1 }
    return CityIndex.order(text(of: one, in: folds), text(of: two, in: folds))
  }

  private static func text(
    of entry: Entry, in folds: UnsafeRawBufferPointer
  ) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: folds[Int(entry.fold.lowerBound)..<Int(entry.fold.upperBound)])
  }

  var count: Int { entries.count }

  func withName<Failure: Error>(
    _ index: Int, _ body: (Name) throws(Failure) -> Void
  ) throws(Failure) {
    let entry = entries[index]
    try folds.withUnsafeBufferPointer { folds throws(Failure) in
      try body(
        Name(
          fold: Self.text(of: entry, in: UnsafeRawBufferPointer(folds)), row: Int(entry.row),
          spelling: entry.spelling))
    }
  }

  func withSpellings<Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    try spellings.withUnsafeBufferPointer { bytes throws(Failure) in
      try body(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Whether an alternate name precedes the main name of a row; false after the last one.
  func precedes(_ index: Int, _ row: Int, of table: CityTable) -> Bool {
    guard index < entries.count else { return false }
    let (entry, prefix) = (entries[index], table.entries[row].prefix)
    if entry.prefix != prefix { return entry.prefix < prefix }
    return folds.withUnsafeBytes { folds in
      table.withRow(row) { row, arena in
        CityIndex.order(Self.text(of: entry, in: folds), row.part(.fold, in: arena)) < 0
      }
    }
  }
}
