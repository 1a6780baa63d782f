internal import Glibc

/// The rows of a new database, sorted before they are inserted, so that the database is written
/// sequentially. All bytes are in one arena: 200,000 rows need about 20 MB.
struct CityTable: Sendable {
  struct Entry: Sendable {
    /// The first eight bytes of the fold, which decide most comparisons.
    let prefix: UInt64
    let id: Int64
    /// The offset of the row in the arena: fold, country, name, latitude, longitude, additional
    /// fields, region, alternate names. The lengths are below.
    fileprivate let start: UInt32
    fileprivate(set) var population: UInt32
    /// The position in the table of large places; nil for other cities.
    fileprivate(set) var place: Int32?
    /// Whether the city is the same as a preceding one.
    fileprivate(set) var isTwin = false
    fileprivate let index: UInt32
    fileprivate let fold: UInt16
    fileprivate let country: UInt16
    fileprivate let name: UInt16
    fileprivate let more: UInt16
    fileprivate let region: UInt16
    fileprivate let alternates: UInt16
    fileprivate let latitude: UInt8
    fileprivate let longitude: UInt8
  }

  private var arena: [UInt8] = []
  var entries: [Entry] = []

  var count: Int { entries.count }

  mutating func append(_ row: CityRow) -> Bool {
    let start = arena.count
    CityFolding.append(row.name, to: &arena)
    let fold = arena.count - start
    let parts = [
      row.country, row.name, row.latitude, row.longitude, row.more, row.region, row.alternates,
    ]
    for part in parts {
      arena.append(contentsOf: part)
    }
    guard let fold = UInt16(exactly: fold), let country = UInt16(exactly: row.country.count),
      let name = UInt16(exactly: row.name.count), let begin = UInt32(exactly: start),
      let latitude = UInt8(exactly: row.latitude.count),
      let longitude = UInt8(exactly: row.longitude.count),
      let more = UInt16(exactly: row.more.count),
      let region = UInt16(exactly: row.region.count),
      let alternates = UInt16(exactly: row.alternates.count)
    else {
      arena.removeLast(arena.count - start)
      return false
    }
    entries.append(
      Entry(
        prefix: Self.prefix(arena[start..<start + Int(fold)]), id: row.id, start: begin,
        population: UInt32(clamping: row.population), index: UInt32(clamping: row.index),
        fold: fold, country: country, name: name,
        more: more, region: region, alternates: alternates, latitude: latitude, longitude: longitude
      ))
    return true
  }

  static func prefix(_ fold: ArraySlice<UInt8>) -> UInt64 {
    var prefix: UInt64 = 0
    for index in 0..<8 {
      let byte = index < fold.count ? fold[fold.startIndex + index] : 0
      prefix = prefix << 8 | UInt64(byte)
    }
    return prefix
  }

  /// Removes rows with the id of an earlier row; returns their positions in the file.
  mutating func removeRepeated() -> [Int] {
    let order = entries.indices.sorted {
      (entries[$0].id, entries[$0].start) < (entries[$1].id, entries[$1].start)
    }
    var repeated: Set<Int> = []
    for (one, two) in zip(order, order.dropFirst()) where entries[one].id == entries[two].id {
      repeated.insert(two)
    }
    if repeated.isEmpty { return [] }
    let positions = repeated.map { Int(entries[$0].index) }.sorted()
    entries = entries.indices.filter { !repeated.contains($0) }.map { entries[$0] }
    return positions
  }

  /// Sorts the rows in the order of the database: by fold, population, country and id.
  mutating func sort() {
    var rows: [Entry] = []
    swap(&rows, &entries)
    sort(&rows)
    swap(&rows, &entries)
  }

  func sort(_ rows: inout [Entry]) {
    arena.withUnsafeBytes { arena in
      rows.sort { one, two in
        if one.prefix != two.prefix { return one.prefix < two.prefix }
        return CityRowKey(one, in: arena) < CityRowKey(two, in: arena)
      }
    }
  }

  mutating func setPlace(_ row: Int, _ place: Int, population: Int64) {
    entries[row].place = Int32(place)
    if entries[row].population == 0 { entries[row].population = UInt32(clamping: population) }
  }

  mutating func setTwin(_ row: Int) { entries[row].isTwin = true }

  func forEach<Failure: Error>(
    _ body: (Entry, UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    try arena.withUnsafeBufferPointer { arena throws(Failure) in
      for entry in entries { try body(entry, UnsafeRawBufferPointer(arena)) }
    }
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
  enum Part { case fold, country, name, latitude, longitude, more, region, alternates }

  /// The negative population, and 1 for twins, which come last.
  var unpopularity: Int64 { isTwin ? 1 : -Int64(population) }

  func part(_ part: Part, in arena: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let (offset, length) =
      switch part {
      case .fold: (0, Int(fold))
      case .country: (Int(fold), Int(country))
      case .name: (Int(fold) + Int(country), Int(name))
      case .latitude: (texts, Int(latitude))
      case .longitude: (texts + Int(latitude), Int(longitude))
      case .more: (texts + degrees, Int(more))
      case .region: (texts + degrees + Int(more), Int(region))
      case .alternates: (texts + degrees + Int(more) + Int(region), Int(alternates))
      }
    let begin = Int(start) + offset
    return UnsafeRawBufferPointer(rebasing: arena[begin..<begin + length])
  }

  private var texts: Int { Int(fold) + Int(country) + Int(name) }
  private var degrees: Int { Int(latitude) + Int(longitude) }
}

/// The key that determines a row's position in the database.
struct CityRowKey: Comparable {
  let fold: UnsafeRawBufferPointer
  let unpopularity: Int64
  let country: UnsafeRawBufferPointer
  let id: Int64

  static func < (one: CityRowKey, two: CityRowKey) -> Bool { order(one, two) < 0 }

  static func == (one: CityRowKey, two: CityRowKey) -> Bool { order(one, two) == 0 }

  static func order(_ one: CityRowKey, _ two: CityRowKey) -> Int {
    let fold = bytes(one.fold, two.fold)
    return fold != 0 ? fold : orderOfNamesakes(one, two)
  }

  /// The order of rows that have a name in common.
  static func orderOfNamesakes(_ one: CityRowKey, _ two: CityRowKey) -> Int {
    if one.unpopularity != two.unpopularity { return one.unpopularity < two.unpopularity ? -1 : 1 }
    let country = bytes(one.country, two.country)
    if country != 0 { return country }
    return one.id == two.id ? 0 : one.id < two.id ? -1 : 1
  }

  /// The order of SQLite's BINARY collation.
  static func bytes(_ one: UnsafeRawBufferPointer, _ two: UnsafeRawBufferPointer) -> Int {
    let common = min(one.count, two.count)
    if common > 0, let left = one.baseAddress, let right = two.baseAddress {
      let order = memcmp(left, right, common)
      if order != 0 { return Int(order) }
    }
    return one.count - two.count
  }
}

extension CityRowKey {
  init(_ entry: CityTable.Entry, in arena: UnsafeRawBufferPointer) {
    fold = entry.part(.fold, in: arena)
    unpopularity = entry.unpopularity
    country = entry.part(.country, in: arena)
    id = entry.id
  }
}
