package import WirelineCore

/// Compares a database with the rows that are to take its place, both in the
/// order of the database: in one go and with little memory.
struct CityComparison {
  private let database: SQLiteDatabase
  private let table: CityTable

  init(_ database: SQLiteDatabase, _ table: CityTable) {
    self.database = database
    self.table = table
  }

  /// - Parameter tell: gets each change as a line of JSON.
  func changes(tell: (([UInt8]) -> Void)? = nil) throws(SQLiteError) -> CityChanges {
    var changes = CityChanges()
    var gone: [Int64] = []
    var new: [Int64] = []
    try merge { old, index in
      switch (old, index) {
      case (let old?, nil): gone.append(old.integer(3))
      case (nil, let index?): new.append(table.entries[index].id)
      case (let old?, let index?): if !isSame(old, index) { changes.changed += 1 }
      case (nil, nil): break
      }
    }
    // Who went from one place in the order and came to another has only changed.
    let moved = Set(gone).intersection(new)
    changes.changed += moved.count
    changes.added = new.count - moved.count
    changes.removed = gone.count - moved.count
    if let tell { try list(moved, tell) }
    return changes
  }

  /// Goes through both; each step has a row of the one, of the other, or of both.
  private func merge(
    _ body: (SQLiteStatement?, Int?) throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    let old = try database.prepare(
      """
      SELECT fold, unpopularity, country, id, name, latitude, longitude, more
      FROM city ORDER BY fold, unpopularity, country, id
      """)
    var hasOld = try old.step()
    var index = 0
    while hasOld || index < table.count {
      var order = hasOld ? -1 : 1
      if hasOld, index < table.count {
        order = table.withRow(index) { entry, arena in
          CityRowKey.order(Self.key(old), CityRowKey(entry, in: arena))
        }
      }
      try body(order <= 0 ? old : nil, order >= 0 ? index : nil)
      if order <= 0 { hasOld = try old.step() }
      if order >= 0 { index += 1 }
    }
  }

  private static func key(_ row: SQLiteStatement) -> CityRowKey {
    CityRowKey(
      fold: row.bytes(0), unpopularity: row.integer(1), country: row.bytes(2), id: row.integer(3))
  }

  private func isSame(_ old: SQLiteStatement, _ index: Int) -> Bool {
    table.withRow(index) { entry, arena in
      let parts: [(Int, CityTable.Entry.Part)] = [
        (4, .name), (5, .latitude), (6, .longitude), (7, .more),
      ]
      return parts.allSatisfy { column, part in
        CityRowKey.bytes(old.bytes(column), entry.part(part, in: arena)) == 0
      }
    }
  }

  // MARK: Every change as a line

  private func list(_ moved: Set<Int64>, _ tell: ([UInt8]) -> Void) throws(SQLiteError) {
    var before: [Int64: City] = [:]
    var after: [Int64: City] = [:]
    try merge { old, index in
      switch (old.map(Self.city), index.map(city)) {
      case (let old?, nil):
        if moved.contains(old.id) { before[old.id] = old } else { tell(Self.line("removed", old)) }
      case (nil, let new?):
        if moved.contains(new.id) { after[new.id] = new } else { tell(Self.line("added", new)) }
      case (let old?, let new?): if old != new { tell(Self.line("changed", new, was: old)) }
      case (nil, nil): break
      }
    }
    for id in moved.sorted() {
      if let new = after[id] { tell(Self.line("changed", new, was: before[id])) }
    }
  }

  private static func city(_ row: SQLiteStatement) -> City {
    City(
      id: row.integer(3), name: row.text(4), country: row.text(2), latitude: row.text(5),
      longitude: row.text(6), more: row.text(7))
  }

  private func city(_ index: Int) -> City {
    table.withRow(index) { entry, arena in
      let text: (CityTable.Entry.Part) -> String = {
        String(decoding: entry.part($0, in: arena), as: UTF8.self)
      }
      return City(
        id: entry.id, name: text(.name), country: text(.country), latitude: text(.latitude),
        longitude: text(.longitude), more: text(.more))
    }
  }

  private static func line(_ change: String, _ city: City, was: City? = nil) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("change", change)
    city.writeMembers(to: &writer)
    if let was {
      writer.key("was")
      writer.beginObject()
      was.writeMembers(to: &writer)
      writer.endObject()
    }
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }
}

extension City {
  /// Writes what is known of the city into an object that is open.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("id", id)
    writer.member("name", name)
    if !country.isEmpty { writer.member("country", country) }
    // The digits are the source's, and valid: they were scanned when they came.
    writer.member("latitude", raw: Array(latitude.utf8))
    writer.member("longitude", raw: Array(longitude.utf8))
    if !more.isEmpty { writer.raw(Array(more.utf8)) }
  }
}
