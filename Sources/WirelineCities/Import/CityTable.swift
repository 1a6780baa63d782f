internal import Glibc

/// Rows on their way into a database: kept as bytes in one arena and sorted
/// there, so that 200,000 of them cost some 20 MB and the database is written
/// from its first page to its last.
struct CityTable: Sendable {
  struct Entry: Sendable {
    /// The first eight bytes of the fold: most comparisons end here.
    fileprivate let prefix: UInt64
    let id: Int64
    /// Where the row begins in the arena: fold, country, name, latitude,
    /// longitude, more, alternates.
    fileprivate let start: UInt32
    let population: UInt32
    /// Its place in the file.
    fileprivate let index: UInt32
    fileprivate let fold: UInt16
    fileprivate let country: UInt16
    fileprivate let name: UInt16
    fileprivate let more: UInt16
    fileprivate let alternates: UInt16
    fileprivate let latitude: UInt8
    fileprivate let longitude: UInt8
  }

  private var arena: [UInt8] = []
  private(set) var entries: [Entry] = []

  var count: Int { entries.count }

  /// False when the row is too large to be a city's.
  mutating func append(_ row: CityRow) -> Bool {
    let start = arena.count
    CityFolding.append(row.name, to: &arena)
    let fold = arena.count - start
    for part in [row.country, row.name, row.latitude, row.longitude, row.more, row.alternates] {
      arena.append(contentsOf: part)
    }
    guard let fold = UInt16(exactly: fold), let country = UInt16(exactly: row.country.count),
      let name = UInt16(exactly: row.name.count), let begin = UInt32(exactly: start),
      let latitude = UInt8(exactly: row.latitude.count),
      let longitude = UInt8(exactly: row.longitude.count),
      let more = UInt16(exactly: row.more.count),
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
        more: more, alternates: alternates, latitude: latitude, longitude: longitude))
    return true
  }

  private static func prefix(_ fold: ArraySlice<UInt8>) -> UInt64 {
    var prefix: UInt64 = 0
    for index in 0..<8 {
      let byte = index < fold.count ? fold[fold.startIndex + index] : 0
      prefix = prefix << 8 | UInt64(byte)
    }
    return prefix
  }

  /// Drops rows whose id an earlier one has; returns their places in the file.
  mutating func removeRepeated() -> [Int] {
    let order = entries.indices.sorted {
      (entries[$0].id, entries[$0].start) < (entries[$1].id, entries[$1].start)
    }
    var repeated: Set<Int> = []
    for (one, two) in zip(order, order.dropFirst()) where entries[one].id == entries[two].id {
      repeated.insert(two)
    }
    if repeated.isEmpty { return [] }
    let places = repeated.map { Int(entries[$0].index) }.sorted()
    entries = entries.indices.filter { !repeated.contains($0) }.map { entries[$0] }
    return places
  }

  /// Sorts as the database does: by fold, population, country and id.
  mutating func sort() {
    arena.withUnsafeBytes { arena in
      entries.sort { one, two in
        if one.prefix != two.prefix { return one.prefix < two.prefix }
        return CityRowKey(one, in: arena) < CityRowKey(two, in: arena)
      }
    }
  }

  /// The rows in their order, each with the bytes that its parts lie in.
  func forEach<Failure: Error>(
    _ body: (Entry, UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    let outcome: Result<Void, Failure> = arena.withUnsafeBytes { arena in
      do throws(Failure) {
        for entry in entries { try body(entry, arena) }
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try outcome.get()
  }

  /// The row at an index, for as long as the body runs.
  func withRow<Value>(_ index: Int, _ body: (Entry, UnsafeRawBufferPointer) -> Value) -> Value {
    arena.withUnsafeBytes { body(entries[index], $0) }
  }
}

extension CityTable.Entry {
  enum Part { case fold, country, name, latitude, longitude, more, alternates }

  /// A part of the row in the arena.
  func part(_ part: Part, in arena: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var offset = Int(start)
    let length: Int
    switch part {
    case .fold: length = Int(fold)
    case .country:
      (offset, length) = (offset + Int(fold), Int(country))
    case .name:
      (offset, length) = (offset + Int(fold) + Int(country), Int(name))
    case .latitude:
      (offset, length) = (offset + texts, Int(latitude))
    case .longitude:
      (offset, length) = (offset + texts + Int(latitude), Int(longitude))
    case .more:
      (offset, length) = (offset + texts + Int(latitude) + Int(longitude), Int(more))
    case .alternates:
      (offset, length) = (
        offset + texts + Int(latitude) + Int(longitude) + Int(more), Int(alternates)
      )
    }
    return UnsafeRawBufferPointer(rebasing: arena[offset..<offset + length])
  }

  private var texts: Int { Int(fold) + Int(country) + Int(name) }
}

/// What a row's place in the database goes by.
struct CityRowKey: Comparable {
  let fold: UnsafeRawBufferPointer
  let unpopularity: Int64
  let country: UnsafeRawBufferPointer
  let id: Int64

  init(
    fold: UnsafeRawBufferPointer, unpopularity: Int64, country: UnsafeRawBufferPointer, id: Int64
  ) {
    self.fold = fold
    self.unpopularity = unpopularity
    self.country = country
    self.id = id
  }

  init(_ entry: CityTable.Entry, in arena: UnsafeRawBufferPointer) {
    fold = entry.part(.fold, in: arena)
    unpopularity = -Int64(entry.population)
    country = entry.part(.country, in: arena)
    id = entry.id
  }

  static func < (one: CityRowKey, two: CityRowKey) -> Bool { order(one, two) < 0 }

  static func == (one: CityRowKey, two: CityRowKey) -> Bool { order(one, two) == 0 }

  /// Below 0, 0 or above, as memcmp.
  static func order(_ one: CityRowKey, _ two: CityRowKey) -> Int {
    let fold = bytes(one.fold, two.fold)
    if fold != 0 { return fold }
    if one.unpopularity != two.unpopularity { return one.unpopularity < two.unpopularity ? -1 : 1 }
    let country = bytes(one.country, two.country)
    if country != 0 { return country }
    return one.id == two.id ? 0 : one.id < two.id ? -1 : 1
  }

  /// Byte order, as SQLite's BINARY collation.
  static func bytes(_ one: UnsafeRawBufferPointer, _ two: UnsafeRawBufferPointer) -> Int {
    let common = min(one.count, two.count)
    if common > 0, let left = one.baseAddress, let right = two.baseAddress {
      let order = memcmp(left, right, common)
      if order != 0 { return Int(order) }
    }
    return one.count - two.count
  }
}
