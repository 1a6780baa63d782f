internal import WirelineCore

/// An open cache database. Used by one thread at a time.
final class CacheIndex {
  private let database: SQLiteDatabase
  private var prepared: [String: SQLiteStatement] = [:]

  /// Opens the database and creates it if it does not exist.
  ///
  /// - Throws: `SQLITE_NOTADB` also for a database that is not a cache or has another version.
  init(path: String, lockTimeout: Duration) throws(SQLiteError) {
    // Reading the header is cheaper than two queries. If the header is wrong because a process was
    // killed, the missing table is detected later.
    let header = try? SQLiteHeader(of: path)
    database = try SQLiteDatabase(path: path, mode: .create)
    try database.execute(CacheSchema.connection(lockTimeout))
    if let header, header.matches(CacheSchema.applicationIdentifier, version: CacheSchema.version) {
      return
    }
    if try isOurs() { return }
    try database.transaction { () throws(SQLiteError) in
      // Another process may have created it.
      guard try !isOurs() else { return }
      let tables = try integers("SELECT count(*) FROM sqlite_schema")
      guard tables == [0] else {
        throw SQLiteError(code: 26, message: "not a cache", sql: nil, path: path)
      }
      try database.execute(CacheSchema.creation)
    }
  }

  private func isOurs() throws(SQLiteError) -> Bool {
    guard try integers("PRAGMA user_version") == [CacheSchema.version] else { return false }
    return try integers("PRAGMA application_id") == [CacheSchema.applicationIdentifier]
  }

  func isIntact() throws(SQLiteError) -> Bool {
    try database.execute(CacheSchema.probe)
    _ = try total()
    let check = try database.prepare("PRAGMA quick_check(1)")
    return try check.step() && check.text(0) == "ok"
  }

  func rows(key: String) throws(SQLiteError) -> [CacheRow] {
    let statement = try bound(
      "SELECT id, key, variant, head, seal, digest, bytes, used FROM entry WHERE key = ?", [key])
    defer { statement.reset() }
    var rows: [CacheRow] = []
    while try statement.step() {
      rows.append(
        CacheRow(
          identifier: statement.integer(0), key: statement.text(1), variant: statement.text(2),
          head: Array(statement.bytes(3)), seal: statement.text(4), digest: statement.text(5),
          bytes: Int(truncatingIfNeeded: statement.integer(6)),
          used: Int(truncatingIfNeeded: statement.integer(7))))
    }
    return rows
  }

  /// Returns a body stored in the database; nil if it is in a file or the entry has been replaced.
  func body(_ row: CacheRow) throws(SQLiteError) -> [UInt8]? {
    let statement = try bound(
      "SELECT body FROM entry WHERE id = ? AND digest = ?",
      [String(row.identifier), row.digest])
    defer { statement.reset() }
    guard try statement.step(), !statement.isNull(0) else { return nil }
    return Array(statement.bytes(0))
  }

  func touch(_ row: CacheRow, now: Int) throws(SQLiteError) {
    try bound(
      "UPDATE entry SET used = ? WHERE id = ?", [String(now), String(row.identifier)]
    ).run()
  }

  /// Inserts an entry, replacing the one with the same key and variant.
  ///
  /// - Returns: digests of bodies that are no longer referenced.
  func insert(
    _ row: CacheRow, resource: String, content: [UInt8]?, limit: Int, now: Int
  ) throws(SQLiteError) -> [String] {
    try database.transaction { () throws(SQLiteError) in
      var removed = try delete("WHERE key = ? AND variant = ?", [row.key, row.variant])
      let statement = try bound(
        """
        INSERT INTO entry(key, resource, variant, seal, digest, bytes, size, used, head, body)
        VALUES(?, ?, ?, ?, ?, ?, ?, ?, CAST(? AS BLOB), CAST(? AS BLOB))
        """,
        [
          row.key, resource, row.variant, row.seal, row.digest, String(row.bytes),
          String(row.size), String(now),
        ])
      try binding(row.head, to: 9, of: statement) { () throws(SQLiteError) in
        guard let content else {
          try statement.bind(10, nil)
          return try statement.run()
        }
        try binding(content, to: 10, of: statement) { () throws(SQLiteError) in try statement.run()
        }
      }
      removed += try evict(limit: limit)
      return try unreferenced(removed)
    }
  }

