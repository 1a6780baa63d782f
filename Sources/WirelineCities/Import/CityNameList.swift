internal import WirelineCore

/// The names by which the cities of a new database are found.
struct CityNameList {
  /// An alternate name of a row.
  struct Alias {
    let fold: [UInt8]
    let row: Int
  }

  private(set) var aliases: [Alias] = []
  private let table: CityTable

  /// The number of largest cities whose names are in the lists of `forEachPrefix`.
  private static let listedCities = 10_000
  static let listLength = 64
  /// Prefixes that fewer names have are searched for instead.
  private static let leastNames = 3
  /// The maximum length of a listed prefix in bytes, because names may have long common beginnings.
  private static let longestPrefix = 64

  init(_ table: CityTable, _ places: LargePlaces?) {
    self.table = table
    for row in table.entries.indices {
      table.withRow(row) { entry, arena in
        let own = entry.part(.fold, in: arena)
        func add(_ name: Slice<UnsafeRawBufferPointer>) {
          if name.count > CityRowText.maximumBytes { return }
          var fold: [UInt8] = []
          CityFolding.append(UnsafeRawBufferPointer(rebasing: name), to: &fold)
          if fold.isEmpty || fold.elementsEqual(own) { return }
          aliases.append(Alias(fold: fold, row: row))
        }
        for name in entry.part(.alternates, in: arena).split(separator: UInt8(ascii: ",")) {
          add(name)
        }
        guard let place = entry.place, let places else { return }
        places.withText(.names, of: Int(place)) { names in
          for name in names.split(separator: UInt8(ascii: "|")) { add(name) }
        }
      }
    }
    // The order of the database.
    aliases.sort { one, two in
      if one.fold != two.fold { return one.fold.lexicographicallyPrecedes(two.fold) }
      return table.withRow(one.row) { left, arena in
        CityRowKey.orderOfNamesakes(
          CityRowKey(left, in: arena), CityRowKey(table.entries[two.row], in: arena)) < 0
      }
    }
  }

  /// A name of a row, and the rank of the row if the name's beginning matches.
  private struct Name {
    let fold: [UInt8]
    let match: Match
  }

  /// A matching name of a row. The order is that of `CitySearch.findNames`, so that a search
  /// continues where a list ends.
  private struct Match: Comparable {
    let score: Int64
    /// Orders matches of one score: whole names before beginnings, names before alternate names,
    /// then as in the database.
    let position: Int
    let row: Int

    static func < (one: Match, two: Match) -> Bool {
      (one.score, one.position) < (two.score, two.position)
    }
  }

  /// The position of a match by the name of a row, or by `aliases[alias]`.
  private func position(_ row: Int, alias: Int? = nil, isWhole: Bool) -> Int {
    (isWhole ? 0 : table.count + aliases.count) + (alias.map { table.count + $0 } ?? row)
  }

  /// Calls `body` with each prefix that many names of the largest cities have, and the ids of its
  /// best matches.
  ///
  /// A list is the start of the whole order, because all other cities are smaller.
  func forEachPrefix<Failure: Error>(
    _ body: ([UInt8], [Int64]) throws(Failure) -> Void
  ) throws(Failure) {
    let rows = table.entries.indices.filter { table.entries[$0].unpopularity < 0 }
      .sorted { (unpopularity($0), $0) < (unpopularity($1), $1) }.prefix(Self.listedCities)
    let listed = Set(rows)
    var names = rows.map { row in
      let position = position(row, isWhole: false)
      return Name(
        fold: fold(row), match: Match(score: unpopularity(row), position: position, row: row))
    }
    for (index, alias) in aliases.enumerated() where listed.contains(alias.row) {
      let position = position(alias.row, alias: index, isWhole: false)
      let score = CityScore.prefix(unpopularity(alias.row), isAlias: true)
      names.append(
        Name(fold: alias.fold, match: Match(score: score, position: position, row: alias.row)))
    }
    names.sort { $0.fold.lexicographicallyPrecedes($1.fold) }
    // Cities that are not listed may precede matches with this score or a higher one.
    let end = rows.count < Self.listedCities ? 1 : rows.last.map(unpopularity) ?? 1
    _ = try list(names[...], depth: 0) { prefix, best throws(Failure) in
      try body(prefix, ids(best, prefix, before: end))
    }
  }

  private func unpopularity(_ row: Int) -> Int64 { table.entries[row].unpopularity }

  private func fold(_ row: Int) -> [UInt8] {
    table.withRow(row) { Array($0.part(.fold, in: $1)) }
  }

  /// Calls `body` with the prefixes of sorted names that share their first `depth` bytes.
  ///
  /// - Returns: the best matches.
  private func list<Failure: Error>(
    _ names: ArraySlice<Name>, depth: Int, _ body: ([UInt8], [Match]) throws(Failure) -> Void
  ) throws(Failure) -> [Match] {
    guard names.count >= Self.leastNames, let first = names.first?.fold else {
      return names.map(\.match)
    }
    guard depth < Self.longestPrefix else { return Self.unique(names.map(\.match).sorted()) }
    var best: [Match] = []
    var start = names.startIndex
    while start < names.endIndex {
      if names[start].fold.count == depth {
        best.append(names[start].match)
        start += 1
        continue
      }
      let byte = names[start].fold[depth]
      let end = names[start...].firstIndex { $0.fold[depth] != byte } ?? names.endIndex
      best += try list(names[start..<end], depth: depth + 1, body)
      start = end
    }
    best = Self.unique(best.sorted())
    try body(Array(first.prefix(depth)), best)
    return best
  }

  /// The first matches, of each row the best.
  private static func unique(_ matches: [Match]) -> [Match] {
    var rows: Set<Int> = []
    var unique: [Match] = []
    for match in matches where unique.count < listLength && rows.insert(match.row).inserted {
      unique.append(match)
    }
    return unique
  }

  /// The ids of matches of a prefix, and of rows with it as a whole name, with scores below `end`.
  private func ids(_ matches: [Match], _ prefix: [UInt8], before end: Int64) -> [Int64] {
    let all = (wholeMatches(prefix) + matches).filter { $0.score < end }
    return Self.unique(all.sorted()).map { table.entries[$0.row].id }
  }

  /// The rows with a name.
  private func wholeMatches(_ name: [UInt8]) -> [Match] {
    func first(_ count: Int, _ isBefore: (Int) -> Bool) -> Int {
      var (low, high) = (0, count)
      while low < high {
        let middle = (low + high) / 2
        if isBefore(middle) { low = middle + 1 } else { high = middle }
      }
      return low
    }
    var matches: [Match] = []
    func add(_ row: Int, alias: Int? = nil) {
      // Twins are not listed.
      if unpopularity(row) > 0 { return }
      matches.append(
        Match(
          score: CityScore.whole(unpopularity(row)),
          position: position(row, alias: alias, isWhole: true), row: row))
    }
    var row = first(table.count) { fold($0).lexicographicallyPrecedes(name) }
    while row < table.count, fold(row) == name {
      add(row)
      row += 1
    }
    var alias = first(aliases.count) { aliases[$0].fold.lexicographicallyPrecedes(name) }
    while alias < aliases.count, aliases[alias].fold == name {
      add(aliases[alias].row, alias: alias)
      alias += 1
    }
    return matches
  }
}
