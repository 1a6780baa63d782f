internal import WirelineCore

/// Writes the tables of a new database.
struct CityStoreWriter {
  let database: SQLiteDatabase
  let table: CityTable
  let places: LargePlaces?
  let regions: [(country: String, code: String, name: String)]

  func write(_ metadata: CityMetadata) throws(SQLiteError) {
    try database.execute(CityStoreSchema.creation)
    try database.execute("BEGIN")
    try insertCities()
    try insertAliases()
    try insertRegions()
    let added = try database.prepare("INSERT INTO added (id) VALUES (?)")
    for id in table.added {
      try added.bind(1, id)
      try added.run()
    }
    try database.execute(CityStoreSchema.indexes)
    let entry = try database.prepare("INSERT INTO meta (name, value) VALUES (?, ?)")
    for (name, value) in metadata.entries where value != nil {
      try entry.bind(1, name)
      try entry.bind(2, value)
      try entry.run()
    }
    try database.execute("COMMIT")
    try check()
  }

  private func insertCities() throws(SQLiteError) {
    let statement = try database.prepare(
      """
      INSERT INTO city (fold, unpopularity, country, id, name, latitude, longitude, more, region)
      VALUES (?,?,?,?,?,?,?,?,?)
      """)
    for row in table.entries.indices {
      try table.withRow(row) { entry, arena throws(SQLiteError) in
        try statement.bind(1, text: entry.part(.fold, in: arena))
        try statement.bind(2, entry.unpopularity)
        try statement.bind(3, text: entry.part(.country, in: arena))
        try statement.bind(4, entry.id)
        try statement.bind(5, text: entry.part(.name, in: arena))
        try statement.bind(6, text: entry.part(.latitude, in: arena))
        try statement.bind(7, text: entry.part(.longitude, in: arena))
        let more = entry.part(.more, in: arena)
        if more.isEmpty { try statement.bind(8, nil) } else { try statement.bind(8, text: more) }
        let region = entry.regionFold(places, in: arena)
        try statement.bind(9, region.isEmpty ? nil : String(decoding: region, as: UTF8.self))
        try statement.run()
      }
    }
  }

  private func insertAliases() throws(SQLiteError) {
    let statement = try database.prepare(
      "INSERT OR IGNORE INTO alias (fold, unpopularity, country, id) VALUES (?,?,?,?)")
    for (fold, row) in aliases() {
      try table.withRow(row) { entry, arena throws(SQLiteError) in
        try statement.bind(1, String(decoding: fold, as: UTF8.self))
        try statement.bind(2, entry.unpopularity)
        try statement.bind(3, text: entry.part(.country, in: arena))
        try statement.bind(4, entry.id)
        try statement.run()
      }
    }
  }

  /// The folds of the alternate names and the indices of their rows, in the order of the database.
  private func aliases() -> [(fold: [UInt8], row: Int)] {
    var aliases: [(fold: [UInt8], row: Int)] = []
    for row in table.entries.indices {
      table.withRow(row) { entry, arena in
        let own = entry.part(.fold, in: arena)
        func add(_ names: UnsafeRawBufferPointer, _ separator: UInt8) {
          for name in names.split(separator: separator)
          where name.count <= CityRowText.maximumBytes {
            var fold: [UInt8] = []
            CityFolding.append(UnsafeRawBufferPointer(rebasing: name), to: &fold)
            if !fold.isEmpty, !fold.elementsEqual(own) { aliases.append((fold, row)) }
          }
        }
        add(entry.part(.alternates, in: arena), UInt8(ascii: ","))
        if let place = entry.place, let places {
          places.withText(.names, of: Int(place)) { add($0, UInt8(ascii: "|")) }
        }
      }
    }
    return aliases.sorted { one, two in
      if one.fold != two.fold { return one.fold.lexicographicallyPrecedes(two.fold) }
      return table.withRow(one.row) { left, arena in
        CityTable.Entry.precedesInName(left, table.entries[two.row], in: arena)
      }
    }
  }

  private func insertRegions() throws(SQLiteError) {
    let statement = try database.prepare(
      "INSERT OR IGNORE INTO region (fold, country, code) VALUES (?,?,?)")
    for region in regions {
      try statement.bind(1, String(decoding: CityFolding.fold(region.name), as: UTF8.self))
      try statement.bind(2, region.country)
      try statement.bind(3, String(decoding: CityFolding.fold(region.code), as: UTF8.self))
      try statement.run()
    }
  }

  private func check() throws(SQLiteError) {
    let check = try database.prepare("PRAGMA quick_check(1)")
    guard try check.step(), check.text(0) == "ok" else {
      throw .damaged(
        database.path, because: "the new database fails its check: \(check.text(0))")
    }
  }
}
