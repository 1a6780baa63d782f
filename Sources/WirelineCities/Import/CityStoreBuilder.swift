internal import WirelineCore
internal import WirelineRequests

/// Builds a city database in a temporary file that replaces the old database. Readers see either
/// database as a whole, even if the process is killed.
struct CityStoreBuilder: Sendable {
  private let path: String
  private var table = CityTable()
  /// Bad rows in addition to those that `CityFile` counts.
  private(set) var badRows = 0
  private(set) var badRowSamples: [BadCityRow] = []

  init(path: String) { self.path = path }

  var cities: Int { table.count }

  mutating func insert(_ row: CityRow) {
    if !table.append(row) { badRows += 1 }
  }

  /// Removes repeated ids and sorts the rows. Call it after the last row.
  mutating func complete() {
    let repeated = table.removeRepeated()
    badRows += repeated.count
    badRowSamples = repeated.prefix(CityFileTally.sampleLimit).map {
      BadCityRow(index: $0, offset: nil, reason: .repeatedIdentifier)
    }
    table.sort()
  }

  /// - Parameter report: receives each change as a line of JSON.
  func changes(
    since before: CityStore, report: (([UInt8]) -> Void)? = nil
  ) throws(CityStoreError) -> CityChanges {
    try converting(CityStoreError.init(reading:)) { () throws(SQLiteError) in
      try CityComparison(database: before.database, table: table).changes(report: report)
    }
  }

  /// Writes and checks the database in a temporary file, and replaces the old database with it.
  /// Call it after `complete`.
  ///
  /// - Parameter generations: the number of previous databases to keep.
  func commit(
    _ metadata: CityMetadata, generations: Int, stages: inout SyncStages
  ) throws(CityStoreError) {
    let temporary = TemporaryFiles.name(for: path)
    do throws(CityStoreError) {
      try converting(CityStoreError.sqlite) { () throws(SQLiteError) in
        try CityStoreWriter(try SQLiteDatabase(path: temporary, mode: .create))
          .write(table, metadata, &stages)
      }
      try converting(CityStoreError.file) { () throws(FileError) in
        var start = ContinuousClock.now
        try CityStoreChecksum.append(to: temporary)
        try FileTime.set(temporary, modified: metadata.checkedAt)
        try CityGenerations(path: path, limit: generations).retainCurrent()
        try AtomicFile.replace(path, with: temporary)
        stages.end(.replacing, since: &start)
      }
    } catch {
      AtomicFile.remove(temporary)
      throw error
    }
  }
}

private struct CityStoreWriter {
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

  /// Inserts the alternate names of each city, except those with the fold of its name.
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

/// The time that each stage of an import took, which `-v` prints.
struct SyncStages: Sendable, CustomStringConvertible {
  enum Stage: String, Sendable {
    case reading
    /// Unpacking, parsing and folding.
    case parsing
    case sorting
    case comparing
    case inserting
    case indexing
    case checking
    /// Flushing the new file and renaming it.
    case replacing
  }

  private(set) var times: [(stage: Stage, time: Duration)] = []

  init() {}

  mutating func add(_ stage: Stage, _ time: Duration) { times.append((stage, time)) }

  /// Adds the time since `start`, and sets `start` to now.
  mutating func end(_ stage: Stage, since start: inout ContinuousClock.Instant) {
    let now = ContinuousClock.now
    add(stage, start.duration(to: now))
    start = now
  }

  var description: String {
    times.map { "\($0.stage.rawValue) \($0.time.unitText)" }.joined(separator: ", ")
  }
}
