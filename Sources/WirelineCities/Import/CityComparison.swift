internal import WirelineCore

/// The number of differences between two versions of the data, by id.
struct CityChanges: Sendable, Equatable {
  var added = 0
  var removed = 0
  /// Cities with another name, country, coordinates or additional fields.
  var changed = 0
}

/// Compares a database with the rows that will replace it. Both are in the order of the database,
/// so one pass with little memory is enough.
struct CityComparison {
  let database: SQLiteDatabase
  let table: CityTable

  /// - Parameter report: receives each change as a line of JSON.
  func changes(report: (([UInt8]) -> Void)? = nil) throws(SQLiteError) -> CityChanges {
    var changes = CityChanges()
    var gone: [Int64] = []
    var new: [Int64] = []
    try merge { old, index in
      switch (old, index) {
      case (let old?, nil): gone.append(old.integer(0))
      case (nil, let index?): new.append(table.entries[index].id)
      case (let old?, let index?): if !isSame(old, index) { changes.changed += 1 }
      case (nil, nil): break
      }
    }
    // A city that moved to another position in the order has changed.
    let moved = Set(gone).intersection(new)
    changes.changed += moved.count
    changes.added = new.count - moved.count
    changes.removed = gone.count - moved.count
    if let report { try list(moved, report) }
    return changes
  }

  /// Calls `body` with a row of the database, the index of a new row, or both if their keys match.
  private func merge(
    _ body: (SQLiteStatement?, Int?) throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    let old = try database.prepare(
      """
      SELECT id, name, country, latitude, longitude, more, fold, unpopularity
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
      fold: row.bytes(6), unpopularity: row.integer(7), country: row.bytes(2), id: row.integer(0))
  }

  private func isSame(_ old: SQLiteStatement, _ index: Int) -> Bool {
    table.withRow(index) { entry, arena in
      let parts: [(Int, CityTable.Entry.Part)] = [
        (1, .name), (3, .latitude), (4, .longitude), (5, .more),
      ]
      return parts.allSatisfy { column, part in
        CityRowKey.bytes(old.bytes(column), entry.part(part, in: arena)) == 0
      }
    }
  }

  private func list(_ moved: Set<Int64>, _ report: ([UInt8]) -> Void) throws(SQLiteError) {
    var before: [Int64: City] = [:]
    var after: [Int64: City] = [:]
    try merge { (old, index) throws(SQLiteError) in
      let city: City? = if let old { try City(old) } else { nil }
      switch (city, index.map(self.city)) {
      case (let old?, nil):
        if moved.contains(old.id) {
          before[old.id] = old
        } else {
          report(Self.line("removed", old))
        }
      case (nil, let new?):
        if moved.contains(new.id) { after[new.id] = new } else { report(Self.line("added", new)) }
      case (let old?, let new?): if old != new { report(Self.line("changed", new, was: old)) }
      case (nil, nil): break
      }
    }
    for id in moved.sorted() {
      if let new = after[id] { report(Self.line("changed", new, was: before[id])) }
    }
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
    writer.field("change", change)
    city.writeFields(to: &writer)
    if let was {
      writer.key("was")
      writer.beginObject()
      was.writeFields(to: &writer)
      writer.endObject()
    }
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }
}
