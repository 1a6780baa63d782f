internal import WirelineCore

/// Writes the rows of a table into a new database.
struct CityStoreWriter {
  private let database: SQLiteDatabase

  init(_ database: SQLiteDatabase) { self.database = database }

  func write(
    _ table: CityTable, _ metadata: CityMetadata, _ stages: inout SyncStages
  ) throws(SQLiteError) {
    var start = ContinuousClock.now
    try database.execute(CityStoreSchema.creation)
    try database.execute("BEGIN")
    try insert(table)
    try insertAliases(table)
    stages.end(.inserting, since: &start)
    try database.execute(CityStoreSchema.indexes)
    let entry = try database.prepare("INSERT INTO meta (name, value) VALUES (?, ?)")
    for (name, value) in metadata.entries where value != nil {
      try entry.bind(1, name)
      try entry.bind(2, value)
      try entry.run()
    }
    try database.execute("COMMIT")
    stages.end(.indexing, since: &start)
    try check()
    stages.end(.checking, since: &start)
  }

  private func insert(_ table: CityTable) throws(SQLiteError) {
    let statement = try database.prepare(
      """
      INSERT INTO city (fold, unpopularity, country, id, name, latitude, longitude, more)
      VALUES (?,?,?,?,?,?,?,?)
      """)
    try table.forEach { entry, arena throws(SQLiteError) in
      try statement.bind(1, text: entry.part(.fold, in: arena))
      try statement.bind(2, -Int64(entry.population))
      try statement.bind(3, text: entry.part(.country, in: arena))
      try statement.bind(4, entry.id)
      try statement.bind(5, text: entry.part(.name, in: arena))
      try statement.bind(6, text: entry.part(.latitude, in: arena))
      try statement.bind(7, text: entry.part(.longitude, in: arena))
      let more = entry.part(.more, in: arena)
      if more.isEmpty { try statement.bind(8, nil) } else { try statement.bind(8, text: more) }
      try statement.run()
    }
  }

  /// Other names, each once a city, and not the one that it has anyway.
  private func insertAliases(_ table: CityTable) throws(SQLiteError) {
    let statement = try database.prepare(
      "INSERT OR IGNORE INTO alias (fold, id, name) VALUES (?,?,?)")
    try table.forEach { entry, arena throws(SQLiteError) in
      let names = entry.part(.alternates, in: arena)
      if names.isEmpty { return }
      let own = entry.part(.fold, in: arena)
      for name in names.split(separator: UInt8(ascii: ",")) {
        let name = UnsafeRawBufferPointer(rebasing: name)
        var fold: [UInt8] = []
        CityFolding.append(name, to: &fold)
        if fold.isEmpty || fold.elementsEqual(own) { continue }
        try statement.bind(1, String(decoding: fold, as: UTF8.self))
        try statement.bind(2, entry.id)
        try statement.bind(3, text: name)
        try statement.run()
      }
    }
  }

  private func check() throws(SQLiteError) {
    let check = try database.prepare("PRAGMA quick_check(1)")
    guard try check.step(), check.text(0) == "ok" else {
      throw SQLiteError(
        code: 11, message: "the new database fails its check: \(check.text(0))", sql: nil,
        path: database.path)
    }
  }
}
