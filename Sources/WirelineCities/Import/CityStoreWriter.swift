internal import WirelineCore

/// Writes the tables of a new database.
struct CityStoreWriter {
  let database: SQLiteDatabase
  let table: CityTable
  let areas: AreaTable

  func write(_ metadata: CityMetadata) throws(SQLiteError) {
    try database.execute(CityStoreSchema.creation)
    try database.execute("BEGIN")
    try insertCities()
    try insertAreas()
    let added = try database.prepare("INSERT INTO added (id) VALUES (?)")
    for id in table.added {
      try added.bind(1, id)
      try added.run()
    }
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
      INSERT INTO city (id, name, country, latitude, longitude, more, population, area)
      VALUES (?,?,?,?,?,?,?,?)
      """)
    // In the order of the ids, so that the pages of the table are filled one after the other.
    for row in table.entries.indices.sorted(by: { table.entries[$0].id < table.entries[$1].id }) {
      try table.withRow(row) { entry, arena throws(SQLiteError) in
        try statement.bind(1, entry.id)
        try statement.bind(2, text: entry.part(.name, in: arena))
        try statement.bind(3, text: entry.part(.country, in: arena))
        try statement.bind(4, text: entry.part(.latitude, in: arena))
        try statement.bind(5, text: entry.part(.longitude, in: arena))
        let more = entry.part(.more, in: arena)
        if more.isEmpty { try statement.bind(6, nil) } else { try statement.bind(6, text: more) }
        let (population, area) = (Int64(entry.population), Int64(entry.area))
        if population > 0 { try statement.bind(7, population) } else { try statement.bind(7, nil) }
        if area > 0 { try statement.bind(8, area) } else { try statement.bind(8, nil) }
        try statement.run()
      }
    }
  }

  private func insertAreas() throws(SQLiteError) {
    let area = try database.prepare(
      "INSERT INTO area (country, region, name, timezone) VALUES (?,?,?,?)")
    for row in areas.areas {
      try insert([row.country, row.region, row.name, row.timezone], by: area)
    }
    let name = try database.prepare(
      "INSERT OR IGNORE INTO region (fold, country, code) VALUES (?,?,?)")
    try areas.forEachRegion { (country, code, names) throws(SQLiteError) in
      for other in names { try insert([CityFolding.fold(other), country, code], by: name) }
    }
  }

  private func insert(_ texts: [[UInt8]], by statement: SQLiteStatement) throws(SQLiteError) {
    for (index, text) in texts.enumerated() {
      try text.withUnsafeBufferPointer { text throws(SQLiteError) in
        try statement.bind(index + 1, text: UnsafeRawBufferPointer(text))
      }
    }
    try statement.run()
  }

  private func check() throws(SQLiteError) {
    let check = try database.prepare("PRAGMA quick_check(1)")
    guard try check.step(), check.text(0) == "ok" else {
      throw .damaged(
        database.path, because: "the new database fails its check: \(check.text(0))")
    }
  }
}
