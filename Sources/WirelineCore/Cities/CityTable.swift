internal import Glibc

/// Rows on their way into a database: kept as bytes in one arena and sorted
/// there, so that 200,000 of them cost some 15 MB and the database is written
/// from its first page to its last.
struct CityTable: Sendable {
  private struct Entry: Sendable {
    /// The first eight bytes of the fold: most comparisons end here.
    let prefix: UInt64
    let id: Int64
    /// Where the row begins in the arena: fold, country, name, latitude,
    /// longitude.
    let start: UInt32
    let fold: UInt16
    let country: UInt16
    let name: UInt16
    let latitude: UInt8
    let longitude: UInt8
  }

  private var arena: [UInt8] = []
  private var entries: [Entry] = []

  var count: Int { entries.count }

  /// False when the row is too large to be a city's.
  mutating func append(_ row: CityRow) -> Bool {
    let start = arena.count
    CityFolding.append(row.name, to: &arena)
    let fold = arena.count - start
    arena.append(contentsOf: row.country)
    arena.append(contentsOf: row.name)
    arena.append(contentsOf: row.latitude)
    arena.append(contentsOf: row.longitude)
    guard let fold = UInt16(exactly: fold), let country = UInt16(exactly: row.country.count),
      let name = UInt16(exactly: row.name.count), let begin = UInt32(exactly: start),
      let latitude = UInt8(exactly: row.latitude.count),
      let longitude = UInt8(exactly: row.longitude.count)
    else {
      arena.removeLast(arena.count - start)
      return false
    }
    entries.append(
      Entry(
        prefix: Self.prefix(arena[start..<start + Int(fold)]), id: row.id, start: begin,
        fold: fold, country: country, name: name, latitude: latitude, longitude: longitude))
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

  /// Drops rows whose id an earlier one has; returns how many.
  mutating func removeRepeated() -> Int {
    let order = entries.indices.sorted {
      (entries[$0].id, entries[$0].start) < (entries[$1].id, entries[$1].start)
    }
    var repeated: Set<Int> = []
    for (one, two) in zip(order, order.dropFirst()) where entries[one].id == entries[two].id {
      repeated.insert(two)
    }
    if repeated.isEmpty { return 0 }
    entries = entries.indices.filter { !repeated.contains($0) }.map { entries[$0] }
    return repeated.count
  }

  /// Sorts by fold, country and id.
  mutating func sort() {
    arena.withUnsafeBytes { arena in
      entries.sort { one, two in
        if one.prefix != two.prefix { return one.prefix < two.prefix }
        // The country follows the fold, so an equal fold compares countries.
        let (fold, otherFold) = (Self.part(arena, one, 0), Self.part(arena, two, 0))
        if let isLess = Self.isLess(fold, otherFold) { return isLess }
        let (country, other) = (Self.part(arena, one, 1), Self.part(arena, two, 1))
        return Self.isLess(country, other) ?? (one.id < two.id)
      }
    }
  }

  /// Writes all rows in their order.
  func insert(into database: SQLiteDatabase) throws(SQLiteError) {
    let statement = try database.prepare(
      "INSERT INTO city (fold, country, id, name, latitude, longitude) VALUES (?,?,?,?,?,?)")
    let outcome: Result<Void, SQLiteError> = arena.withUnsafeBytes { arena in
      do throws(SQLiteError) {
        for entry in entries { try Self.insert(entry, arena, statement) }
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try outcome.get()
  }

  private static func insert(
    _ entry: Entry, _ arena: UnsafeRawBufferPointer, _ statement: SQLiteStatement
  ) throws(SQLiteError) {
    try statement.bind(1, text: part(arena, entry, 0))
    try statement.bind(2, text: part(arena, entry, 1))
    try statement.bind(3, entry.id)
    try statement.bind(4, text: part(arena, entry, 2))
    try statement.bind(5, text: part(arena, entry, 3))
    try statement.bind(6, text: part(arena, entry, 4))
    try statement.run()
  }

  /// Part 0 to 4 of a row in the arena.
  private static func part(
    _ arena: UnsafeRawBufferPointer, _ entry: Entry, _ part: Int
  ) -> UnsafeRawBufferPointer {
    let lengths = (
      Int(entry.fold), Int(entry.country), Int(entry.name), Int(entry.latitude),
      Int(entry.longitude)
    )
    let start = Int(entry.start)
    let (offset, length) =
      switch part {
      case 0: (0, lengths.0)
      case 1: (lengths.0, lengths.1)
      case 2: (lengths.0 + lengths.1, lengths.2)
      case 3: (lengths.0 + lengths.1 + lengths.2, lengths.3)
      default: (lengths.0 + lengths.1 + lengths.2 + lengths.3, lengths.4)
      }
    return UnsafeRawBufferPointer(rebasing: arena[start + offset..<start + offset + length])
  }

  /// Byte order, as SQLite's BINARY collation; nil for equal.
  private static func isLess(
    _ one: UnsafeRawBufferPointer, _ two: UnsafeRawBufferPointer
  ) -> Bool? {
    let common = min(one.count, two.count)
    if common > 0, let left = one.baseAddress, let right = two.baseAddress {
      let order = memcmp(left, right, common)
      if order != 0 { return order < 0 }
    }
    return one.count == two.count ? nil : one.count < two.count
  }
}