  func update(_ row: CacheRow, now: Int) throws(SQLiteError) -> [String] {
    try database.transaction { () throws(SQLiteError) in
      // With another Vary it may replace another variant.
      let removed = try delete(
        "WHERE key = ? AND variant = ? AND id <> ?",
        [row.key, row.variant, String(row.identifier)])
      let statement = try bound(
        """
        UPDATE entry SET variant = ?, seal = ?, size = ?, used = ?, head = CAST(?9 AS BLOB)
        WHERE id = ?5 AND key = ?6 AND digest = ?7 AND bytes = ?8
        """,
        [
          row.variant, row.seal, String(row.size), String(now), String(row.identifier), row.key,
          row.digest, String(row.bytes),
        ])
      try binding(row.head, to: 9, of: statement) { () throws(SQLiteError) in try statement.run() }
      return try unreferenced(removed)
    }
  }

  func remove(_ identifier: Int64) throws(SQLiteError) -> [String] {
    try database.transaction { () throws(SQLiteError) in
      try unreferenced(try delete("WHERE id = ?", [String(identifier)]))
    }
  }

  func remove(resource: String) throws(SQLiteError) -> (count: Int, digests: [String]) {
    // Most resources are not stored, and a query is cheaper than a write.
    if try digests("WHERE resource = ?", [resource]).isEmpty { return (0, []) }
    return try database.transaction { () throws(SQLiteError) in
      let removed = try delete("WHERE resource = ?", [resource])
      return (removed.count, try unreferenced(removed))
    }
  }

  func removeAll() throws(SQLiteError) {
    try database.transaction { () throws(SQLiteError) in
      try database.execute("DELETE FROM entry; UPDATE total SET entries = 0, bytes = 0")
    }
  }

  func total() throws(SQLiteError) -> (entries: Int, bytes: Int) {
    let row = try bound("SELECT entries, bytes FROM total", [])
    defer { row.reset() }
    guard try row.step(), row.isInteger(0), row.isInteger(1), row.integer(0) >= 0,
      row.integer(1) >= 0
    else { throw .damaged(database.path, because: "the totals are invalid") }
    return (Int(row.integer(0)), Int(row.integer(1)))
  }

  func unreferenced(_ digests: [String]) throws(SQLiteError) -> [String] {
    var found: [String] = []
    for digest in Set(digests) where try self.digests("WHERE digest = ?", [digest]).isEmpty {
      found.append(digest)
    }
    return found
  }

  /// Evicts the least recently used entries if the limit is exceeded, down to 90 % so that eviction
  /// is rare.
  private func evict(limit: Int) throws(SQLiteError) -> [String] {
    guard try total().bytes > limit else { return [] }
    var removed: [String] = []
    while try total().bytes > limit / 10 * 9 {
      let oldest = try delete("WHERE id = (SELECT id FROM entry ORDER BY used, id LIMIT 1)", [])
      if oldest.isEmpty { break }
      removed += oldest
    }
    return removed
  }

  private func delete(_ condition: String, _ values: [String]) throws(SQLiteError) -> [String] {
    let removed = try digests(condition, values)
    try bound("DELETE FROM entry \(condition)", values).run()
    return removed
  }

  private func digests(_ condition: String, _ values: [String]) throws(SQLiteError) -> [String] {
    let statement = try bound("SELECT digest FROM entry \(condition)", values)
    defer { statement.reset() }
    var found: [String] = []
    while try statement.step() { found.append(statement.text(0)) }
    return found
  }

  private func integers(_ sql: String) throws(SQLiteError) -> [Int64] {
    let statement = try bound(sql, [])
    defer { statement.reset() }
    var found: [Int64] = []
    while try statement.step() { found.append(statement.integer(0)) }
    return found
  }

  /// Returns a prepared statement with its first parameters bound. SQLite converts numbers to the
  /// type of their column.
  private func bound(_ sql: String, _ values: [String]) throws(SQLiteError) -> SQLiteStatement {
    let statement = if let known = prepared[sql] { known } else { try database.prepare(sql) }
    prepared[sql] = statement
    for (index, value) in values.enumerated() { try statement.bind(index + 1, value) }
    return statement
  }

  /// Binds bytes, without copying them, while `body` runs.
  private func binding(
    _ bytes: [UInt8], to index: Int, of statement: SQLiteStatement,
    _ body: () throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    try bytes.withUnsafeBufferPointer { bytes throws(SQLiteError) in
      try statement.bind(index, text: UnsafeRawBufferPointer(bytes))
      try body()
    }
  }
}
