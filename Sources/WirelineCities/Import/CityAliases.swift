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
  private(set) var spellings: [UInt8] = []
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
      var previous: Entry?
      sorted.removeAll { entry in
        defer { previous = entry }
        return previous?.row == entry.row
          && previous.map { Self.order($0, entry, in: folds) } == 0
      }
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

  /// Calls `body` with the main names of the table and the alternate names, in their order.
  func forEachName<Failure: Error>(
    of table: CityTable, _ body: (Name) throws(Failure) -> Void
  ) throws(Failure) {
    try folds.withUnsafeBufferPointer { folds throws(Failure) in
      let folds = UnsafeRawBufferPointer(folds)
      var row = 0
      func passMainNames(before next: Entry?) throws(Failure) {
        while row < table.entries.count {
          let isPassed = try table.withRow(row) { main, arena throws(Failure) in
            let fold = main.part(.fold, in: arena)
            if let next, next.prefix <= main.prefix {
              let order = CityIndex.order(Self.text(of: next, in: folds), fold)
              if next.prefix < main.prefix || order < 0 { return false }
            }
            try body(Name(fold: fold, row: row, spelling: 0))
            return true
          }
          guard isPassed else { return }
          row += 1
        }
      }
      for entry in entries {
        try passMainNames(before: entry)
        try body(
          Name(
            fold: Self.text(of: entry, in: folds), row: Int(entry.row), spelling: entry.spelling))
      }
      try passMainNames(before: nil)
    }
  }
}
